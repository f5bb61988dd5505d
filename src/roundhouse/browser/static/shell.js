// The window around the pages. It registers the service worker, starts the worker with the application,
// and shows the pages in a frame, so that the application stays alive while the user goes from page to page.

const FOLDER = new URL("./", import.meta.url).pathname;
const BASE = new URL("../", import.meta.url).pathname;
const SERVICE_WORKER = new URL(`${BASE}service_worker.js`, location.origin).href;
const APPLICATION = `roundhouse ${BASE}`; // name of the lock that the tab with the application holds
const SNAPSHOTS = `roundhouse snapshot ${BASE}`;
const SNAPSHOT_PATH = "roundhouse snapshot of";
const TABLE = /^t\/\w+$/; // path of a table
const UPDATE_EVERY_MS = 3_600_000;
const MAX_SILENCE_MS = 3000; // a tab that does not respond for so long is frozen
const LANGUAGE = `roundhouse language ${BASE}`; // of the last page

// The messages are in the language of the document, so it is set before they are loaded.
document.documentElement.lang = findLanguage();
const { _ } = await import("./static/messages.js");

function findLanguage() {
  const known = document.documentElement.dataset.languages.split(" ");
  const preferred = (navigator.languages ?? []).map((each) => each.split("-")[0].toLowerCase());
  return (
    [localStorage.getItem(LANGUAGE), ...preferred].find((each) => known.includes(each)) ?? "en"
  );
}

const part = (id) => document.getElementById(id);
const frame = part("page");
const waiting = []; // requests that arrived before the worker was started
let worker = null;

// Progress

function showProgress(percent, text) {
  part("progress").value = Math.max(part("progress").value, percent);
  if (text) part("doing").textContent = text;
}

let hasFailed = false;
function fail(message) {
  hasFailed = true;
  part("problem").textContent = message;
  part("problem").hidden = false;
  part("start").hidden = false;
}

const failToStart = (reason) => fail(_("Roundhouse could not start: {reason}", { reason }));

// The service worker

async function control() {
  if (!("serviceWorker" in navigator)) {
    throw new Error(
      _(
        "This browser window does not allow service workers, which Roundhouse needs. Open this page in an ordinary window over HTTPS.",
      ),
    );
  }
  const options = { updateViaCache: "none" };
  const registration = await navigator.serviceWorker.register(SERVICE_WORKER, options);
  watchForUpdates(registration);
  await untilActive(registration);
  if (isControlled()) return;
  const controlled = new Promise((done) => {
    navigator.serviceWorker.addEventListener("controllerchange", done, { once: true });
  });
  registration.active.postMessage("claim"); // after a forced reload nothing controls this page
  await controlled;
}

// Under /offline/, the service worker of the server's pages may still control this page.
const isControlled = () => navigator.serviceWorker?.controller?.scriptURL === SERVICE_WORKER;

// `navigator.serviceWorker.ready` may mean the one of the server's pages.
async function untilActive(registration) {
  const worker = registration.installing ?? registration.waiting;
  if (registration.active || !worker) return;
  await new Promise((done, fail) => {
    worker.addEventListener("statechange", () => {
      if (worker.state === "redundant")
        fail(new Error(_("The service worker of the site did not start.")));
      else if (registration.active) done();
    });
  });
}

function watchForUpdates(registration) {
  const offer = () => {
    if (registration.waiting && registration.active) part("update").hidden = false;
  };
  offer();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", offer);
  });
  part("reload").addEventListener("click", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    registration.waiting?.postMessage("activate");
  });
}

// A tab may stay open for days, and a browser may wait until its service worker has stopped.
async function checkForUpdates() {
  const registration = await navigator.serviceWorker.getRegistration(BASE);
  await registration?.update().catch(() => {}); // without a connection
}

navigator.serviceWorker?.addEventListener("message", (event) => {
  if (event.data.type !== "request") return;
  const [port] = event.ports;
  if (worker) pass(event.data, port);
  else waiting.push([event.data, port]);
});

function pass(message, port) {
  port.postMessage("working");
  worker.postMessage(message, [port]);
}

// The application: one tab has it, and the others use it.

async function lead() {
  worker = new Worker(`${FOLDER}tab_worker.js`, { type: "module" });
  worker.addEventListener("message", ({ data }) => {
    if (data.progress) showProgress(data.progress, data.text && _(data.text));
    if (data.failed) failToStart(_(data.failed, data.values));
    if (data.ready) {
      navigator.serviceWorker.controller?.postMessage("keep");
      checkForUpdates();
      setInterval(checkForUpdates, UPDATE_EVERY_MS);
    }
  });
  worker.addEventListener("error", (event) => failToStart(event.message));
  for (const [message, port] of waiting.splice(0)) pass(message, port);
  await new Promise(() => {}); // holds the lock until this tab is closed
}

const channel = new BroadcastChannel(APPLICATION);
let lastSign = 0;
channel.addEventListener("message", ({ data }) => {
  if (data === "here?" && worker) channel.postMessage("here");
  if (data === "here") lastSign = Date.now();
});

// Take over from a tab that the system has frozen.
async function checkLeader() {
  if (worker || document.visibilityState !== "visible") return;
  const askTime = Date.now();
  channel.postMessage("here?");
  await new Promise((done) => setTimeout(done, MAX_SILENCE_MS));
  if (!worker && lastSign < askTime) navigator.locks.request(APPLICATION, { steal: true }, lead);
}

// The page in the frame

function firstPath() {
  if (location.hash.startsWith("#/")) return location.hash.slice(2);
  const path = location.pathname.slice(BASE.length);
  return (path === "index.html" ? "" : path) + location.search;
}

function follow() {
  const inner = frame.contentDocument;
  const { pathname, search, hash } = frame.contentWindow.location;
  if (pathname === "blank" || hasFailed) return;
  const path = pathname.slice(BASE.length) + search + hash;
  history.replaceState(null, "", path ? `${BASE}#/${path}` : BASE);
  localStorage.setItem(LANGUAGE, inner.documentElement.lang);
  const theme = inner.documentElement.dataset.theme;
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  const copyTitle = () => {
    document.title = inner.title;
    const icon = inner.getElementById("icon");
    if (icon) part("icon").href = icon.href;
  };
  copyTitle();
  const options = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(copyTitle).observe(inner.head, options);
  frame.hidden = false;
  part("start").hidden = true;
  part("snapshot").hidden = true;
  frame.contentWindow.focus();
  if (TABLE.test(path)) worker?.postMessage({ type: "table shown" });
  keepSnapshot(path);
  frame.contentWindow.addEventListener("roundhouse:news", () => keepSnapshot(path));
}

// The last page without its scripts, to show at once on the next visit.

let snapshotTimer = 0;
function keepSnapshot(path) {
  clearTimeout(snapshotTimer);
  snapshotTimer = setTimeout(async () => {
    const page = frame.contentDocument?.documentElement.cloneNode(true);
    if (!page) return;
    for (const script of page.querySelectorAll("script, link[rel=modulepreload]")) script.remove();
    const headers = { "content-type": "text/html; charset=utf-8" };
    const cache = await caches.open(SNAPSHOTS);
    await cache.put("snapshot", new Response(`<!doctype html>${page.outerHTML}`, { headers }));
    localStorage.setItem(SNAPSHOT_PATH, path);
  }, 700);
}

function showSnapshot(path) {
  if (localStorage.getItem(SNAPSHOT_PATH) !== path) return;
  const snapshot = part("snapshot");
  snapshot.inert = true;
  snapshot.hidden = false;
  snapshot.src = `${BASE}snapshot`;
  part("start").classList.add("small");
}

async function start() {
  part("tagline").textContent = _("Railway board games in your browser.");
  part("snapshot").title = _("The last position");
  part("ready").textContent = _("A new version is ready.");
  part("reload").textContent = _("Reload");
  showProgress(2, _("Starting…"));
  const controlled = control();
  if (isControlled()) controlled.catch((error) => fail(error.message));
  else await controlled;
  const path = firstPath();
  showSnapshot(path);
  navigator.locks.request(APPLICATION, lead);
  checkLeader();
  document.addEventListener("visibilitychange", checkLeader);
  frame.addEventListener("load", follow);
  frame.src = BASE + path;
}

start().catch((error) => fail(error.message));
