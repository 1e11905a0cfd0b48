import { compiledCore } from '../lib/core';
import { Pool } from '../lib/pool';
import type { GameMethods } from './worker';

const create = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

/** The one worker that holds the game. */
export const pool = new Pool<GameMethods>(create, compiledCore(), 1);
export const core = pool.client();
