// Registers the service worker after the page has loaded. Browsers have none without HTTPS.
// The page without a connection gets no cookies, so the chosen theme is kept for it.

export const registerWorker = () =>
  navigator.serviceWorker.register("/service_worker.js", { updateViaCache: "none" });

if ("serviceWorker" in navigator) {
  localStorage.setItem("roundhouse theme", document.documentElement.dataset.theme ?? "");
  const register = () => registerWorker().catch(() => {}); // some windows do not allow it
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
