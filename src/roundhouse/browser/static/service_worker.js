// The service worker: keeps the site for use without a connection, and passes the requests of pages to
// the tab that has the application. `site_builder.py` fills in the version.

const VERSION = "{version}";
const CACHE_PREFIX = `roundhouse ${new URL("./", self.location).pathname} `;
const CACHE = CACHE_PREFIX + VERSION;
const FOLDER = `v-${VERSION}/`;
const BASE = new URL("./", self.location).pathname;
const ANSWER_MS = 4000; // until a tab has confirmed that it is working on a request

// Drawings need inline styles. Only the shell and the workers compile WebAssembly.
const COMMON =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
  "connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'; ";
const PAGE_POLICY = `${COMMON}script-src 'self'`;
const SNAPSHOT_POLICY = `${COMMON}script-src 'none'`;
const SHELL_POLICY =
  `${COMMON}script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; frame-src 'self'; ` +
  "manifest-src 'self'";

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const isOurs = url.origin === self.location.origin;
  if (isOurs && !event.request.headers.has("x-server")) event.respondWith(answer(event, url));
});
self.addEventListener("message", (event) => {
  if (event.data === "activate") self.skipWaiting();
  if (event.data === "claim") self.clients.claim();
  if (event.data === "keep") event.waitUntil(keepFiles());
});

// The first version starts at once and keeps its files while they are used. A later one gets all its
// files first, and takes over when no tab uses the old one any more, so versions never mix.
async function install() {
  if (self.registration.active) await keepFiles();
  else await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith(CACHE_PREFIX) && name !== CACHE) await caches.delete(name);
  }
  await self.clients.claim();
}

async function keepFiles() {
  const list = await (await loadFile(`${BASE}${FOLDER}files.json`)).json();
  const used = await findUsedLanguages();
  for (const path of ["", ...list.root, ...Object.keys(list.files).map((name) => FOLDER + name)]) {
    const language = languageOf(path);
    if (language && !used.has(language)) continue;
    const { ok, status } = await loadFile(BASE + path);
    if (!ok) throw new Error(`${path}: ${status}`); // an incomplete version is not installed
  }
}

// The texts of a language are fetched and kept once it is used, in this or an earlier version.
const languageOf = (path) => /v-\w+\/(?:languages|static\/locale)\/(\w+)\./.exec(path)?.[1];

async function findUsedLanguages() {
  const used = new Set();
  for (const name of (await caches.keys()).filter((each) => each.startsWith(CACHE_PREFIX))) {
    for (const { url } of await (await caches.open(name)).keys()) used.add(languageOf(url));
  }
  return used;
}

// Return a file of the site: the stored one, or else from the network, and keep it.
async function loadFile(path) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(path);
  if (known) return known;
  const response = await fetch(path, { cache: "no-cache" });
  if (response.ok) await cache.put(path, response.clone());
  return response;
}

const isFile = (path) =>
  path.startsWith(FOLDER) || /^(manifest\.webmanifest|icons\/.+|service_worker\.js)$/.test(path);

async function answer(event, url) {
  const { request } = event;
  const path = url.pathname.startsWith(BASE)
    ? url.pathname.slice(BASE.length)
    : url.pathname.slice(1);
  if (request.mode === "navigate" && request.destination !== "iframe") {
    return withPolicy(await loadFile(BASE), SHELL_POLICY);
  }
  if (path === "snapshot") return withPolicy(await snapshot(), SNAPSHOT_POLICY);
  if (path.startsWith("static/"))
    return withPolicy(await loadFile(BASE + FOLDER + path), PAGE_POLICY);
  if (isFile(path)) return withPolicy(await loadFile(BASE + path), SHELL_POLICY);
  return forward(event, `/${path}`, url.search.slice(1));
}

function withPolicy(response, policy) {
  const headers = new Headers(response.headers);
  headers.set("content-security-policy", policy);
  headers.set("x-content-type-options", "nosniff");
  headers.set("referrer-policy", "same-origin");
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}

async function snapshot() {
  const response = await caches.match("snapshot", { cacheName: `roundhouse snapshot ${BASE}` });
  return response ?? new Response("", { status: 404 });
}

// Pass a request to the tabs; the one that has the application answers.
async function forward(event, path, query) {
  const message = { type: "request", request: await describe(event.request, path, query) };
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shells = windows.filter((client) => client.frameType === "top-level");
  const reply = await new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), ANSWER_MS);
    for (const shell of shells) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => {
        clearTimeout(timer);
        if (data !== "working") resolve(data);
      };
      shell.postMessage(message, [port2]);
    }
  });
  if (!reply) return new Response("Roundhouse is not open in any tab.", { status: 503 });
  const headers = { ...reply.headers, "content-type": reply.kind, "cache-control": "no-store" };
  const response = new Response(reply.body, { status: reply.status, headers });
  return withPolicy(response, PAGE_POLICY);
}

async function describe(request, path, query) {
  const headers = {};
  for (const name of ["accept", "x-fragment", "x-sheets"]) {
    if (request.headers.has(name)) headers[name] = request.headers.get(name);
  }
  headers["accept-language"] = (navigator.languages ?? [navigator.language]).join(",");
  const described = { method: request.method, path, query, headers, fields: [], json: null };
  if (request.method !== "POST") return described;
  const type = request.headers.get("content-type") ?? "";
  if (type.startsWith("application/json")) described.json = await request.json();
  else {
    for (const [name, value] of await request.formData()) {
      described.fields.push([name, typeof value === "string" ? value : await value.text()]);
    }
  }
  return described;
}
