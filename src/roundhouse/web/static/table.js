// The table page: the forms work without scripts; this script sends them in place and follows the game live.
import { _ } from "./messages.js";
import "./copy_link.js";
import "./shortcuts.js";
import "./click_guard.js"; // must run before the modules that play moves
import { bringToFront, enablePanZoom, frameSheet } from "./board.js";
import {
  closeMenu,
  confirmFirst,
  markNewPieces,
  offers,
  updateSteppers,
  updateTargets,
} from "./choices.js";
import { listenToEvents } from "./event_stream.js";
import "./log_places.js";
import { knownDigests, morph, morphStage } from "./morph.js";
import { closeEvents, showHowToPlayOnce, updateCards } from "./overlays.js";
import { playBack } from "./playback.js";
import { choicesChanged } from "./recent_change.js";
import { updateSettings } from "./settings.js";
import { playSound } from "./sound.js";

const root = document.documentElement;
root.classList.add("has-js");
const main = () => document.querySelector("main.table");
const table = main().dataset.table;
const offline = document.getElementById("offline");
let viewSeat = new URLSearchParams(location.search).get("seat");
let busy = false;
let sending = Promise.resolve(); // resolves when the response to the last request is shown
const news = { ply: null };

// The last ply that this browser displayed, for spectators; the server knows a seat's last move.
const seenKey = `seen ${table}`;
let seen = Number(localStorage.getItem(seenKey) ?? main().dataset.ply);
let since = seen;

const page = (html) => new DOMParser().parseFromString(html, "text/html");
const question = () => document.querySelector(".question")?.textContent ?? "";
const offeredMoves = () =>
  offers()
    .map((offer) => offer.value)
    .join("\n");

// The response was not a table: show its message above the prompt.
function showError(message) {
  if (!message) return;
  const container = document.createElement("p");
  container.className = "message";
  container.setAttribute("role", "alert");
  container.textContent = message;
  const prompt = document.querySelector('[data-part="prompt"]');
  prompt.querySelector(".message")?.remove();
  prompt.prepend(container);
}

// Show a new version of the table, after playing back other players' moves.
async function show(html, mine = false) {
  const reply = page(html);
  const fresh = reply.querySelector("main.table");
  if (!fresh) return showError(reply.querySelector(".lead")?.textContent);
  if (Number(fresh.dataset.revision) < Number(main().dataset.revision)) return;
  const [from, to] = [Number(main().dataset.ply), Number(fresh.dataset.ply)];
  if (!mine && to > from) {
    await playBack([...fresh.querySelectorAll("[data-log] [data-ply]")], from, to, step);
  }
  if (Number(fresh.dataset.revision) < Number(main().dataset.revision)) return;
  applyUpdate(fresh);
}

async function step(ply) {
  const query = new URLSearchParams({ ply });
  if (viewSeat !== null) query.set("seat", viewSeat);
  const answer = await fetch(`/t/${table}/step?${query}`, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = page(await answer.text()).querySelector("main.table");
  morphStage(main(), fresh.querySelector('[data-part="stage"]'));
  updateTargets();
  frameSheet();
  markNewPieces();
}

function applyUpdate(fresh) {
  const focusedElement = document.activeElement ?? document.body;
  const focusHome = focusHomeOf(focusedElement);
  const moved = fresh.dataset.revision !== main().dataset.revision;
  const movesBefore = offeredMoves();
  // A hint stays until the next move, whatever else changes.
  const hint = main().querySelector(".hint");
  if (hint && !fresh.querySelector(".hint") && fresh.dataset.ply === main().dataset.ply) {
    fresh.querySelector('[data-part="dock"]').append(hint.cloneNode(true));
  }
  const phaseBefore = main().dataset.phase;
  const questionBefore = question();
  morph(main(), fresh);
  // A new question starts at the top.
  if (question() !== questionBefore) document.querySelector('[data-part="choices"]').scrollTop = 0;
  // After a move, an offer with the same words has a different meaning.
  if (moved || offeredMoves() !== movesBefore) choicesChanged();
  if (viewSeat !== null && main().dataset.seat !== viewSeat) {
    viewSeat = null;
    history.replaceState(null, "", location.pathname);
  }
  updatePage();
  if (moved) {
    closeMenu();
    closeEvents();
  }
  if (focusedElement === displacedFocus?.element || !focusedElement.isConnected) refocus(focusHome);
  // An element that is moved inside the page or hidden loses the focus as well.
  else if (focusedElement !== document.body && hasFocus(document.body)) {
    focusedElement.focus({ preventScroll: true });
    if (hasFocus(document.body)) refocus(focusHome);
  }
  markNewPieces();
  if (moved) playSound(phaseBefore !== "over" && main().dataset.phase === "over" ? "end" : "move");
}

const keyOf = (focusedElement) =>
  focusedElement.value ||
  focusedElement.dataset.key ||
  (focusedElement.matches("[data-go-amount]") ? "amount" : "");
let lastKey = ""; // key of the last pressed control; it is absent while others move
// If the focused control disappears, the question holds the focus until the same control is back or
// the player moves the focus. Any other control will not do: a key press meant for scrolling must not
// play the first offer.
let displacedFocus = null;
// Clocks and standing orders are sections of their own.
const sectionOf = (focusedElement) => focusedElement.closest(".timing, .orders")?.className;
function focusHomeOf(focusedElement) {
  if (focusedElement === displacedFocus?.element) return displacedFocus.home;
  const part = focusedElement?.closest?.("[data-part]")?.dataset.part;
  return part ? { part, key: keyOf(focusedElement), beside: sectionOf(focusedElement) } : {};
}
// Restore the focus: to the same control, or at least to the same part.
function refocus(focusHome) {
  const container = document.querySelector(`[data-part="${focusHome.part}"]`);
  const buttons = [
    ...(container?.querySelectorAll("button:not(:disabled), select, summary, a") ?? []),
  ].filter((each) => sectionOf(each) === focusHome.beside && each.checkVisibility());
  const same = [focusHome.key, focusHome.part === "choices" && lastKey]
    .filter(Boolean)
    .map((key) => buttons.find((each) => keyOf(each) === key))
    .find(Boolean);
  const back = same || (focusHome !== displacedFocus?.home && buttons[0]);
  const candidates = [
    back,
    ...document.querySelectorAll(`.question, .sheet.focus, [data-part="choices"]`),
  ];
  const holder = candidates.find((each) => {
    each?.focus?.({ preventScroll: true });
    return each && hasFocus(each);
  });
  displacedFocus = holder === back ? null : { element: holder, home: focusHome };
}

// A control that is hidden or disabled does not take the focus.
const hasFocus = (element) => document.activeElement === element;

// Refresh targets, log, title and icon after an update. Writes come first, measurements last.
function updatePage() {
  updateTargets();
  updateSteppers();
  updateSettings();
  updateCards();
  showHowToPlayOnce(); // the game may just have started
  const log = document.querySelector("[data-log]");
  if (log) log.scrollTop = log.scrollHeight;
  frameSheet();
  const mine = main().dataset.turn === "1";
  document.title = `${mine ? `${_("● Your turn")} · ` : ""}${main().dataset.title} · Roundhouse`;
  const icon = document.getElementById("icon");
  const file = mine ? "icon-turn.svg" : "icon.svg";
  if (!icon.getAttribute("href").includes(`/${file}`)) {
    icon.setAttribute("href", icon.getAttribute("href").replace(/icon(-turn)?\.svg/, file));
  }
  if (mine && !updatePage.mine) {
    notify();
    playSound("turn");
  }
  updatePage.mine = mine;
  showNotifyButton();
  if (document.visibilityState === "visible" && seen !== Number(main().dataset.ply)) {
    since = seen;
    seen = Number(main().dataset.ply);
    localStorage.setItem(seenKey, seen);
  }
}

async function refresh() {
  const moved = news.ply !== null && news.ply !== Number(main().dataset.ply);
  const query = new URLSearchParams({ since: moved ? seen : since });
  if (viewSeat !== null) query.set("seat", viewSeat);
  const headers = { "x-fragment": "1", "x-sheets": knownDigests(), accept: "text/html" };
  const answer = await fetch(`/t/${table}/now?${query}`, { headers });
  if (answer.ok) await show(await answer.text());
  else if (answer.status >= 500) throw new Error("The server cannot be reached"); // it will be retried
}

async function send(form, button) {
  busy = true;
  main().setAttribute("aria-busy", "true");
  const body = new FormData(form);
  if (button?.name) body.append(button.name, button.value);
  lastKey = button ? keyOf(button) : "";
  try {
    const answer = await fetch(button?.getAttribute("formaction") || form.getAttribute("action"), {
      method: "POST",
      body: new URLSearchParams(body),
      headers: { "x-fragment": "1", "x-sheets": knownDigests(), accept: "text/html" },
    });
    const html = await answer.text();
    if (html.includes("<main")) await show(html, true);
    else location.reload();
  } catch {
    offline.hidden = false;
    showError(
      _("Not sent: the connection was lost. Check the table when it is back, then try again."),
    );
    live.again();
  } finally {
    busy = false;
    main().removeAttribute("aria-busy");
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form.act");
  if (!form || confirmFirst(event.submitter, event)) return;
  event.preventDefault();
  const question = event.submitter?.dataset.confirm;
  if (busy || (question && !confirm(question))) return;
  if (form.closest("details.leave")) document.querySelector(".table-menu").open = false;
  sending = send(form, event.submitter);
});

document.addEventListener("change", (event) => {
  event.target.closest?.("select[data-submit]")?.form.requestSubmit();
});

// After a few seconds, show how long a bot has been thinking.
const MIN_SHOWN_SECONDS = 3;
let pending = { revision: "", since: 0 };
setInterval(() => {
  const dots = document.querySelector(".dots");
  const { revision } = main().dataset;
  if (!dots || revision !== pending.revision) pending = { revision, since: Date.now() };
  const seconds = Math.floor((Date.now() - pending.since) / 1000);
  if (dots && seconds >= MIN_SHOWN_SECONDS) dots.dataset.seconds = `${seconds} s`;
}, 1000);

// Offer desktop notifications for the player's turn while the page is hidden.
function showNotifyButton() {
  const notifyButton = document.getElementById("notify");
  if (notifyButton)
    notifyButton.hidden = !("Notification" in window && Notification.permission === "default");
}
document.addEventListener("click", async (event) => {
  if (!event.target.closest?.("#notify")) return;
  await Notification.requestPermission();
  showNotifyButton();
});
function notify() {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  if (document.visibilityState === "visible") return;
  const about = { body: main().dataset.title, tag: table, icon: "/static/icon.svg" };
  try {
    new Notification(_("Your turn"), about);
  } catch {
    // Android only allows notifications from service workers; the page title has to do.
  }
}

enablePanZoom(document);
bringToFront();
updatePage.mine = main().dataset.turn === "1";
const hasMissedMoves = main().dataset.seat === "" && seen < Number(main().dataset.ply);
updatePage();
markNewPieces();
showHowToPlayOnce();
const live = listenToEvents(`/t/${table}`, {
  revision: () => Number(main().dataset.revision),
  ready: () => sending,
  news: (ply) => {
    news.ply = ply;
    return refresh();
  },
  state: (good) => {
    offline.hidden = good;
  },
});
addEventListener("roundhouse:lacking", () => live.again());
if (hasMissedMoves) refresh();
