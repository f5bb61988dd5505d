// The lesson page: every step has its own address; this script goes from step to step without a reload.
import "./shortcuts.js";
import "./click_guard.js"; // must run before the modules that play moves
import { bringToFront, enablePanZoom, frameSheet, resetViews } from "./board.js";
import {
  closeMenu,
  confirmFirst,
  markNewPieces,
  updateSteppers,
  updateTargets,
} from "./choices.js";
import { morph, morphStage } from "./morph.js";
import { updateCards } from "./overlays.js";
import { isPlayingBack, playBack, skipPlayback } from "./playback.js";
import { choicesChanged } from "./recent_change.js";
import { lessonMoveTime, updateSettings } from "./settings.js";

document.documentElement.classList.add("has-js");
const main = () => document.querySelector("main.table");
const offline = document.getElementById("offline");
let busy = false;

function showStep(fresh) {
  const focusedElement = document.activeElement;
  const key = focusedElement?.closest?.(".steps") ? focusedElement.dataset.key : "";
  const isNewStep = fresh.dataset.atStep !== main().dataset.atStep;
  const before = main().dataset.kind;
  morph(main(), fresh);
  main().classList.remove(`is-${before}`);
  main().classList.add(`is-${fresh.dataset.kind}`);
  for (const name of ["prompt", "choices"]) {
    if (isNewStep) document.querySelector(`[data-part="${name}"]`).scrollTop = 0;
  }
  if (isNewStep) resetViews();
  choicesChanged();
  closeMenu();
  updatePage();
  // Keep the focus on the step buttons if it was there; otherwise move it to the text.
  const same = key && document.querySelector(`.steps [data-key="${key}"]`);
  if (same) same.focus({ preventScroll: true });
  else if (!focusedElement?.isConnected)
    document.querySelector(".lesson-text")?.focus({ preventScroll: true });
}

// Play back the other seats' moves of a step; the last one is the step itself.
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
    resetViews();
    morphStage(main(), stage);
    updateTargets();
    frameSheet();
    markNewPieces();
  };
  await playBack(lines, from, to, step, lessonMoveTime(Math.min(to - from, lines.length)));
}

function updatePage() {
  bringToFront();
  updateTargets();
  updateSteppers();
  updateSettings();
  localStorage.removeItem(`closed ${main().dataset.table}`); // a revisited step shows its cards again
  updateCards();
  document.querySelectorAll(".pointmark").forEach((mark) => mark.remove());
  frameSheet();
  markNewPieces();
  for (const element of document.querySelectorAll(".sheet.focus [data-point], .hand [data-point]"))
    drawRing(element);
  document
    .querySelector(".hand [data-point]")
    ?.scrollIntoView({ block: "nearest", inline: "center" });
  const log = document.querySelector("[data-log]");
  if (log) log.scrollTop = log.scrollHeight;
}

// Draw a ring around what the text refers to: on top, equally thick at any zoom.
function drawRing(element) {
  const box = element.getBBox?.();
  if (!box || (!box.width && !box.height)) return;
  const svg = element.ownerSVGElement;
  const at = element.getScreenCTM();
  const scale = Math.hypot(at.a, at.b) || 1;
  const gap = 4 / scale;
  const { a, b, c, d, e, f } = svg.getScreenCTM().inverse().multiply(at);
  const longPath = element.querySelector(":scope > path.hit"); // a long element is highlighted along its path
  const ringElement = document.createElementNS(
    "http://www.w3.org/2000/svg",
    longPath ? "path" : "rect",
  );
  const shape = longPath
    ? { class: "pointmark way", "stroke-width": 15 / scale, d: longPath.getAttribute("d") }
    : {
        class: "pointmark",
        "stroke-width": 3 / scale,
        rx: 6 / scale,
        x: box.x - gap,
        y: box.y - gap,
        width: box.width + 2 * gap,
        height: box.height + 2 * gap,
      };
  shape.transform = `matrix(${[a, b, c, d, e, f]})`;
  for (const [name, value] of Object.entries(shape)) ringElement.setAttribute(name, value);
  svg.append(ringElement);
}

async function go(address, options = {}) {
  if (busy) return;
  busy = true;
  main().setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address, {
      ...options,
      headers: { "x-fragment": "1", accept: "text/html" },
    });
    const fresh = new DOMParser()
      .parseFromString(await answer.text(), "text/html")
      .querySelector("main.lesson");
    if (!fresh) return location.assign(answer.url);
    if (!options.silent && answer.url !== location.href) history.pushState(null, "", answer.url);
    offline.hidden = true;
    await showMoves(fresh);
    showStep(fresh);
  } catch {
    offline.hidden = false;
  } finally {
    busy = false;
    main().removeAttribute("aria-busy");
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form.act");
  if (!form || confirmFirst(event.submitter, event)) return;
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
  else if (isPlayingBack()) skipPlayback(); // a second press skips the playback
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches?.("input, select, textarea")) return;
  const key = { n: "next", p: "back" }[event.key];
  if (key) document.querySelector(`.steps [data-key="${key}"]`)?.click();
});
addEventListener("popstate", () => go(location.href, { silent: true }));

enablePanZoom(document);
updatePage();
