// Caches the pages for offline use. The build fills in the version and the files.
const cacheName = 'undercroft-' + 'VERSION';
const files = ['FILES'];

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll(files))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name.startsWith('undercroft-') && name !== cacheName).map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
  // Files with a hash in their name never change. Pages come from the network first, so that a new version appears at once.
  const isPage = event.request.mode === 'navigate';
  const stored = () => caches.match(event.request, { ignoreSearch: isPage });
  event.respondWith(
    isPage
      ? fetch(event.request).catch(() => stored().then((found) => found ?? Response.error()))
      : stored().then((found) => found ?? fetch(event.request)),
  );
});
