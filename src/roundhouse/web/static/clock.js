// Clocks that run: the server counts, this only shows. What the page says of a seat is when its
// time is over by the server's clock; how far that is from this machine's is asked now and then.
let ahead = 0; // seconds by which the server's clock is ahead of ours

async function ask() {
  try {
    const sent = Date.now();
    const answer = await fetch("/health", { method: "GET", cache: "no-store" });
    const there = Date.parse(answer.headers.get("date"));
    // The header has whole seconds: on average half a one is missing.
    if (there) ahead = (there + 500 - (sent + Date.now()) / 2) / 1000;
  } catch {
    // It goes by our own clock, then.
  }
}

function words(seconds) {
  const two = (n) => String(n).padStart(2, "0");
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${two(Math.floor(seconds % 60))}`;
  if (seconds < 172800) {
    return `${Math.floor(seconds / 3600)} h ${two(Math.floor((seconds % 3600) / 60))} min`;
  }
  const days = Math.floor(seconds / 86400);
  return `${days} days ${Math.floor((seconds % 86400) / 3600)} h`;
}

function tick() {
  const now = Date.now() / 1000 + ahead;
  for (const clock of document.querySelectorAll("[data-until]")) {
    const shown = clock.querySelector("[data-left]");
    // The first moments of a move are not counted: no more is shown than there is.
    const left = Math.min(Number(clock.dataset.until) - now, Number(clock.dataset.bank));
    const said = words(Math.max(0, left));
    if (shown.textContent !== said) shown.textContent = said;
    clock.classList.toggle("out", left <= 0);
  }
  // From then on there is something new, though nobody has moved: who waits may vote.
  const look = document.querySelector("[data-look-at]");
  if (look && now > Number(look.dataset.lookAt) + 1) {
    delete look.dataset.lookAt;
    dispatchEvent(new Event("roundhouse:lacking"));
  }
}

ask().then(tick);
setInterval(tick, 250);
setInterval(ask, 600_000);
