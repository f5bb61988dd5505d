// Subscribes this browser to push notifications and submits the subscription with the form.

const form = document.getElementById("push");

function bytes(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

async function subscribe() {
  const worker = await navigator.serviceWorker.register("/push.js");
  await navigator.serviceWorker.ready;
  return worker.pushManager.subscribe({
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
      form.querySelector("p").textContent =
        "Your browser blocked notifications or does not support them. Check its site settings.";
    }
  });
}
