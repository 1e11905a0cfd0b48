/** The content folder of `undercroft studio`: follows its files as they change, and saves into it. */

import { studio } from './state.svelte';

/** How often the folder is polled, in milliseconds. */
const PERIOD = 1000;

/** Whether the page is served with a content folder. */
export const hasFolder = (): boolean => document.querySelector('meta[name="undercroft-content"]') !== null;

/** Reads the folder now, and again whenever it changes. */
export async function followFolder(): Promise<void> {
  if (!hasFolder()) return;
  let stamp = '';
  let paths = new Set<string>();
  const look = async () => {
    const now = await (await fetch('./content/stamp')).text();
    if (now === stamp) return;
    stamp = now;
    const files = (await (await fetch('./content')).json()) as [string, string][];
    await studio.useFiles(files, [...paths].filter((path) => !files.some(([known]) => known === path)));
    paths = new Set(files.map(([path]) => path));
  };
  for (;;) {
    if (!document.hidden) {
      await look().catch((error: Error) => (studio.notice = `cannot read the content folder: ${error.message}`));
    }
    await new Promise((done) => setTimeout(done, PERIOD));
  }
}

/** Saves the recipe into the folder. */
export async function saveToFolder(path: string, text: string): Promise<void> {
  const response = await fetch(`./content/${path}`, { method: 'PUT', body: text });
  if (!response.ok) throw new Error((await response.text()).trim());
}
