// The replay page: links become quick, the slider works, it can play by itself.
import "./copy.js";
import { bring, frame, handle } from "./board.js";
import { exchange } from "./exchange.js";

document.documentElement.classList.add("has-js");
const main = () => document.querySelector("main.replay");
const BEAT = 900;
let wanted = null;
let running = false;
let timer = null;

const at = () => wanted ?? Number(main().dataset.ply);
const last = () => Number(main().dataset.last);
const address = (ply) => {
  const query = new URLSearchParams({ ply });
  if (main().dataset.seat) query.set("seat", main().dataset.seat);
  return `${main().dataset.path}?${query}`;
};

// The newest wish counts; plies skipped while a drawing was on its way are not fetched.
async function go(ply) {
  wanted = Math.max(0, Math.min(ply, last()));
  document.querySelector("[data-slider]").value = wanted;
  if (running) return;
  running = true;
  try {
    while (wanted !== null && wanted !== Number(main().dataset.ply)) {
      const now = wanted;
      const answer = await fetch(address(now), { headers: { "x-fragment": "1", accept: "text/html" } });
      if (!answer.ok) break;
      show(await answer.text());
      if (wanted === now) wanted = null;
    }
  } finally {
    wanted = null;
    running = false;
  }
}

function show(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("main.replay");
  const held = document.activeElement?.dataset?.go;
  const slider = document.activeElement?.matches?.("[data-slider]");
  exchange(main(), fresh);
  if (slider) document.querySelector("[data-slider]").focus();
  else if (held) document.querySelector(`[data-go="${held}"]`)?.focus();
  history.replaceState(null, "", address(main().dataset.ply));
  press();
  frame();
  unroll();
}

// Only the log moves, never the page.
function unroll() {
  const log = document.querySelector("[data-log]");
  const now = log?.querySelector(".now");
  if (now) log.scrollTop = now.offsetTop - log.offsetTop - log.clientHeight / 2;
}

function press() {
  const button = document.querySelector('[data-go="auto"]');
  button.setAttribute("aria-pressed", String(timer !== null));
  button.setAttribute("aria-label", timer === null ? "Play" : "Stop");
  button.textContent = timer === null ? "▶▶" : "❚❚";
}

function auto() {
  if (timer !== null) {
    clearInterval(timer);
    timer = null;
  } else {
    if (at() >= last()) go(0);
    timer = setInterval(() => {
      if (at() >= last()) auto();
      else go(at() + 1);
    }, BEAT);
  }
  press();
}

const ways = {
  first: () => go(0), back: () => go(at() - 1), on: () => go(at() + 1), last: () => go(last()),
  auto,
};

document.addEventListener("click", (event) => {
  const way = event.target.closest?.("[data-go]");
  const line = event.target.closest?.(".log [data-ply], .points [data-ply]");
  if (way) {
    event.preventDefault();
    ways[way.dataset.go]();
  } else if (line) {
    event.preventDefault();
    go(Number(line.dataset.ply));
  }
});
document.addEventListener("input", (event) => {
  if (event.target.matches("[data-slider]")) go(Number(event.target.value));
});
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-submit]")) event.target.form.requestSubmit();
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input:not([type=range]), select, textarea, .zoomed")) return;
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "auto" };
  const way = keys[event.key];
  if (!way || (event.key === " " && event.target.matches("button, a, summary"))) return;
  event.preventDefault();
  ways[way]();
});
// While the game is being looked over: ask how far it is.
setInterval(async () => {
  if (!document.querySelector("[data-busy]") || running) return;
  const answer = await fetch(address(at()), { headers: { "x-fragment": "1", accept: "text/html" } });
  if (answer.ok) show(await answer.text());
}, 1500);

handle(document);
bring();
frame();
unroll();
