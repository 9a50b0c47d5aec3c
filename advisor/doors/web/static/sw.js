// Keeps what works without signal, under the name of its make: a new make is fetched whole before the old one goes.
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT.name).then((cache) => cache.addAll(KEPT.kept)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("advisor-") && name !== KEPT.name);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

const langOf = (url) => (url.pathname.startsWith(`${KEPT.root}/en`) ? "en" : "el");
const inCache = (what) => caches.open(KEPT.name).then((cache) => cache.match(what));

async function page(request, url) {
  const form = request.method === "POST" ? request.clone().formData() : undefined;
  try {
    return await fetch(request);
  } catch {
    if (form) {
      const text = (await form).get("text") ?? "";
      return Response.redirect(`${KEPT.root}/${langOf(url)}/offline#${encodeURIComponent(text)}`, 303);
    }
    return (await inCache(`${KEPT.root}/${langOf(url)}/offline`)) ?? Response.error();
  }
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== self.location.origin) return;
  if (event.request.mode === "navigate") event.respondWith(page(event.request, url));
  else if (event.request.method === "GET" && (url.pathname.startsWith(`${KEPT.root}/static/`) || url.pathname.startsWith(`${KEPT.root}/offline/`)))
    event.respondWith(inCache(event.request).then((found) => found ?? fetch(event.request)));
});
