import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

/** Writes `sw.js` with the list of all built files, so that both pages work offline after one visit to either. */
function serviceWorker(): Plugin {
  let folder: string;
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      // Read from the folder, since neither pages nor icons are part of the bundle.
      const isFile = (name: string) => statSync(resolve(folder, name)).isFile() && !name.startsWith('.');
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => name.replaceAll('\\', '/'))
        .filter((name) => isFile(name) && name !== 'sw.js')
        .sort();
      const hash = createHash('sha256');
      for (const name of files) hash.update(name).update(readFileSync(resolve(folder, name)));
      const text = readFileSync(resolve(import.meta.dirname, 'src/lib/service-worker.js'), 'utf8')
        .replace("'VERSION'", JSON.stringify(hash.digest('hex').slice(0, 16)))
        .replace("['FILES']", JSON.stringify(['./', ...files]));
      writeFileSync(resolve(folder, 'sw.js'), text);
    },
  };
}

export default defineConfig({
  // Relative, so that the pages work in any folder of any server.
  base: './',
  plugins: [svelte(), serviceWorker()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    outDir: 'dist',
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { studio: 'index.html', play: 'play.html' },
      // How long plugins take matters to nobody who builds the pages.
      checks: { bundlerTimings: false },
    },
  },
});
