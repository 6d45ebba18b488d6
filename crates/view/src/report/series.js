"use strict";
// Opens the games of a match inside the page, and offers its rows as files.
const $ = (id) => document.getElementById(id);
const { rows, games } = MATCH;
let opened = null;

// A field that a spreadsheet would take for a formula gets an apostrophe in front.
function field(value) {
  const text = value === null ? "" : String(value);
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? "'" + text : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
function asCsv() {
  const names = Object.keys(rows[0] ?? {});
  return [names, ...rows.map((row) => names.map((name) => row[name]))].map((line) => line.map(field).join(",")).join("\r\n") + "\r\n";
}
function offer(id, name, type, text) {
  $(id).download = name;
  $(id).href = `data:${type};charset=utf-8,` + encodeURIComponent(text);
}
offer("csv", "games.csv", "text/csv", asCsv());
offer("json", "games.json", "application/json", JSON.stringify(rows, null, 1) + "\n");

function open(number) {
  const game = games[number];
  if (!game) return;
  opened = number;
  const style = document.querySelector("style").textContent;
  const data = JSON.stringify(game.data).replaceAll("<", "\\u003c");
  $("frame").srcdoc = `<!doctype html><html lang="en"><meta charset="utf-8"><style>${style}</style><body>${game.content}` +
    `<script>const DATA=${data};\n${MATCH.script}<\/script></body></html>`;
  $("viewer-title").textContent = `${rows[number].file}: ${game.title}`;
  if (!$("viewer").open) $("viewer").showModal();
  history.replaceState(null, "", "#game-" + number);
}
function step(by) {
  for (let number = opened + by; number >= 0 && number < games.length; number += by) {
    if (games[number]) return open(number);
  }
}
function openLinked() {
  const found = /^#game-(\d+)$/.exec(location.hash);
  if (found) open(Number(found[1]));
}
$("games").addEventListener("click", (event) => {
  const link = event.target.closest("a.open");
  if (!link) return;
  event.preventDefault();
  open(Number(link.getAttribute("href").slice("#game-".length)));
});
$("previous").addEventListener("click", () => step(-1));
$("following").addEventListener("click", () => step(1));
$("close").addEventListener("click", () => $("viewer").close());
$("viewer").addEventListener("close", () => { $("frame").srcdoc = ""; history.replaceState(null, "", "#"); });
addEventListener("hashchange", openLinked);
openLinked();
