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

// Send a request to the server of an installed site, with the token that its forms have. The whole game
// passes through this worker only, so the page never contains what is hidden from the player.
async function askServer(text) {
  const { path, fields } = JSON.parse(text);
  const headers = { accept: "application/json", "x-server": "1" };
  const options = { headers };
  if (fields) {
    const form = await fetch("/upload", { headers: { ...headers, accept: "text/html" } });
    const [, token] = (await form.text()).match(/name="csrf" content="([^"]+)"/) ?? [];
    if (!token) throw new Error("There is no server here.");
    Object.assign(options, { method: "POST", body: new URLSearchParams(fields) });
    headers["x-csrf"] = token;
  }
  const response = await fetch(path, options);
  const reply = await response.text();
  if (response.ok) return JSON.stringify({ text: reply });
  let error = "The server does not answer.";
  try {
    error = JSON.parse(reply).detail;
  } catch {} // an answer of something before the server
  return JSON.stringify({ error });
}

const thinkers = new Thinkers((reply) => tab.note(reply));
const host = {
  ask: (request) => thinkers.ask(request),
  ask_server: askServer,
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
