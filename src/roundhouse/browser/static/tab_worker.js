// The worker of a tab: answers the requests of its pages with the application in Python.
import { loadDocuments, storeChanges } from "./documents.js";
import {
  addLanguage,
  forgetCompiled,
  loadFiles,
  startPython,
  storeCompiled,
} from "./pyodide_start.js";
import { Thinkers } from "./thinkers.js";

const BASE = new URL("../", import.meta.url).pathname;
const COMPILE_AFTER_MS = 3000; // the first page is shown then
const channel = new BroadcastChannel(`roundhouse tables ${BASE}`);
const latest = new Map(); // table -> its last announcement
const languages = new Map(); // language -> its texts are loaded
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

async function loadLanguage(language) {
  const { python, files } = await started;
  const archives = await addLanguage(python, files, language);
  setTimeout(() => storeCompiled(python, { ...files, archives }), COMPILE_AFTER_MS);
}

const thinkers = new Thinkers((reply) => tab.note(reply));
const host = {
  ask: (request) => thinkers.ask(request),
  ask_server: askServer,
  store: (changes) => storeChanges(JSON.parse(changes)),
  load_language(language) {
    if (!languages.has(language)) {
      const loading = loadLanguage(language);
      languages.set(language, loading);
      loading.catch(() => languages.delete(language));
    }
    return languages.get(language);
  },
  announce(text) {
    const announcement = JSON.parse(text);
    latest.set(announcement.table, announcement);
    channel.postMessage(announcement);
  },
};

const mark = (text) => text; // the shell translates it
const report = (progress, text) => self.postMessage({ progress, text });

function openTab(python, documents, { index }) {
  report(88, mark("Opening the roundhouse…"));
  const { Tab } = python.pyimport("roundhouse.browser.tab");
  tab = Tab(host, JSON.stringify(documents), index.version, BASE);
}

async function start() {
  let [documents, files] = await Promise.all([loadDocuments(), loadFiles(report)]);
  report(82, mark("Starting…"));
  let python = null;
  try {
    python = await startPython(files);
    openTab(python, documents, files);
  } catch (error) {
    if (!files.isCompiled) throw error;
    await forgetCompiled(files); // they may be damaged
    files = await loadFiles(report);
    python = await startPython(files);
    openTab(python, documents, files);
  }
  thinkers.files = files;
  return { python, files };
}

const started = start();
started.then(
  ({ python, files }) => {
    report(97);
    self.postMessage({ ready: true });
    if (!files.isCompiled) setTimeout(() => storeCompiled(python, files), COMPILE_AFTER_MS);
  },
  (error) => self.postMessage({ failed: error.message, values: error.values }),
);

async function answer(request, port) {
  try {
    await started;
    port.postMessage(JSON.parse(await tab.answer(JSON.stringify(request))));
  } catch (error) {
    const body = `Something went wrong: ${error.message}`;
    port.postMessage({ status: 500, kind: "text/plain; charset=utf-8", headers: {}, body });
  }
}

self.addEventListener("message", ({ data, ports: [port] }) => {
  if (data.type === "table shown") thinkers.prepare();
  else answer(data.request, port);
});
