/** The player's own plans, and the recipes, vaults and tilesets they refer to: stored in the browser, and passed to the core. */

import { core, pool } from './core';
import * as saves from './saves';

/** No content file is anywhere near this large. */
const MOST_BYTES = 4 << 20;

/** Gives the core the files of earlier visits. */
async function loadOwnFiles(): Promise<void> {
  // Without storage there are none, and the title says so.
  const files = (await saves.ownFiles().catch(() => [])).map(({ path, text }) => [path, text] as [string, string]);
  if (files.length > 0) await hand(files);
}

/** Resolved once the core has the files of earlier visits. */
export const ownFilesLoaded = loadOwnFiles();
// Callers that await it get the error.
ownFilesLoaded.catch(() => undefined);

/** Adds all of the files or none. Throws the problem if one is invalid. */
export async function addOwnFiles(files: saves.OwnFile[]): Promise<void> {
  const large = files.find((file) => file.text.length > MOST_BYTES);
  if (large) throw new Error(`${large.path} is too large for a content file: more than 4 MB`);
  await hand(files.map(({ path, text }) => [path, text]));
  await saves.keepFiles(files);
}

export async function removeOwnFile(path: string): Promise<void> {
  await core.removeFile(path);
  // A replacement worker must not get it either.
  const isGone = ({ parameters: [files] }: { parameters: unknown[] }) => (files as [string, string][]).some(([known]) => known === path);
  pool.preparations.splice(0, Infinity, ...pool.preparations.filter((call) => !isGone(call)));
  await saves.removeFile(path);
}

async function hand(files: [path: string, text: string][]): Promise<void> {
  await core.addFiles(files);
  for (const file of files) pool.preparations.push({ method: 'addFiles', parameters: [[file]] });
}
