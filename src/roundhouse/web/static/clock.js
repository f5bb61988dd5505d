// Displays running clocks. The server keeps time and sends the moment at which a seat's time ends, by
// the server's clock; the offset to the local clock is measured every ten minutes.
import { _, ngettext } from "./messages.js";

let serverOffset = 0; // seconds that the server's clock is ahead of the local one

async function syncClock() {
  try {
    const sent = Date.now();
    const answer = await fetch("/health", { method: "GET", cache: "no-store" });
    const serverTime = Date.parse(answer.headers.get("date"));
    // The header is truncated to whole seconds: add half a second on average.
    if (serverTime) serverOffset = (serverTime + 500 - (sent + Date.now()) / 2) / 1000;
  } catch {
    // Fall back to the local clock.
  }
}

function formatTime(seconds) {
  const twoDigits = (n) => String(n).padStart(2, "0");
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${twoDigits(Math.floor(seconds % 60))}`;
  if (seconds < 172800) {
    const minutes = twoDigits(Math.floor((seconds % 3600) / 60));
    return _("{hours} h {minutes} min", { hours: Math.floor(seconds / 3600), minutes });
  }
  const days = Math.floor(seconds / 86400);
  const hours = Math.floor((seconds % 86400) / 3600);
  return ngettext("{n} day {hours} h", "{n} days {hours} h", days, { hours });
}

function tick() {
  const now = Date.now() / 1000 + serverOffset;
  for (const clock of document.querySelectorAll("[data-until]")) {
    const display = clock.querySelector("[data-left]");
    // The delay at the start of a move is not counted: never show more time than the bank has.
    const left = Math.min(Number(clock.dataset.until) - now, Number(clock.dataset.bank));
    const text = formatTime(Math.max(0, left));
    if (display.textContent !== text) display.textContent = text;
    clock.classList.toggle("out", left <= 0);
  }
  // From this moment on the waiting players can vote, although no move was made: fetch the table.
  const waiting = document.querySelector("[data-look-at]");
  if (waiting && now > Number(waiting.dataset.lookAt) + 1) {
    delete waiting.dataset.lookAt;
    dispatchEvent(new Event("roundhouse:lacking"));
  }
}

syncClock().then(tick);
setInterval(tick, 250);
setInterval(syncClock, 600_000);
