// Confirms on the next page what a form has done. Forms name the message, where success leads, and
// whether the user then has an account, so that a failure is never confirmed.
const KEY = "notice";
const me = document.querySelector(".me");
const { account } = me.dataset;
const place = document.getElementById("notice");

document.addEventListener("submit", (event) => {
  const {
    done,
    doneAt,
    doneAccount,
    confirm: question,
  } = { ...event.target.dataset, ...event.submitter?.dataset };
  if (event.target.matches(".act")) return; // the table asks by itself
  if (question && !confirm(question)) event.preventDefault();
  if (event.defaultPrevented || !done) return;
  announce(done, doneAt, doneAccount);
});

// Show a message on the page at this address, if that is the next one.
export function announce(text, address, asAccount = account) {
  const at = new URL(address, location.href).pathname;
  sessionStorage.setItem(KEY, JSON.stringify({ text, at, account: asAccount }));
}

const saved = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
sessionStorage.removeItem(KEY);
if (saved && saved.at === location.pathname && saved.account === account) {
  place.textContent = saved.text.replace("{account}", me.textContent.trim());
  place.hidden = false;
  setTimeout(() => {
    place.hidden = true;
  }, 8000);
}
