import { compiledCore } from '../lib/core';
import { Pool } from '../lib/pool';
import url from '../wasm/studio/undercroft_web_bg.wasm?url';
import type { LevelRequest } from './api';
import type { StudioMethods } from './worker';

const compiled = compiledCore(url);
const create = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

/** The worker that holds the current level. */
export const stage = new Pool<StudioMethods>(create, compiled, 1);

/** Workers for everything else: thumbnails, statistics, searches. */
export const helpers = new Pool<StudioMethods>(
  create,
  compiled,
  Math.max(1, Math.min(8, (navigator.hardwareConcurrency || 2) - 1)),
);

/** For tinkerers and tests: a level's JSON, equal to what the command writes. */
export function level(
  recipe: string,
  seed: string | number | bigint,
  settings: Partial<LevelRequest> = {},
): Promise<string> {
  return helpers.call('levelJson', [{ recipe, ...settings, seed: String(seed) }]);
}
