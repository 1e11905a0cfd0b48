/** Caches the pages for offline use. Does nothing where that is not possible. */
export function worksOffline(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('./sw.js').catch(() => {
    // Private windows and plain HTTP have no service workers; the page works without them.
  });
}
