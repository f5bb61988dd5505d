// Copies links to the clipboard, and opens the share sheet of the device; the button confirms it.
import { _ } from "./messages.js";
import { onClick } from "./on_click.js";

document.documentElement.classList.add("has-js"); // shows the buttons
document.documentElement.classList.toggle("can-share", "share" in navigator);
onClick("data-share-link", async (button) => {
  try {
    await navigator.share({ url: button.dataset.shareLink, title: button.dataset.title });
  } catch {
    // The user closed the share sheet.
  }
});
onClick("data-copy", (field) => field.select());
onClick("data-copy-button", async (button) => {
  const input = button.closest(".copying")?.querySelector("[data-copy]");
  const link = button.dataset.link ? new URL(button.dataset.link, location.href).href : input.value;
  input?.select();
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    if (!document.execCommand?.("copy")) {
      prompt(_("Copy this link:"), link);
      return;
    }
  }
  const label = button.textContent;
  button.textContent = _("Copied");
  setTimeout(() => {
    button.textContent = label;
  }, 2000);
});
