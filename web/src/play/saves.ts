/**
 * Games in the browser's storage. A journal is stored in parts, one per command, and joined at every checkpoint, so that
 * saving takes the same short time on every turn.
 */

export interface SavedGame {
  id: string;
  plan: string;
  seed: string;
  turn: number;
  depth: number;
  level: number;
  changed: number;
}

export interface SavedReplay extends SavedGame {
  isWon: boolean;
  story: string;
  score: number;
}

/** A file of the player's own content: a plan, or what a plan refers to. */
export interface OwnFile {
  path: string;
  text: string;
}

let database: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  database ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('undercroft', 2);
    request.onupgradeneeded = ({ oldVersion }) => {
      const created = request.result;
      if (oldVersion < 1) {
        created.createObjectStore('games', { keyPath: 'id' });
        created.createObjectStore('parts');
        created.createObjectStore('checkpoints');
        created.createObjectStore('replays', { keyPath: 'id' });
        created.createObjectStore('recordings');
      }
      created.createObjectStore('scores', { keyPath: 'id' });
      created.createObjectStore('files', { keyPath: 'path' });
    };
    request.onsuccess = () => {
      // This lets a newer version of the page, in another tab, upgrade the storage.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error('cannot open the storage'));
    request.onblocked = () => reject(new Error('another tab is blocking the storage'));
  });
  // The next game may succeed, for example once the user has allowed storage.
  database.catch(() => (database = undefined));
  return database;
}

/** Runs a transaction, and returns once it is complete: only then are the bytes stored. */
async function transaction<T>(
  stores: string[],
  mode: IDBTransactionMode,
  work: (store: (name: string) => IDBObjectStore) => IDBRequest<T> | void,
  durability: IDBTransactionDurability = 'relaxed',
): Promise<T | undefined> {
  const opened = await open();
  return new Promise((resolve, reject) => {
    const running = opened.transaction(stores, mode, { durability });
    running.onabort = () => reject(running.error ?? new Error('the storage rejected the change'));
    try {
      const request = work((name) => running.objectStore(name));
      running.oncomplete = () => resolve(request?.result);
    } catch (error) {
      // Otherwise the calls before the one that failed would be stored: a journal could be deleted and not replaced.
      running.abort();
      throw error;
    }
  });
}

const partsOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity]);

/** Appends to a journal. The part's number must be unused: otherwise another tab is playing the same game. */
export async function append(game: SavedGame, part: number, bytes: Uint8Array): Promise<void> {
  await transaction(['games', 'parts'], 'readwrite', (store) => {
    store('parts').add(bytes, [game.id, part]);
    store('games').put(game);
  });
}

/** Replaces a whole journal, and its checkpoint if there is a new one. */
export async function replace(
  game: SavedGame,
  part: number,
  journal: Uint8Array,
  checkpoint: Uint8Array | null,
): Promise<void> {
  await transaction(
    ['games', 'parts', 'checkpoints'],
    'readwrite',
    (store) => {
      store('parts').delete(partsOf(game.id));
      store('parts').add(journal, [game.id, part]);
      if (checkpoint) store('checkpoints').put(checkpoint, game.id);
      store('games').put(game);
    },
    'strict',
  );
}

/** The journal of a game, its checkpoint, and the number of its next part. */
export async function load(id: string): Promise<{ journal: Uint8Array; checkpoint: Uint8Array | null; part: number }> {
  const parts = ((await transaction(['parts'], 'readonly', (store) => store('parts').getAll(partsOf(id)))) ??
    []) as Uint8Array[];
  const keys = (await transaction(['parts'], 'readonly', (store) => store('parts').getAllKeys(partsOf(id)))) as [
    string,
    number,
  ][];
  const checkpoint = await transaction(['checkpoints'], 'readonly', (store) => store('checkpoints').get(id));
  const journal = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    journal.set(part, offset);
    offset += part.length;
  }
  return { journal, checkpoint: (checkpoint as Uint8Array | undefined) ?? null, part: (keys.at(-1)?.[1] ?? -1) + 1 };
}

/** Turns the save of a finished game into a replay, and adds it to the scores, which remain when replays are deleted. */
export async function finish(replay: SavedReplay, bytes: Uint8Array): Promise<void> {
  await transaction(
    ['games', 'parts', 'checkpoints', 'replays', 'recordings', 'scores'],
    'readwrite',
    (store) => {
      store('recordings').put(bytes, replay.id);
      store('replays').put(replay);
      store('scores').put(replay);
      forget(store, replay.id);
    },
    'strict',
  );
}

function forget(store: (name: string) => IDBObjectStore, id: string): void {
  store('games').delete(id);
  store('parts').delete(partsOf(id));
  store('checkpoints').delete(id);
}

export async function removeGame(id: string): Promise<void> {
  await transaction(['games', 'parts', 'checkpoints'], 'readwrite', (store) => forget(store, id));
}

export async function removeReplay(id: string): Promise<void> {
  await transaction(['replays', 'recordings'], 'readwrite', (store) => {
    store('replays').delete(id);
    store('recordings').delete(id);
  });
}

const newestFirst = <T extends { changed: number }>(list: T[]) => list.sort((one, other) => other.changed - one.changed);

export async function games(): Promise<SavedGame[]> {
  return newestFirst(((await transaction(['games'], 'readonly', (store) => store('games').getAll())) ?? []) as SavedGame[]);
}

export async function replays(): Promise<SavedReplay[]> {
  const list = await transaction(['replays'], 'readonly', (store) => store('replays').getAll());
  return newestFirst((list ?? []) as SavedReplay[]);
}

/** All finished games, the highest score first. */
export async function scores(): Promise<SavedReplay[]> {
  const list = ((await transaction(['scores'], 'readonly', (store) => store('scores').getAll())) ?? []) as SavedReplay[];
  return list.sort((one, other) => other.score - one.score || one.changed - other.changed);
}

/** The rank of a game among the finished games of its plan, as in “rank 3 of 12”. */
export async function rank(id: string): Promise<string | undefined> {
  const all = await scores();
  const plan = all.find((score) => score.id === id)?.plan;
  const same = all.filter((score) => score.plan === plan);
  const place = same.findIndex((score) => score.id === id) + 1;
  return place > 0 && same.length > 1 ? `rank ${place} of ${same.length}` : undefined;
}

export async function ownFiles(): Promise<OwnFile[]> {
  return ((await transaction(['files'], 'readonly', (store) => store('files').getAll())) ?? []) as OwnFile[];
}

export async function keepFiles(files: OwnFile[]): Promise<void> {
  await transaction(['files'], 'readwrite', (store) => void files.forEach((file) => store('files').put(file)));
}

export async function removeFile(path: string): Promise<void> {
  await transaction(['files'], 'readwrite', (store) => void store('files').delete(path));
}

export async function recording(id: string): Promise<Uint8Array> {
  const bytes = await transaction(['recordings'], 'readonly', (store) => store('recordings').get(id));
  if (!bytes) throw new Error('this replay is no longer in the browser’s storage');
  return bytes as Uint8Array;
}

/** Why something cannot be stored, for the player. */
export function storageProblem(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'QuotaExceededError') return 'the browser’s storage is full';
  if (name === 'ConstraintError') return 'the game is being played in another tab';
  if (name === 'SecurityError' || name === 'InvalidStateError') return 'the browser does not allow this page to store anything';
  return error instanceof Error && error.message ? error.message : 'the browser’s storage cannot be used';
}

/** Holds a game for this tab until it is released; `undefined` if another tab holds it. */
export async function hold(id: string): Promise<(() => void) | undefined> {
  if (!navigator.locks) return () => {};
  return new Promise((resolve) => {
    void navigator.locks.request(`undercroft-game-${id}`, { ifAvailable: true }, (lock) => {
      if (!lock) {
        resolve(undefined);
        return;
      }
      return new Promise<void>((release) => resolve(release));
    });
  });
}
