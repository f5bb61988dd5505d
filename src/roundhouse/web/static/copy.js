// Links to copy; the button says when it is done.
document.addEventListener("click", async (event) => {
  const field = event.target.closest?.("[data-copy]");
  const button = event.target.closest?.("[data-copy-button]");
  if (field) field.select();
  if (!button) return;
  const from = button.closest(".copying")?.querySelector("[data-copy]");
  const link = button.dataset.link ? new URL(button.dataset.link, location.href).href : from.value;
  from?.select();
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    if (!document.execCommand?.("copy")) {
      prompt("Copy this link", link);
      return;
    }
  }
  const said = button.textContent;
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = said; }, 2000);
});
