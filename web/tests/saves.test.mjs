/** Games in the browser's storage, with a fault at every call: the last stored turn is always there. Needs no browser. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { IDBObjectStore } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import ts from 'typescript';

const source = readFileSync(resolve(import.meta.dirname, '../src/play/saves.ts'), 'utf8');
const { outputText } = ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 } });
const saves = await import(`data:text/javascript;base64,${Buffer.from(outputText).toString('base64')}`);

/** Lets the nth change of the storage fail, as soon as it is made or, like a full disk, only later. */
let callsLeft = Infinity;
let failsLater = false;
for (const name of ['add', 'put', 'delete']) {
  const real = IDBObjectStore.prototype[name];
  IDBObjectStore.prototype[name] = function (...values) {
    callsLeft -= 1;
    if (callsLeft !== 0) return real.apply(this, values);
    if (!failsLater) throw new DOMException('full', 'QuotaExceededError');
    const request = real.apply(this, values);
    this.transaction.abort();
    return request;
  };
}

const bytes = (text) => new TextEncoder().encode(text);
const game = (id, turn) => ({ id, plan: 'two-caves', seed: '5', turn, depth: 0, level: 1, changed: turn });

/** What can be done with a game of three turns, and what is stored if it works. */
const operations = {
  turn: [(id) => saves.append(game(id, 4), 3, bytes('d')), 'abcd'],
  checkpoint: [(id) => saves.replace(game(id, 3), 3, bytes('abc'), bytes('state')), 'abc'],
  end: [(id) => saves.finish({ ...game(id, 3), isWon: true, story: '', score: 1 }, bytes('abc')), undefined],
  delete: [(id) => saves.removeGame(id), undefined],
};

/** The journal of a game, or `undefined` if it is no longer listed. */
async function stored(id) {
  const isListed = (await saves.games()).some((game) => game.id === id);
  const { journal, part } = await saves.load(id);
  assert.equal(isListed, journal.length > 0, 'a game is listed if and only if it has a journal');
  assert.equal(part > 0, isListed);
  return isListed ? new TextDecoder().decode(journal) : undefined;
}

for (const [name, [operation, after]] of Object.entries(operations)) {
  test(`a fault at any call of ${name} loses no stored turn`, async () => {
    for (const later of [false, true]) {
      for (let call = 1; ; call += 1) {
        const id = `${name}-${later}-${call}`;
        for (const [part, letter] of ['a', 'b', 'c'].entries()) await saves.append(game(id, part + 1), part, bytes(letter));
        [callsLeft, failsLater] = [call, later];
        const error = await operation(id).then(() => undefined, (error) => error ?? new Error('failed'));
        const hasHappened = callsLeft <= 0;
        callsLeft = Infinity;
        assert.equal(error !== undefined, hasHappened, `call ${call}: ${error}`);
        assert.equal(await stored(id), hasHappened ? 'abc' : after, `call ${call}, later: ${later}`);
        const isReplay = (await saves.replays()).some((replay) => replay.id === id);
        assert.equal(isReplay, name === 'end' && !hasHappened, `call ${call}: the replay`);
        if (!hasHappened) break;
      }
    }
  });
}
