// The result page: polls the progress of a running analysis.
import "./copy_link.js";
import "./share.js";

document.documentElement.classList.add("has-js");
const part = () => document.querySelector('[data-part="outlook"]');
setInterval(async () => {
  if (!document.querySelector("[data-busy]")) return;
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  part().innerHTML = fresh.querySelector('[data-part="outlook"]').innerHTML;
}, 1500);
