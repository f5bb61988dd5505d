// Submits a form as soon as one of its selects changes.
document.documentElement.classList.add("has-js");
for (const select of document.querySelectorAll("select[data-submit]")) {
  select.addEventListener("change", () => select.form.requestSubmit());
}
