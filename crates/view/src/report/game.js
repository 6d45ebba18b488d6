"use strict";
// Draws the turn that is asked for: the looks of the cells that changed, one turn after the other.
const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const { rows, cols, looks, start, turns, spots } = DATA;
const cells = [], letters = [], shown = new Map();
let at = 0, timer = null;

function add(parent, name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  return parent.appendChild(element);
}
function paint(cell, look) {
  const [fill, letter, ink] = looks[look];
  cells[cell].setAttribute("fill", fill);
  letters[cell].textContent = letter;
  letters[cell].setAttribute("font-size", letter.length > 1 ? 0.48 : 0.6);
  letters[cell].setAttribute("fill", ink);
}
for (let cell = 0; cell < rows * cols; cell++) {
  const x = cell % cols, y = Math.floor(cell / cols);
  cells.push(add($("cells"), "rect", { x, y, width: 1, height: 1 }));
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
  const overlay = DATA.overlays[name], group = $("over-" + name);
  const state = shown.get(name);
  if (state.turn > at) { state.turn = -1; state.values.fill(0); }
  while (state.turn < at) change(state.values, overlay.runs[++state.turn]);
  state.values.forEach((value, cell) => {
    if (state.drawn[cell] === value) return;
    state.drawn[cell] = value;
    const [fill, opacity, text] = spots[value];
    if (!state.rects[cell]) {
      const x = cell % cols, y = Math.floor(cell / cols);
      state.rects[cell] = add(group, "rect", { x, y, width: 1, height: 1 });
      state.texts[cell] = add(group, "text", { x: x + 0.5, y: y + 0.68, "font-size": text.length > 2 ? 0.4 : 0.5 });
    }
    state.rects[cell].setAttribute("fill", fill);
    state.rects[cell].setAttribute("fill-opacity", opacity);
    state.texts[cell].textContent = text;
  });
  $("note-" + name).textContent = overlay.notes[at];
}
function toggle(name) {
  const button = $("show-" + name), on = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", on);
  $("over-" + name).setAttribute("visibility", on ? "visible" : "hidden");
  $("note-" + name).hidden = !on;
  const count = rows * cols;
  if (on && !shown.has(name)) {
    shown.set(name, { turn: -1, values: new Array(count).fill(0), drawn: new Array(count).fill(0), rects: [], texts: [] });
  }
  go(at);
}
function go(turn) {
  turn = Math.max(0, Math.min(turns.length - 1, turn));
  if (turn < at) { start.forEach((look, cell) => paint(cell, look)); at = 0; }
  while (at < turn) {
    const changes = turns[++at].cells;
    for (let i = 0; i < changes.length; i += 2) paint(changes[i], changes[i + 1]);
  }
  const { score, news } = turns[at];
  $("score-1").textContent = score[0];
  $("score-2").textContent = score[1];
  $("turn").textContent = `turn ${at} of ${turns.length - 1}`;
  $("news").textContent = news;
  $("scrubber").value = at;
  document.querySelectorAll(".cursor").forEach((line) => {
    const x = (turns.length > 1 ? at / (turns.length - 1) : 0) * 100;
    line.setAttribute("x1", x); line.setAttribute("x2", x);
  });
  for (const name of shown.keys()) if ($("show-" + name).getAttribute("aria-pressed") === "true") drawOverlay(name);
}
function play() {
  if (timer) { clearInterval(timer); timer = null; }
  else {
    if (at === turns.length - 1) go(0);
    timer = setInterval(() => { go(at + 1); if (at === turns.length - 1) play(); }, 1000 / $("speed").value);
  }
  $("play").textContent = timer ? "Pause" : "Play";
}
$("scrubber").addEventListener("input", (event) => go(Number(event.target.value)));
$("back").addEventListener("click", () => go(at - 1));
$("on").addEventListener("click", () => go(at + 1));
$("play").addEventListener("click", play);
$("speed").addEventListener("change", () => { if (timer) { play(); play(); } });
for (const name in DATA.overlays) $("show-" + name).addEventListener("click", () => toggle(name));
document.addEventListener("keydown", (event) => {
  if (event.target.tagName === "SELECT") return;
  const jump = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: turns.length - 1, PageUp: at - 10, PageDown: at + 10 };
  if (event.key in jump) { go(jump[event.key]); event.preventDefault(); }
  if (event.key === " ") { play(); event.preventDefault(); }
});
go(turns.length - 1);
