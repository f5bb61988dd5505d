// Confirms on the next page what a form has done. Forms name the message, where success leads, and
// whether the user then has an account, so that a failure is never confirmed.
const KEY = "notice";
const place = document.getElementById("notice");

document.addEventListener("submit", (event) => {
  const {
    done,
    doneAt,
    doneAccount,
    confirm: question,
  } = { ...event.target.dataset, ...event.submitter?.dataset };
  if (!done) return;
  if (question && !confirm(question)) {
    event.preventDefault();
    return;
  }
  const fields = Object.fromEntries(new FormData(event.target));
  const text = done.replace(/\{(\w+)\}/g, (_, name) => fields[name] ?? "");
  sessionStorage.setItem(KEY, JSON.stringify({ text, at: doneAt, account: doneAccount }));
});

const saved = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
sessionStorage.removeItem(KEY);
const { account } = document.querySelector(".me").dataset;
if (saved && saved.at === location.pathname && saved.account === account) {
  place.textContent = saved.text;
  place.hidden = false;
  setTimeout(() => {
    place.hidden = true;
  }, 8000);
}
