"use strict";
// Draws the turn that is asked for: the looks of the cells that changed, one turn after the other.
const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const { rows, cols, start, turns } = DATA;
const lastTurn = turns.length - 1;
const cells = [], letters = [], badges = [], frames = [], shown = new Map(), showing = [];
const dark = matchMedia("(prefers-color-scheme: dark)");
let at = 0, timer = null;

function add(parent, name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  return parent.appendChild(element);
}
const theme = () => (dark.matches ? "dark" : "light");
// Patterns come in a set for each theme.
const themed = (fill) => fill.replace("url(#", `url(#${theme()}-`);
const place = (cell) => ({ x: cell % cols, y: Math.floor(cell / cols), width: 1, height: 1 });
// Something over a cell that few cells have.
function over(list, cell, fill) {
  if (!list[cell] && fill) list[cell] = add($("badges"), "rect", { ...place(cell), "pointer-events": "none" });
  if (list[cell]) list[cell].setAttribute("fill", fill ? themed(fill) : "none");
}
function paint(cell, look) {
  const [fill, letter, ink, badge, frame] = DATA.looks[theme()][look];
  showing[cell] = look;
  cells[cell].setAttribute("fill", themed(fill));
  letters[cell].textContent = letter;
  letters[cell].setAttribute("fill", ink);
  over(badges, cell, badge);
  over(frames, cell, frame);
}
for (let cell = 0; cell < rows * cols; cell++) {
  const { x, y } = place(cell);
  cells.push(add($("cells"), "rect", place(cell)));
  letters.push(add($("letters"), "text", { x: x + 0.5, y: y + 0.72, "font-size": 0.6 }));
  paint(cell, start[cell]);
}

// Changes of an overlay: [cells to skip, cells that change, their look] again and again.
function change(values, runs) {
  for (let i = 0, cell = 0; i < runs.length; i += 3) {
    cell += runs[i];
    values.fill(runs[i + 2], cell, cell + runs[i + 1]);
    cell += runs[i + 1];
  }
}
function drawOverlay(name) {
  const overlay = DATA.overlays[name], group = $("over-" + name), state = shown.get(name);
  const turn = Math.min(at, overlay.runs.length - 1);
  if (state.turn > turn) { state.turn = -1; state.values.fill(0); }
  while (state.turn < turn) change(state.values, overlay.runs[++state.turn]);
  state.values.forEach((value, cell) => {
    if (state.drawn[cell] === value) return;
    state.drawn[cell] = value;
    const [fill, opacity, text] = DATA.spots[theme()][value];
    if (!state.rects[cell]) {
      const { x, y } = place(cell);
      // On tiles a text stands in a corner, so that the letter stays to be read.
      const spot = DATA.tiled ? { x: x + 0.19, y: y + 0.27, "font-size": 0.22 } : { x: x + 0.5, y: y + 0.68, "font-size": 0.5 };
      state.rects[cell] = add(group, "rect", place(cell));
      state.texts[cell] = add(group, "text", { ...spot, fill: DATA.tiled ? "#000" : "var(--ink)" });
    }
    state.rects[cell].setAttribute("fill", themed(fill));
    state.rects[cell].setAttribute("fill-opacity", opacity);
    if (!DATA.tiled) state.texts[cell].setAttribute("font-size", text.length > 2 ? 0.4 : 0.5);
    state.texts[cell].textContent = text;
  });
  $("note-" + name).textContent = overlay.notes[turn];
}
const isOn = (name) => $("show-" + name).getAttribute("aria-pressed") === "true";
function toggle(name) {
  const on = !isOn(name), count = rows * cols;
  $("show-" + name).setAttribute("aria-pressed", on);
  $("over-" + name).setAttribute("visibility", on ? "visible" : "hidden");
  $("note-" + name).hidden = !on;
  if (on && !shown.has(name)) {
    shown.set(name, { turn: -1, values: new Array(count).fill(0), drawn: new Array(count).fill(0), rects: [], texts: [] });
  }
  go(at);
}
// The move that was refused in this turn.
function drawRefused() {
  const refused = DATA.refused.find((one) => one.turn === at), group = $("refused");
  group.replaceChildren();
  $("refused-key").hidden = !refused;
  for (const [row, col, mark] of refused ? refused.cells : []) {
    const wrong = mark === "!";
    add(group, "rect", {
      x: col + 0.06, y: row + 0.06, width: 0.88, height: 0.88, stroke: "var(--alarm)", "stroke-width": 0.12,
      fill: wrong ? "var(--alarm)" : "var(--paper)", "fill-opacity": wrong ? 1 : 0.6,
    });
    const text = { x: col + 0.5, y: row + 0.72, "font-size": 0.6, fill: wrong ? "#fff" : "var(--ink)" };
    add(group, "text", text).textContent = mark;
  }
}
// A piece in its box: the empty rows and columns belong to it.
function drawPiece(id, title, box) {
  if (!$(id)) return;
  $(id).replaceChildren();
  $(id).parentElement.hidden = !box;
  $(id + "-title").textContent = box ? `${title}, ${box.length}x${box[0].length}` : "";
  if (!box) return;
  const [high, wide] = [box.length, box[0].length];
  const scale = Math.min(16, 150 / wide, 150 / high);
  $(id).setAttribute("viewBox", `-0.1 -0.1 ${wide + 0.2} ${high + 0.2}`);
  $(id).setAttribute("width", (wide + 0.2) * scale);
  $(id).setAttribute("height", (high + 0.2) * scale);
  box.forEach((line, y) => [...line].forEach((mark, x) => {
    const fill = mark === "*" ? "var(--ink)" : "var(--empty)";
    add($(id), "rect", { x, y, width: 1, height: 1, fill, stroke: "var(--paper)", "stroke-width": 0.08 });
  }));
}
function go(turn) {
  turn = Math.max(0, Math.min(lastTurn, turn || 0));
  if (turn < at) { start.forEach((look, cell) => paint(cell, look)); at = 0; }
  while (at < turn) {
    const changes = turns[++at].cells;
    for (let i = 0; i < changes.length; i += 2) paint(changes[i], changes[i + 1]);
  }
  const { score, news } = turns[at];
  $("score-1").textContent = score[0];
  $("score-2").textContent = score[1];
  $("turn").textContent = `turn ${at} of ${lastTurn}`;
  $("news").textContent = news;
  const judged = DATA.evaluation && DATA.evaluation[at];
  $("judged").textContent = judged ? `evaluation: ${judged}` : "";
  $("scrubber").value = at;
  drawRefused();
  drawPiece("piece", "piece of this turn", at > 0 ? turns[at - 1].piece : null);
  drawPiece("next", "next piece", turns[at].piece);
  const x = DATA.last > 0 ? 100 * Math.min(at, DATA.last) / DATA.last : 0;
  document.querySelectorAll(".cursor").forEach((line) => { line.setAttribute("x1", x); line.setAttribute("x2", x); });
  const list = $("moves"), before = list.querySelector("[aria-current]"), here = list.children[at - 1];
  if (before) before.removeAttribute("aria-current");
  if (here) {
    here.setAttribute("aria-current", "true");
    if (here.offsetTop < list.scrollTop || here.offsetTop + here.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = here.offsetTop - list.clientHeight / 2;
    }
  }
  for (const name of shown.keys()) if (isOn(name)) drawOverlay(name);
  // The address names the turn, so that it can be sent on. Inside another page the address is not ours.
  if (!timer && window === window.top) history.replaceState(null, "", "#" + at);
}
function play() {
  if (timer) { clearInterval(timer); timer = null; }
  else {
    if (at === lastTurn) go(0);
    timer = setInterval(() => { go(at + 1); if (at === lastTurn) play(); }, 1000 / $("speed").value);
  }
  $("play").textContent = timer ? "Pause" : "Play";
}
const linked = (hash) => (/^#\d+$/.test(hash) ? Number(hash.slice(1)) : null);
$("scrubber").addEventListener("input", (event) => go(Number(event.target.value)));
$("back").addEventListener("click", () => go(at - 1));
$("on").addEventListener("click", () => go(at + 1));
$("play").addEventListener("click", play);
$("speed").addEventListener("change", () => { if (timer) { play(); play(); } });
for (const name in DATA.overlays) $("show-" + name).addEventListener("click", () => toggle(name));
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']"), plot = event.target.closest(".plot svg");
  if (link) { event.preventDefault(); go(linked(link.getAttribute("href"))); }
  if (plot) {
    const box = plot.getBoundingClientRect();
    go(Math.round(DATA.last * (event.clientX - box.left) / box.width));
  }
});
addEventListener("hashchange", () => { const turn = linked(location.hash); if (turn !== null) go(turn); });
dark.addEventListener("change", () => {
  showing.forEach((look, cell) => paint(cell, look));
  shown.forEach((state) => state.drawn.fill(-1));
  go(at);
});
document.addEventListener("keydown", (event) => {
  if (event.target.tagName === "SELECT" || event.ctrlKey || event.metaKey || event.altKey) return;
  const jump = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: lastTurn, PageUp: at - 10, PageDown: at + 10 };
  if (event.key in jump) { go(jump[event.key]); event.preventDefault(); }
  if (event.key === " " && event.target.tagName !== "BUTTON") { play(); event.preventDefault(); }
});
go(linked(location.hash) ?? DATA.opens);
