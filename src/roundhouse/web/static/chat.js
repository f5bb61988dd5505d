// The chat panel of a table: fetches new messages and sends messages without leaving the page.
import { pgettext } from "./messages.js";

const panel = document.getElementById("chat");
const messagesBox = panel?.querySelector(".chat-panel");
const count = panel?.querySelector(".count");
const POLL_MS = 15000;
const NEWS_DELAY_MS = 600; // a closed panel only shows that there is news, after the moves
let seen = null;
let refreshTimer = null;

function lastMessageId() {
  return Number(messagesBox.querySelector(".messages")?.dataset.last ?? 0);
}

async function show(answer) {
  const html = await answer.text();
  // Read the field only now: the user may have typed during the fetch.
  const typed = messagesBox.querySelector('[name="words"]')?.value ?? "";
  const focused = document.activeElement?.name === "words";
  if (messagesBox.querySelector("details.about[open]")) return;
  messagesBox.innerHTML = html;
  const field = messagesBox.querySelector('[name="words"]');
  if (!field) return;
  field.value = typed;
  if (focused) field.focus();
  const list = messagesBox.querySelector(".messages");
  list.scrollTop = list.scrollHeight;
  if (panel.open || seen === null) seen = lastMessageId();
  const fresh = lastMessageId() > seen;
  count.hidden = !fresh;
  count.textContent = fresh ? pgettext("messages", "new") : "";
}

async function refresh() {
  try {
    await show(await fetch(`${panel.dataset.path}/now`));
  } catch {
    // the table's page reports the lost connection
  }
}

async function sendMessage(event) {
  const form = event.target;
  if (!form.matches(".chat-form")) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form));
  form.elements.words.value = "";
  await show(await fetch(form.action, { method: "POST", body, headers: { "x-fragment": "1" } }));
}

if (panel) {
  refresh();
  panel.addEventListener("submit", sendMessage);
  panel.addEventListener("toggle", () => {
    if (panel.open) refresh();
  });
  addEventListener("roundhouse:news", () => {
    clearTimeout(refreshTimer);
    refreshTimer = setTimeout(refresh, panel.open ? 0 : NEWS_DELAY_MS);
  });
  setInterval(() => {
    if (panel.open && document.visibilityState === "visible") refresh();
  }, POLL_MS);
}
