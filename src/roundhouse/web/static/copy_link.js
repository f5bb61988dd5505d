// Copies links to the clipboard, and opens the share sheet of the device; the button confirms it.
document.documentElement.classList.toggle("can-share", "share" in navigator);
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-share-link]");
  if (!button) return;
  try {
    await navigator.share({ url: button.dataset.shareLink, title: button.dataset.title });
  } catch {
    // The user closed the share sheet.
  }
});
document.addEventListener("click", async (event) => {
  const field = event.target.closest?.("[data-copy]");
  const button = event.target.closest?.("[data-copy-button]");
  if (field) field.select();
  if (!button) return;
  const input = button.closest(".copying")?.querySelector("[data-copy]");
  const link = button.dataset.link ? new URL(button.dataset.link, location.href).href : input.value;
  input?.select();
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    if (!document.execCommand?.("copy")) {
      prompt("Copy this link:", link);
      return;
    }
  }
  const label = button.textContent;
  button.textContent = "Copied";
  setTimeout(() => {
    button.textContent = label;
  }, 2000);
});
