// The table page: every choice is a form that works without this; here it becomes quick and live.
import { exchange, fit, handle, light, withRef, zoom } from "./board.js";
import { listen } from "./live.js";

const root = document.documentElement;
root.classList.add("has-js");
const main = () => document.querySelector("main.table");
const table = main().dataset.table;
const menu = document.getElementById("menu");
const offline = document.getElementById("offline");
let asked = new URLSearchParams(location.search).get("seat");
let busy = false;
let inMenu = []; // the choices that the open menu stands for
const news = { ply: null };

const offers = () => [...document.querySelectorAll("[data-choices] .offer")];
const refsOf = (element) => (element.dataset.refs || "").split(" ").filter(Boolean);

// What a spectator has seen is remembered here; a seat's own last move is known to the server.
const seenKey = `seen ${table}`;
let seen = Number(localStorage.getItem(seenKey) ?? main().dataset.ply);
let since = seen;

// Something else than the table has come back: say what it says, above what is there.
function complain(page) {
  const said = page.querySelector(".lead")?.textContent;
  if (!said) return;
  const place = document.createElement("p");
  place.className = "said";
  place.setAttribute("role", "alert");
  place.textContent = said;
  const prompt = document.querySelector('[data-part="prompt"]');
  prompt.querySelector(".said")?.remove();
  prompt.prepend(place);
}

function show(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const fresh = page.querySelector("main.table");
  if (!fresh) return complain(page);
  if (Number(fresh.dataset.revision) < Number(main().dataset.revision)) return;
  const held = document.activeElement;
  const key = held?.closest?.("[data-part]") && (held.value || held.dataset?.key || "");
  const inChoices = held?.closest?.("[data-choices]");
  const moved = fresh.dataset.revision !== main().dataset.revision;
  exchange(main(), fresh);
  if (asked !== null && main().dataset.seat !== asked) {
    asked = null;
    history.replaceState(null, "", location.pathname);
  }
  if (held && !held.isConnected) {
    const again = key && offers().find((offer) => offer.value === key);
    (again || (inChoices && offers()[0]) || document.querySelector(".ask"))?.focus?.();
  }
  // Somebody coming to the table is no reason to shut a menu; its choices being gone is.
  if (moved || inMenu.some((offer) => !offer.isConnected)) closeMenu();
  dress();
}

// After each exchange: clickable refs, log at its end, title, icon.
function dress() {
  for (const offer of offers()) {
    for (const ref of refsOf(offer)) {
      for (const drawn of withRef(ref)) drawn.classList.add("can");
    }
  }
  const log = document.querySelector("[data-log]");
  if (log) log.scrollTop = log.scrollHeight;
  const mine = main().dataset.turn === "1";
  document.title = `${mine ? "● Your turn · " : ""}${main().dataset.title} · Roundhouse`;
  const icon = document.getElementById("icon");
  const file = mine ? "icon-turn.svg" : "icon.svg";
  if (!icon.getAttribute("href").includes(`/${file}`)) {
    icon.setAttribute("href", icon.getAttribute("href").replace(/icon(-turn)?\.svg/, file));
  }
  if (mine && !dress.mine) notify();
  dress.mine = mine;
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
  const answer = await fetch(`/t/${table}/now?${query}`, { headers: { accept: "text/html" } });
  if (answer.ok) show(await answer.text());
  else if (answer.status >= 500) throw new Error("the server is in trouble"); // it is asked again
}

async function send(form, button) {
  const question = button?.dataset.confirm;
  if (question && !confirm(question)) return;
  if (busy) return;
  busy = true;
  main().setAttribute("aria-busy", "true");
  const body = new FormData(form);
  if (button?.name) body.append(button.name, button.value);
  try {
    const answer = await fetch(button?.getAttribute("formaction") || form.getAttribute("action"), {
      method: "POST", body: new URLSearchParams(body),
      headers: { "x-fragment": "1", accept: "text/html" },
    });
    const html = await answer.text();
    if (html.includes("<main")) show(html);
    else location.reload();
  } catch {
    offline.hidden = false;
  } finally {
    busy = false;
    main().removeAttribute("aria-busy");
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form.act");
  if (!form) return;
  event.preventDefault();
  send(form, event.submitter);
});

// Lighting up what a choice or a fact is about.
for (const [start, end] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
  document.addEventListener(start, (event) => {
    const element = event.target.closest?.("[data-refs]");
    if (element) light(element, true);
  });
  document.addEventListener(end, (event) => {
    const element = event.target.closest?.("[data-refs]");
    if (element) light(element, false);
  });
}

// A click on the board keeps the choices that concern it.
handle(document);
document.addEventListener("click", (event) => {
  if (event.target.closest?.(".menu")) return;
  closeMenu();
  if (!event.target.closest?.(".sheet")) return;
  const found = choicesAt(event);
  if (found.length === 1) found[0].form.requestSubmit(found[0]);
  else if (found.length) openMenu(found, event);
  else {
    const said = event.target.closest("[data-ref]")?.querySelector("title")?.textContent;
    if (said) openNote(said, event);
  }
});

// The choices that concern what lies under the pointer; a finger covers more than a point.
function choicesAt(event) {
  const reach = event.pointerType === "touch" ? 13 : 0;
  const found = new Set();
  const spots = reach ? [[0, 0], [-1, 0], [1, 0], [0, -1], [0, 1]] : [[0, 0]];
  for (const [x, y] of spots) {
    const hit = document.elementFromPoint(event.clientX + x * reach, event.clientY + y * reach);
    for (const offer of choicesOn(hit?.closest?.(".sheet [data-ref]"))) found.add(offer);
  }
  return offers().filter((offer) => found.has(offer));
}

function choicesOn(drawn) {
  for (let at = drawn; at; at = at.parentElement.closest("[data-ref]")) {
    const found = offers().filter((offer) => refsOf(offer).includes(at.dataset.ref));
    if (found.length) return found;
  }
  return [];
}

function openMenu(found, event) {
  inMenu = found;
  menu.replaceChildren();
  let heading = null;
  for (const offer of found) {
    const title = offer.closest(".group").querySelector("h2")?.textContent ?? "";
    if (title !== heading) {
      heading = title;
      const head = document.createElement("h3");
      head.textContent = title;
      if (title) menu.append(head);
    }
    const item = document.createElement("button");
    item.type = "button";
    item.setAttribute("role", "menuitem");
    item.dataset.refs = offer.dataset.refs;
    item.append(...[...offer.childNodes].map((node) => node.cloneNode(true)));
    item.addEventListener("click", () => {
      closeMenu();
      offer.form.requestSubmit(offer);
    });
    menu.append(item);
  }
  putMenu(event);
  menu.querySelector("button").focus();
}

function openNote(said, event) {
  const text = document.createElement("p");
  text.textContent = said;
  menu.replaceChildren(text);
  putMenu(event);
}

function putMenu(event) {
  menu.hidden = false;
  const box = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(8, Math.min(event.clientX + 6, innerWidth - box.width - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(event.clientY + 6, innerHeight - box.height - 8))}px`;
}

function closeMenu() {
  menu.hidden = true;
}

// Keys.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") closeMenu();
  if (event.target.matches?.("input, select, textarea")) return;
  const all = menu.hidden ? offers() : [...menu.querySelectorAll("button")];
  const at = all.indexOf(document.activeElement);
  const visible = [...document.querySelectorAll(".sheet")].filter((s) => s.offsetParent);
  if (/^[1-9]$/.test(event.key) && all[event.key - 1]) all[event.key - 1].focus();
  else if (event.key === "u" || event.key === "h") {
    document.querySelector(`[data-key="${event.key}"]`)?.click();
  }
  else if (event.key === "c") all[0]?.focus();
  else if (event.key === "b") visible[0]?.focus();
  else if (event.key === "+") visible.forEach((s) => zoom(s, 1.4));
  else if (event.key === "-") visible.forEach((s) => zoom(s, 1 / 1.4));
  else if (event.key === "0") visible.forEach(fit);
  else if (event.key === "?") document.getElementById("keys").showModal();
  else if (at >= 0 && ["ArrowDown", "ArrowRight"].includes(event.key)) {
    all[(at + 1) % all.length].focus();
    event.preventDefault();
  } else if (at >= 0 && ["ArrowUp", "ArrowLeft"].includes(event.key)) {
    all[(at + all.length - 1) % all.length].focus();
    event.preventDefault();
  }
});
document.getElementById("help").addEventListener("click", () => {
  document.getElementById("keys").showModal();
});

// Links to copy.
document.addEventListener("click", (event) => {
  const field = event.target.closest?.("[data-copy]");
  if (!field) return;
  field.select();
  navigator.clipboard?.writeText(field.value);
});

// A notification when it is my turn and I look elsewhere, if I asked for it.
const bell = document.getElementById("notify");
if ("Notification" in window && Notification.permission === "default") bell.hidden = false;
bell.addEventListener("click", async () => {
  await Notification.requestPermission();
  bell.hidden = true;
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

dress.mine = main().dataset.turn === "1";
const missed = main().dataset.seat === "" && seen < Number(main().dataset.ply);
if (missed) refresh();
dress();
listen(`/t/${table}`, {
  revision: () => Number(main().dataset.revision),
  news: (ply) => {
    news.ply = ply;
    return refresh();
  },
  state: (good) => { offline.hidden = good; },
});
