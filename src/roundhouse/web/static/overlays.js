// What opens over the table: event cards, the how-to-play card, tabs, popups and the rules drawer.
import { leaveFull } from "./board.js";
import { closeMenu } from "./choices.js";

const main = () => document.querySelector("main.table");
const drawer = document.getElementById("drawer");

const storageKey = () => `closed ${main().dataset.table}`;

const closedEvents = () => (localStorage.getItem(storageKey()) ?? "").split(" ");

const openCards = () => [...document.querySelectorAll("[data-event]:not([hidden])")];

// Show new event cards; closed cards stay closed.
export function updateCards() {
  const closed = closedEvents();
  for (const card of document.querySelectorAll("[data-event]")) {
    if (closed.includes(card.dataset.event)) card.hidden = true;
  }
  nameNews();
}

// The button that opens the cards on a phone names the latest event.
function nameNews() {
  const news = document.querySelector(".news");
  if (!news) return;
  const cards = openCards();
  news.hidden = !cards.length;
  const more = cards.length > 1 ? ` +${cards.length - 1}` : "";
  news.textContent = cards.length ? `${cards[0].querySelector("h2").textContent}${more}` : "";
}

function close(card) {
  const closed = closedEvents().slice(-20);
  localStorage.setItem(storageKey(), [...closed, card.dataset.event].join(" ").trim());
  card.hidden = true;
  nameNews();
  if (!openCards().length && main().dataset.open === "events") delete main().dataset.open;
}

// The cards give way to the next decision.
export function closeEvents() {
  if (main().dataset.open === "events") delete main().dataset.open;
}

export function closeOverlays() {
  closeMenu();
  openCards().forEach(close);
  for (const open of document.querySelectorAll(
    ".seat-chip[open], .table-menu[open], .how-to-play[open], .chat[open]",
  )) {
    if (open.contains(document.activeElement)) open.querySelector("summary").focus();
    open.open = false;
  }
  leaveFull();
  delete main().dataset.open;
  drawer.hidden = true;
}

async function openRules(address) {
  const text = drawer.querySelector(".drawer-text");
  if (!text.childNodes.length) {
    const answer = await fetch(address, { headers: { accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    text.replaceChildren(...page.querySelector("main").childNodes);
  }
  drawer.hidden = false;
  drawer.querySelector("button").focus();
}

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-close-event]")) {
    close(event.target.closest("[data-event]"));
    return;
  }
  const rules = event.target.closest?.("[data-rules]");
  if (rules && !(event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    openRules(rules.href).catch(() => open(rules.href));
  }
  if (event.target.closest?.("[data-close-drawer]")) drawer.hidden = true;
  if (event.target.closest?.("[data-close-how]"))
    document.querySelector(".how-to-play").open = false;
  if (event.target.closest?.("[data-close-hint]")) {
    document.querySelector(".hint")?.remove();
    document.querySelectorAll(".hinted").forEach((element) => element.classList.remove("hinted"));
    document.querySelector('[data-key="h"]')?.focus();
  }
  const tab = event.target.closest?.("[data-tab]");
  if (tab) {
    event.preventDefault();
    if (main().dataset.open === tab.dataset.tab) delete main().dataset.open;
    else main().dataset.open = tab.dataset.tab;
    const log = document.querySelector("[data-log]");
    log.scrollTop = log.scrollHeight; // a hidden log cannot be scrolled
  }
  const orders = event.target.closest?.("[data-to-orders]") && document.getElementById("orders");
  if (orders) {
    event.preventDefault();
    orders.open = true;
    document.querySelector("[data-pull]")?.setAttribute("aria-expanded", "true");
    orders.scrollIntoView({ block: "nearest" });
    orders.querySelector("summary").focus({ preventScroll: true });
  }
  const pull = event.target.closest?.("[data-pull]");
  if (pull)
    pull.setAttribute("aria-expanded", String(pull.getAttribute("aria-expanded") !== "true"));
  // A click elsewhere closes popups.
  for (const open of document.querySelectorAll(
    ".seat-chip[open], .table-menu[open], .how-to-play[open]",
  )) {
    if (!open.contains(event.target)) open.open = false;
  }
});

// Open the how-to-play card the first time this browser plays the game.
export function showHowToPlayOnce() {
  const key = `knows ${main().dataset.game}`;
  const { seat, phase } = main().dataset;
  if (localStorage.getItem(key) || seat === "" || phase === "waiting") return;
  localStorage.setItem(key, "1");
  document.querySelector(".how-to-play").open = true;
}
