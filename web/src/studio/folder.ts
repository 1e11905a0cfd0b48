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
  let problem = '';
  let paths = new Set<string>();
  const look = async () => {
    const now = await get('./content/stamp');
    if (now === stamp) return;
    const files = JSON.parse(await get('./content')) as [string, string][];
    stamp = now;
    await studio.useFiles(files, [...paths].filter((path) => !files.some(([known]) => known === path)));
    paths = new Set(files.map(([path]) => path));
  };
  for (;;) {
    if (!document.hidden) {
      const before = problem;
      problem = await look().then(() => '', (error: Error) => `cannot read the content folder: ${error.message}`);
      // Said once, and no longer once the folder can be read again.
      if (problem !== before && (problem || studio.notice === before)) studio.notice = problem;
    }
    await new Promise((done) => setTimeout(done, PERIOD));
  }
}

async function get(path: string): Promise<string> {
  const response = await fetch(path).catch(() => {
    throw new Error('no answer; is `undercroft studio` still running?');
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text.trim());
  return text;
}

/** Saves the recipe into the folder. */
export async function saveToFolder(path: string, text: string): Promise<void> {
  const response = await fetch(`./content/${path}`, { method: 'PUT', body: text });
  if (!response.ok) throw new Error((await response.text()).trim());
}
