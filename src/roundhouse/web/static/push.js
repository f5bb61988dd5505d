// Subscribes this browser to push notifications and submits the subscription with the form.
import { _ } from "./messages.js";
import { registerWorker } from "./register_worker.js";

const form = document.getElementById("push");

function bytes(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

async function subscribe() {
  const registration = await registerWorker();
  await navigator.serviceWorker.ready;
  return registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytes(form.dataset.key),
  });
}

if (form && "serviceWorker" in navigator && "PushManager" in window) {
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      form.elements.address.value = JSON.stringify(await subscribe());
      form.submit();
    } catch {
      form.querySelector("p").textContent = _(
        "Your browser blocked notifications or does not support them. Check its site settings.",
      );
    }
  });
} else if (form && navigator.standalone === false) {
  // iPhones and iPads allow push messages to installed apps only.
  document.getElementById("push-needs-app").hidden = false;
}
