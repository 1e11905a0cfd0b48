import { compiledCore } from '../lib/core';
import { Pool } from '../lib/pool';
import url from '../wasm/game/undercroft_web_bg.wasm?url';
import type { GameMethods } from './worker';

const create = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

/** The one worker that holds the game. */
export const pool = new Pool<GameMethods>(create, compiledCore(url), 1);
export const core = pool.client();
