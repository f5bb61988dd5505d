// Cards over the stage: what happened, how to play; and the rules in a drawer beside the table.
import { closeMenu } from "./act.js";

const main = () => document.querySelector("main.table");
const drawer = document.getElementById("drawer");

const closed = () => `closed ${main().dataset.table}`;

// A card that was closed stays closed; a new one opens by itself.
export function dressCards() {
  const known = (localStorage.getItem(closed()) ?? "").split(" ");
  for (const card of document.querySelectorAll("[data-event]")) {
    if (known.includes(card.dataset.event)) card.hidden = true;
    else card.open = true;
  }
}

function close(card) {
  const known = (localStorage.getItem(closed()) ?? "").split(" ").slice(-20);
  localStorage.setItem(closed(), [...known, card.dataset.event].join(" ").trim());
  card.hidden = true;
}

export function closeAll() {
  closeMenu();
  document.querySelectorAll("[data-event]:not([hidden])").forEach(close);
  for (const open of document.querySelectorAll(".seat-chip[open], .table-menu[open], .how[open]")) {
    open.open = false;
  }
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
  const card = event.target.closest?.("[data-event]");
  if (card) {
    event.preventDefault();
    close(card);
    return;
  }
  const rules = event.target.closest?.("[data-rules]");
  if (rules && !(event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    openRules(rules.href).catch(() => open(rules.href));
  }
  if (event.target.closest?.("[data-close-drawer]")) drawer.hidden = true;
  if (event.target.closest?.("[data-close-how]")) document.querySelector(".how").open = false;
  if (event.target.closest?.("[data-close-hint]")) {
    document.querySelector(".hint")?.remove();
    document.querySelectorAll(".hinted").forEach((drawn) => drawn.classList.remove("hinted"));
    document.querySelector('[data-key="h"]')?.focus();
  }
  const tab = event.target.closest?.("[data-tab]");
  if (tab) {
    event.preventDefault();
    if (main().dataset.open === tab.dataset.tab) delete main().dataset.open;
    else main().dataset.open = tab.dataset.tab;
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
  if (pull) pull.setAttribute("aria-expanded", String(pull.getAttribute("aria-expanded") !== "true"));
  // What pops up closes when something else is clicked.
  for (const open of document.querySelectorAll(".seat-chip[open], .table-menu[open], .how[open]")) {
    if (!open.contains(event.target)) open.open = false;
  }
});

// Whoever has never played this game here is shown how, once.
export function greet() {
  const key = `knows ${main().dataset.game}`;
  if (localStorage.getItem(key) || main().dataset.seat === "") return;
  localStorage.setItem(key, "1");
  document.querySelector(".how").open = true;
}
