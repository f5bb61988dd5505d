// Refreshes the standings of a running tournament.

const page = document.querySelector("[data-tournament]");
const REFRESH_MS = 5000;

async function refresh() {
  if (document.visibilityState !== "visible") return;
  const answer = await fetch(`/tournaments/${page.dataset.tournament}/now`);
  if (!answer.ok) return;
  const html = await answer.text();
  if (page.contains(document.activeElement)) return; // do not steal the focus
  page.innerHTML = html;
}

if (page && page.dataset.phase === "playing") {
  setInterval(() => refresh().catch(() => {}), REFRESH_MS);
}
