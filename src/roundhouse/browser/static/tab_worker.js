// The worker of a tab: answers the requests of its pages with the application in Python.
import { loadDocuments, storeChanges } from "./documents.js";
import { startPython } from "./pyodide_start.js";
import { Thinkers } from "./thinkers.js";

const BASE = new URL("../", import.meta.url).pathname;
const channel = new BroadcastChannel(`roundhouse tables ${BASE}`);
const latest = new Map(); // table -> its last announcement
let tab = null;

channel.addEventListener("message", ({ data }) => {
  if (data.ask && latest.has(data.table)) channel.postMessage(latest.get(data.table));
});

const thinkers = new Thinkers((reply) => tab.note(reply));
const host = {
  ask: (request) => thinkers.ask(request),
  store: (changes) => storeChanges(JSON.parse(changes)),
  announce(text) {
    const announcement = JSON.parse(text);
    latest.set(announcement.table, announcement);
    channel.postMessage(announcement);
  },
};

async function start() {
  const report = (progress, text) => self.postMessage({ progress, text });
  const [documents, { python, files }] = await Promise.all([loadDocuments(), startPython(report)]);
  report(88, "Opening the roundhouse…");
  const { Tab } = python.pyimport("roundhouse.browser.tab");
  tab = Tab(host, JSON.stringify(documents), files.version, BASE);
  report(97);
  self.postMessage({ ready: true });
}

const started = start();
started.catch((error) => self.postMessage({ failed: error.message }));

self.addEventListener("message", async ({ data, ports: [port] }) => {
  try {
    await started;
    port.postMessage(JSON.parse(await tab.answer(JSON.stringify(data.request))));
  } catch (error) {
    const body = `Something went wrong: ${error.message}`;
    port.postMessage({ status: 500, kind: "text/plain; charset=utf-8", headers: {}, body });
  }
  if (/^\/t\/\w+$/.test(data.request.path)) thinkers.prepare(); // the board is visible first
});
