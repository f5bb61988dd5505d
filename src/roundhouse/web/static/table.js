// The table page: every choice is a form that works without this; here it becomes quick and live.
import "./copy.js";
import "./keys.js";
import "./slips.js"; // before what plays: it keeps slips of the hand out
import { askFirst, closeMenu, dressBoard, dressSteppers, markNew, offers } from "./act.js";
import { bring, frame, handle } from "./board.js";
import { dressCards, greet } from "./cards.js";
import { exchange, exchangeStage, sheetsHad } from "./exchange.js";
import { listen } from "./live.js";
import { replayed } from "./playback.js";
import { dressSettings } from "./settings.js";
import { choicesChanged } from "./slips.js";
import { sound } from "./sound.js";

const root = document.documentElement;
root.classList.add("has-js");
const main = () => document.querySelector("main.table");
const table = main().dataset.table;
const offline = document.getElementById("offline");
let asked = new URLSearchParams(location.search).get("seat");
let busy = false;
let sending = Promise.resolve(); // what was sent last, until its answer is shown
const news = { ply: null };

// What a spectator has seen is remembered here; a seat's own last move is known to the server.
const seenKey = `seen ${table}`;
let seen = Number(localStorage.getItem(seenKey) ?? main().dataset.ply);
let since = seen;

const page = (html) => new DOMParser().parseFromString(html, "text/html");
const question = () => document.querySelector(".ask")?.textContent ?? "";
const offered = () => offers().map((offer) => offer.value).join("\n");

// Something else than the table has come back: say what it says, above what is there.
function complain(said) {
  if (!said) return;
  const place = document.createElement("p");
  place.className = "said";
  place.setAttribute("role", "alert");
  place.textContent = said;
  const prompt = document.querySelector('[data-part="prompt"]');
  prompt.querySelector(".said")?.remove();
  prompt.prepend(place);
}

// A fresh table; moves of others that lie between are shown first, one after another.
async function show(html, mine = false) {
  const got = page(html);
  const fresh = got.querySelector("main.table");
  if (!fresh) return complain(got.querySelector(".lead")?.textContent);
  if (Number(fresh.dataset.revision) < Number(main().dataset.revision)) return;
  const [from, to] = [Number(main().dataset.ply), Number(fresh.dataset.ply)];
  if (!mine && to > from) {
    await replayed([...fresh.querySelectorAll("[data-log] [data-ply]")], from, to, step);
  }
  if (Number(fresh.dataset.revision) < Number(main().dataset.revision)) return;
  put(fresh);
}

async function step(ply) {
  const query = new URLSearchParams({ ply });
  if (asked !== null) query.set("seat", asked);
  const answer = await fetch(`/t/${table}/step?${query}`, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = page(await answer.text()).querySelector("main.table");
  exchangeStage(main(), fresh.querySelector('[data-part="stage"]'));
  dressBoard();
  frame();
  markNew();
}

function put(fresh) {
  const held = document.activeElement;
  const home = homeOf(held);
  const moved = fresh.dataset.revision !== main().dataset.revision;
  const before = offered();
  // A hint stays until somebody moves, whatever else has changed at the table.
  const hint = main().querySelector(".hint");
  if (hint && !fresh.querySelector(".hint") && fresh.dataset.ply === main().dataset.ply) {
    fresh.querySelector('[data-part="dock"]').append(hint.cloneNode(true));
  }
  const was = main().dataset.phase;
  const askedBefore = question();
  exchange(main(), fresh);
  // Another question is read from its beginning.
  if (question() !== askedBefore) document.querySelector('[data-part="choices"]').scrollTop = 0;
  // The same words may be offered again: what they mean has changed all the same.
  if (moved || offered() !== before) choicesChanged();
  if (asked !== null && main().dataset.seat !== asked) {
    asked = null;
    history.replaceState(null, "", location.pathname);
  }
  dress();
  if (moved) closeMenu();
  if (held && (held === away?.held || !held.isConnected)) refocus(home);
  markNew();
  if (moved) sound(was !== "over" && main().dataset.phase === "over" ? "end" : "move");
}

const keyOf = (held) => held.value || held.dataset.key || (held.matches("[data-go-amount]") ? "amount" : "");
let acted = ""; // the key of what was pressed last: while others move, it is not there
// While nothing is left where the focus belongs, the question holds it instead, however often that
// changes, until the same thing is there again or somebody takes the focus elsewhere. (Not until
// there is anything: a key that was meant to scroll should not play whatever is offered first.)
let away = null;
// What lies beside the choices, whoever moves, is a place of its own.
const besideOf = (held) => held.closest(".timing, .orders")?.className;
function homeOf(held) {
  if (held === away?.held) return away.home;
  const part = held?.closest?.("[data-part]")?.dataset.part;
  return part ? { part, key: keyOf(held), beside: besideOf(held) } : {};
}
// The focus stays where it was: on the same thing, or at least in the same place.
function refocus(home) {
  const place = document.querySelector(`[data-part="${home.part}"]`);
  const buttons = [...(place?.querySelectorAll("button:not(:disabled), select, summary, a") ?? [])]
    .filter((each) => besideOf(each) === home.beside && each.checkVisibility());
  const same = [home.key, home.part === "choices" && acted].filter(Boolean)
    .map((wanted) => buttons.find((each) => keyOf(each) === wanted)).find(Boolean);
  const back = same || (home !== away?.home && buttons[0]);
  const held = back || document.querySelector(".ask") || document.querySelector(".sheet.focus");
  held?.focus({ preventScroll: true });
  away = back ? null : { held, home };
}

// After each exchange: clickable refs, log at its end, title, icon. What writes to the page comes
// first, then what measures it.
function dress() {
  dressBoard();
  dressSteppers();
  dressSettings();
  dressCards();
  const log = document.querySelector("[data-log]");
  if (log) log.scrollTop = log.scrollHeight;
  frame();
  const mine = main().dataset.turn === "1";
  document.title = `${mine ? "● Your turn · " : ""}${main().dataset.title} · Roundhouse`;
  const icon = document.getElementById("icon");
  const file = mine ? "icon-turn.svg" : "icon.svg";
  if (!icon.getAttribute("href").includes(`/${file}`)) {
    icon.setAttribute("href", icon.getAttribute("href").replace(/icon(-turn)?\.svg/, file));
  }
  if (mine && !dress.mine) {
    notify();
    sound("turn");
  }
  dress.mine = mine;
  ring();
  if (document.visibilityState === "visible" && seen !== Number(main().dataset.ply)) {
    since = seen;
    seen = Number(main().dataset.ply);
    localStorage.setItem(seenKey, seen);
  }
}

async function refresh() {
  const moved = news.ply !== null && news.ply !== Number(main().dataset.ply);
  const query = new URLSearchParams({ since: moved ? seen : since });
  if (asked !== null) query.set("seat", asked);
  const headers = { "x-fragment": "1", "x-sheets": sheetsHad(), accept: "text/html" };
  const answer = await fetch(`/t/${table}/now?${query}`, { headers });
  if (answer.ok) await show(await answer.text());
  else if (answer.status >= 500) throw new Error("the server is in trouble"); // it is asked again
}

async function send(form, button) {
  busy = true;
  main().setAttribute("aria-busy", "true");
  const body = new FormData(form);
  if (button?.name) body.append(button.name, button.value);
  acted = button ? keyOf(button) : "";
  try {
    const answer = await fetch(button?.getAttribute("formaction") || form.getAttribute("action"), {
      method: "POST", body: new URLSearchParams(body),
      headers: { "x-fragment": "1", "x-sheets": sheetsHad(), accept: "text/html" },
    });
    const html = await answer.text();
    if (html.includes("<main")) await show(html, true);
    else location.reload();
  } catch {
    offline.hidden = false;
    complain("That was not sent: there is no connection. The table is asked again; look, then repeat.");
    live.again();
  } finally {
    busy = false;
    main().removeAttribute("aria-busy");
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form.act");
  if (!form || askFirst(event.submitter, event)) return;
  event.preventDefault();
  const question = event.submitter?.dataset.confirm;
  if (busy || (question && !confirm(question))) return;
  sending = send(form, event.submitter);
});

// A notification when it is my turn and I look elsewhere, if I asked for it.
function ring() {
  const bell = document.getElementById("notify");
  if (bell) bell.hidden = !("Notification" in window && Notification.permission === "default");
}
document.addEventListener("click", async (event) => {
  if (!event.target.closest?.("#notify")) return;
  await Notification.requestPermission();
  ring();
});
function notify() {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  if (document.visibilityState === "visible") return;
  const about = { body: main().dataset.title, tag: table, icon: "/static/icon.svg" };
  try {
    new Notification("Your turn", about);
  } catch {
    // Android leaves notifications to service workers: there the page's title has to do.
  }
}

handle(document);
bring();
dress.mine = main().dataset.turn === "1";
const missed = main().dataset.seat === "" && seen < Number(main().dataset.ply);
dress();
markNew();
greet();
const live = listen(`/t/${table}`, {
  revision: () => Number(main().dataset.revision),
  ready: () => sending,
  news: (ply) => {
    news.ply = ply;
    return refresh();
  },
  state: (good) => { offline.hidden = good; },
});
addEventListener("roundhouse:lacking", () => live.again());
if (missed) refresh();
