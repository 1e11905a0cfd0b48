#!/usr/bin/env node
/** Compares levels of the built core, in node, with those of the native command, byte for byte. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { undercroft } from './tests/browser.mjs';
import { initSync, Studio } from './src/wasm/studio/undercroft_web.js';

initSync({ module: readFileSync(resolve(import.meta.dirname, 'src/wasm/studio/undercroft_web_bg.wasm')) });
const studio = new Studio();
const { recipes } = JSON.parse(studio.catalogue());
let compared = 0;
for (const { name } of recipes) {
  const native = undercroft('generate', name, '--seed', '1', '--count', '8', '--format', 'json').trimEnd().split('\n');
  native.forEach((line, index) => {
    const level = studio.levelJson(JSON.stringify({ recipe: name, seed: String(index + 1) }));
    if (level !== line + '\n') throw new Error(`${name}, seed ${index + 1}: the browser's level differs from the command's`);
    compared += 1;
  });
}
console.log(`${compared} levels of the browser's core equal those of the command`);
