// The page without a connection: follows the chosen theme, offers the offline site if this browser has
// kept it, and reloads when the connection is back.
const theme = localStorage.getItem("roundhouse theme");
if (theme) document.documentElement.dataset.theme = theme;

const offer = document.getElementById("play-offline");
if (offer) {
  const isKept = (await caches.keys()).some((name) => name.startsWith("roundhouse /offline/ "));
  offer.hidden = !isKept;
  document.getElementById("not-kept").hidden = isKept;
}

addEventListener("online", () => location.reload());
