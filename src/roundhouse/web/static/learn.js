// A lesson: every step is a page with an address of its own; here one follows the other at once.
import "./keys.js";
import "./slips.js"; // before what plays: it keeps slips of the hand out
import { askFirst, closeMenu, dressBoard, dressSteppers, markNew } from "./act.js";
import { bring, frame, handle, openAnew } from "./board.js";
import { dressCards } from "./cards.js";
import { exchange, exchangeStage } from "./exchange.js";
import { playing, replayed, skip } from "./playback.js";
import { dressSettings, learnersBeat } from "./settings.js";
import { choicesChanged } from "./slips.js";

document.documentElement.classList.add("has-js");
const main = () => document.querySelector("main.table");
const offline = document.getElementById("offline");
let busy = false;

function put(fresh) {
  const held = document.activeElement;
  const key = held?.closest?.(".steps") ? held.dataset.key : "";
  const another = fresh.dataset.atStep !== main().dataset.atStep;
  const before = main().dataset.kind;
  exchange(main(), fresh);
  main().classList.remove(`is-${before}`);
  main().classList.add(`is-${fresh.dataset.kind}`);
  for (const name of ["prompt", "choices"]) {
    if (another) document.querySelector(`[data-part="${name}"]`).scrollTop = 0;
  }
  if (another) openAnew();
  choicesChanged();
  closeMenu();
  dress();
  // The focus stays with who goes from step to step; others are taken to the words.
  const same = key && document.querySelector(`.steps [data-key="${key}"]`);
  if (same) same.focus({ preventScroll: true });
  else if (!held?.isConnected) document.querySelector(".words")?.focus({ preventScroll: true });
}

// What the others do in a step, move by move; the last one is the step itself.
async function showMoves(fresh) {
  const number = Number(fresh.dataset.atStep);
  const [from, to] = [Number(fresh.dataset.since), Number(fresh.dataset.ply)];
  if (number <= Number(main().dataset.atStep) || to <= from) return;
  const lines = [...fresh.querySelectorAll("[data-log] [data-ply]")];
  const step = async (ply) => {
    const address = `/learn/${fresh.dataset.game}/${number}/after/${ply}`;
    const answer = await fetch(address, { headers: { accept: "text/html" } });
    if (!answer.ok) return;
    const then = new DOMParser().parseFromString(await answer.text(), "text/html");
    const stage = then.querySelector('[data-part="stage"]');
    main().querySelector('[data-part="choices"]').replaceChildren();
    document.querySelectorAll(".pointmark").forEach((mark) => mark.remove());
    openAnew();
    exchangeStage(main(), stage);
    dressBoard();
    frame();
    markNew();
  };
  await replayed(lines, from, to, step, learnersBeat(Math.min(to - from, lines.length)));
}

function dress() {
  bring();
  dressBoard();
  dressSteppers();
  dressSettings();
  localStorage.removeItem(`closed ${main().dataset.table}`); // who goes back sees it again
  dressCards();
  document.querySelectorAll(".pointmark").forEach((mark) => mark.remove());
  frame();
  markNew();
  for (const drawn of document.querySelectorAll(".sheet.focus [data-point], .hand [data-point]")) ring(drawn);
  document.querySelector(".hand [data-point]")?.scrollIntoView({ block: "nearest", inline: "center" });
  const log = document.querySelector("[data-log]");
  if (log) log.scrollTop = log.scrollHeight;
}

// A ring about what is spoken of: over everything else, as thick on the screen at any zoom.
function ring(drawn) {
  const box = drawn.getBBox?.();
  if (!box || (!box.width && !box.height)) return;
  const svg = drawn.ownerSVGElement;
  const at = drawn.getScreenCTM();
  const scale = Math.hypot(at.a, at.b) || 1;
  const gap = 4 / scale;
  const { a, b, c, d, e, f } = svg.getScreenCTM().inverse().multiply(at);
  const way = drawn.querySelector(":scope > path.hit"); // of something long: it shines along its way
  const made = document.createElementNS("http://www.w3.org/2000/svg", way ? "path" : "rect");
  const shape = way
    ? { class: "pointmark way", "stroke-width": 15 / scale, d: way.getAttribute("d") }
    : {
      class: "pointmark", "stroke-width": 3 / scale, rx: 6 / scale,
      x: box.x - gap, y: box.y - gap, width: box.width + 2 * gap, height: box.height + 2 * gap,
    };
  shape.transform = `matrix(${[a, b, c, d, e, f]})`;
  for (const [name, value] of Object.entries(shape)) made.setAttribute(name, value);
  svg.append(made);
}

async function go(address, asked = {}) {
  if (busy) return;
  busy = true;
  main().setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address, { ...asked, headers: { "x-fragment": "1", accept: "text/html" } });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main.lesson");
    if (!fresh) return location.assign(answer.url);
    if (!asked.silent && answer.url !== location.href) history.pushState(null, "", answer.url);
    offline.hidden = true;
    await showMoves(fresh);
    put(fresh);
  } catch {
    offline.hidden = false;
  } finally {
    busy = false;
    main().removeAttribute("aria-busy");
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form.act");
  if (!form || askFirst(event.submitter, event)) return;
  event.preventDefault();
  const body = new FormData(form);
  if (event.submitter?.name) body.append(event.submitter.name, event.submitter.value);
  go(form.getAttribute("action"), { method: "POST", body: new URLSearchParams(body) });
});
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-go-step]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (!busy) go(link.href);
  else if (playing()) skip(); // who wants to go on has seen enough
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches?.("input, select, textarea")) return;
  const key = { n: "next", p: "back" }[event.key];
  if (key) document.querySelector(`.steps [data-key="${key}"]`)?.click();
});
addEventListener("popstate", () => go(location.href, { silent: true }));

handle(document);
dress();
