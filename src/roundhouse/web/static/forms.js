// Forms that answer to a changed select at once.
document.documentElement.classList.add("has-js");
for (const select of document.querySelectorAll("select[data-submit]")) {
  select.addEventListener("change", () => select.form.requestSubmit());
}
