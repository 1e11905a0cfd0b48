/** Share links: everything on screen, stored in the part of the address after `#`. */

import { Problem } from '../lib/rpc';

/** What a link holds. */
export interface Shared {
  /** The generator's version when the link was made. */
  version: number | undefined;
  recipe: string | undefined;
  /** The text of a recipe that is not built in, or was changed. */
  toml: string | undefined;
  plan: string | undefined;
  /** The sender's own content files that the level is made from. */
  files: [path: string, text: string][];
  seed: string;
  depth: number | undefined;
  endless: boolean;
  view: string | undefined;
  overlays: string[];
  oblique: boolean;
  glyphs: boolean;
}

/** The most text that a link can hold: a recipe, or content files. */
const MOST_TEXT = 1 << 20;

export async function written(shared: Shared): Promise<string> {
  const fields = new URLSearchParams();
  const put = (name: string, value: string | number | undefined) => {
    if (value !== undefined && value !== '') fields.set(name, String(value));
  };
  put('v', shared.version);
  put('recipe', shared.recipe);
  if (shared.toml !== undefined) put('toml', await packed(shared.toml));
  put('plan', shared.plan);
  if (shared.files.length > 0) put('files', await packed(JSON.stringify(shared.files)));
  // The empty text is a valid seed.
  fields.set('seed', shared.seed);
  put('depth', shared.depth);
  if (shared.endless) put('endless', 1);
  put('view', shared.view === 'level' ? undefined : shared.view);
  put('overlays', shared.overlays.join('.'));
  if (shared.oblique) put('oblique', 1);
  if (shared.glyphs) put('glyphs', 1);
  return '#' + fields.toString();
}

/** Reads a link; `undefined` if there is nothing to read. Throws a problem if it is damaged. */
export async function read(hash: string): Promise<Shared | undefined> {
  const text = hash.replace(/^#/, '');
  if (text === '') return undefined;
  const fields = new URLSearchParams(text);
  const get = (name: string) => fields.get(name) ?? undefined;
  const number = (name: string) => {
    const value = get(name);
    if (value === undefined) return undefined;
    if (!/^\d{1,9}$/.test(value)) throw new Problem({ message: `this link is damaged: “${name}” is not a number` });
    return Number(value);
  };
  const packedToml = get('toml');
  const shared: Shared = {
    version: number('v'),
    recipe: get('recipe'),
    toml: packedToml === undefined ? undefined : await unpacked(packedToml),
    plan: get('plan'),
    files: filesIn(get('files') === undefined ? '[]' : await unpacked(get('files')!)),
    seed: get('seed') ?? '1',
    depth: number('depth'),
    endless: get('endless') === '1',
    view: get('view'),
    overlays: get('overlays')?.split('.').filter(Boolean) ?? [],
    oblique: get('oblique') === '1',
    glyphs: get('glyphs') === '1',
  };
  if (!shared.recipe && shared.toml === undefined && !shared.plan) {
    throw new Problem({ message: 'this link is damaged: it names no recipe' });
  }
  return shared;
}

function filesIn(json: string): [string, string][] {
  const isFile = (file: unknown) => Array.isArray(file) && file.length === 2 && file.every((text) => typeof text === 'string');
  try {
    const files = JSON.parse(json) as unknown;
    if (Array.isArray(files) && files.every(isFile)) return files as [string, string][];
  } catch {
    // Said below.
  }
  throw new Problem({ message: 'this link is damaged: its content files cannot be read' });
}

async function packed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function unpacked(text: string): Promise<string> {
  try {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let result = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return result + decoder.decode();
      result += decoder.decode(value, { stream: true });
      if (result.length > MOST_TEXT) {
        void reader.cancel();
        throw new Error('too long');
      }
    }
  } catch {
    throw new Problem({ message: 'this link is damaged: its recipe cannot be read. Was the whole link copied?' });
  }
}
