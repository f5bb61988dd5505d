// Shares the picture of a result: the share sheet of the device, or a download.
import { _ } from "./messages.js";

const picture = async (address) => {
  const drawing = await (await fetch(address)).text();
  const [, width, height] = drawing.match(/viewBox="0 0 (\S+) ([^"]+)"/);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(drawing.replace("<svg ", `<svg width="${width}" height="${height}" `))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Number(width), Number(height)];
  canvas.getContext("2d").drawImage(image, 0, 0);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  return new File([blob], "roundhouse-result.png", { type: "image/png" });
};

function download(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

async function share(button) {
  const file = await picture(button.dataset.sharePicture);
  const text = button.dataset.text;
  const message = { files: [file], text, url: new URL(button.dataset.link, location.href).href };
  if (!navigator.canShare?.(message)) {
    download(file);
    return _("Picture saved");
  }
  await navigator.share(message);
  return _("Shared");
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-share-picture]");
  if (!button || button.disabled) return;
  const label = button.textContent;
  button.disabled = true;
  try {
    button.textContent = await share(button);
  } catch (error) {
    // Closing the share sheet is no error.
    button.textContent = error.name === "AbortError" ? label : _("The picture could not be made");
  }
  button.disabled = false;
  setTimeout(() => {
    button.textContent = label;
  }, 2500);
});
