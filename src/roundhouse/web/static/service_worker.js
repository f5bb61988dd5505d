// The service worker of a server's pages: shows a page when there is no connection, and push
// notifications. It keeps nothing but that page, so no private page is ever stored. The server fills in
// the version, a digest of all that is kept: a changed file is a changed service worker.

const CACHE_PREFIX = "roundhouse pages ";
const CACHE = `${CACHE_PREFIX}{version}`;
const PAGE = "/no-connection";
const FILES = ["style.css", "no_connection.js", "icon.svg"].map(
  (name) => `/static/${name}?{stamp}`,
);
const FONTS = ["fira-sans-400", "fira-sans-600", "zilla-slab-600"].map(
  (name) => `/static/fonts/${name}.woff2`,
);
const KEPT = [PAGE, ...FILES, ...FONTS];

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));

// All files or none: an incomplete version is not installed, and the one before goes on.
async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(KEPT.map((path) => new Request(path, { cache: "reload" })));
  await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith(CACHE_PREFIX) && name !== CACHE) await caches.delete(name);
  }
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(navigate(event));
  else if (KEPT.includes(pathname + search))
    event.respondWith(loadFile(request, pathname + search));
});

async function navigate(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await keptFile(PAGE)) ?? Response.error();
  }
}

async function loadFile(request, path) {
  try {
    return await fetch(request);
  } catch {
    return (await keptFile(path)) ?? Response.error();
  }
}

const keptFile = (path) => caches.match(path, { cacheName: CACHE });

// Push notifications

self.addEventListener("push", (event) => {
  const notification = event.data.json();
  event.waitUntil(
    self.registration.showNotification(notification.title, {
      body: notification.body,
      lang: notification.lang,
      tag: notification.link || notification.id,
      icon: "/static/icon-192.png",
      data: notification.link,
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  if (event.notification.data) event.waitUntil(show(event.notification.data));
});

// Show the window that has the page already, or else open one.
async function show(link) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const { pathname } = new URL(link, self.location.href);
  const client = windows.find(({ url }) => new URL(url).pathname === pathname);
  return client ? client.focus() : self.clients.openWindow(link);
}
