import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import { openBrowser, openPage, PATIENCE, serveDist, slow, undercroft } from './browser.mjs';

const shots = resolve(import.meta.dirname, 'shots');
const folder = mkdtempSync(join(tmpdir(), 'undercroft-play-'));
let browser, server;

before(async () => {
  mkdirSync(shots, { recursive: true });
  server = await serveDist();
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

const open = (options) => openPage(browser, server.address, '/play.html', options);

/** Starts a game from the title. */
async function start(page, plan = 'two-caves', seed = '5') {
  await page.getByLabel('Plan').selectOption(plan);
  await page.getByRole('textbox', { name: 'Seed' }).fill(seed);
  await page.getByRole('button', { name: 'Start' }).click();
  await ready(page);
}

async function ready(page) {
  await page.locator('canvas[data-camera-ready]').waitFor();
}

const scene = (page) => page.evaluate(() => window.undercroft.game.scene());
const hash = (page) => page.evaluate(() => window.undercroft.game.hash());
const bot = (page, actions) => page.evaluate((actions) => window.undercroft.game.bot(actions), actions);

async function until(condition, what) {
  for (let attempt = 0; attempt < PATIENCE / 50; attempt += 1) {
    if (await condition()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  assert.fail(`timed out before ${what}`);
}

/** The replay of a native bot game, and the hash of its last state. */
function nativeGame(plan, seed, ...parameters) {
  const to = mkdtempSync(join(folder, 'native-'));
  undercroft('simulate', '--plan', plan, '--games', '1', '--seed', seed, '--replays', to, ...parameters);
  const path = join(to, readdirSync(to)[0]);
  return { path, hash: verified(path) };
}

function verified(path) {
  const [, hash] = /hash ([0-9a-f]{16})/.exec(undercroft('replay', path, '--verify'));
  return hash;
}

/** The files that the page offers for download while something is done. */
async function downloaded(page, work) {
  const [download] = await Promise.all([page.waitForEvent('download'), work()]);
  const path = join(folder, `${Date.now()}-${download.suggestedFilename()}`);
  await download.saveAs(path);
  return path;
}

async function violations(page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

test('a whole bot game ends in the same state as natively, and each side plays the other’s recording', async () => {
  const native = nativeGame('two-caves', '5');
  const { page, context, errors } = await open();
  await start(page);
  for (let part = 0; part < 200 && !(await scene(page)).ending; part += 1) await bot(page, 200);
  assert.equal(await hash(page), native.hash);
  await page.getByRole('heading', { name: /You have (won|died)/ }).waitFor();
  const replay = await downloaded(page, () => page.getByRole('button', { name: 'Export the replay to a file' }).click());
  assert.equal(verified(replay), native.hash);
  const bytes = [...readFileSync(native.path)];
  const there = await page.evaluate((bytes) => window.undercroft.game.verify(new Uint8Array(bytes)), bytes);
  assert.equal(there, native.hash);

  // When the game ended, its save became a replay.
  await page.getByRole('button', { name: 'Return to the title' }).click();
  assert.equal(await page.getByRole('heading', { name: 'Continue' }).count(), 0);
  await page.getByRole('button', { name: /^two-caves/ }).click();
  await page.getByRole('slider', { name: 'Moment of the replay' }).waitFor();
  await page.keyboard.press('End');
  await until(async () => (await hash(page)) === native.hash, 'the replay ends in the same state');
  assert.deepEqual(errors, []);
  await context.close();
});

test('a tab killed at any turn continues from that turn', async () => {
  const { page, context } = await open();
  await start(page, 'undercroft', 'kill');
  let current = page;
  for (const actions of [1, 7, 40, 3, 120]) {
    await bot(current, actions);
    const [before, { turn }] = [await hash(current), await scene(current)];
    const session = await context.newCDPSession(current);
    session.send('Page.crash').catch(() => {});
    await current.waitForEvent('crash');
    await current.close();
    current = await context.newPage();
    await current.goto(`${server.address}/play.html`);
    await current.getByRole('button', { name: /^undercroft/ }).click();
    await ready(current);
    assert.equal(await hash(current), before);
    assert.equal((await scene(current)).turn, turn);
  }
  await context.close();
});

test('a game from the terminal can be imported, continued, and exported back in the same state', async () => {
  const native = nativeGame('two-caves', '9', '--turns', '60');
  const { page, context, errors } = await open();
  await page.getByLabel('Save or replay to import').setInputFiles(native.path);
  await page.getByRole('button', { name: /^two-caves/ }).click();
  await ready(page);
  assert.equal(await hash(page), native.hash);
  await bot(page, 30);
  await page.keyboard.press('Escape');
  const path = await downloaded(page, () => page.getByRole('button', { name: /Export this game/ }).click());
  assert.equal(verified(path), await hash(page));
  assert.deepEqual(errors, []);
  await context.close();
});

test('a file that is not a game is refused with a reason, and the page stays usable', slow, async () => {
  const { page, context } = await open();
  const path = join(folder, 'letter.save');
  writeFileSync(path, 'Dear sir or madam');
  await page.getByLabel('Save or replay to import').setInputFiles(path);
  await page.getByText('letter.save cannot be imported: it is not a saved game').waitFor();
  await start(page);
  assert.equal((await scene(page)).turn, 0);
  await context.close();
});

test('a whole game, from title to title, can be played with the keyboard alone', async () => {
  const { page, context, errors } = await open();
  await page.locator('button:enabled', { hasText: 'Start' }).waitFor();
  await until(async () => {
    await page.keyboard.press('Tab');
    return page.evaluate(() => document.activeElement.placeholder === 'random');
  }, 'Tab reaches the seed');
  await page.keyboard.type('keys');
  await page.keyboard.press('Enter');
  await ready(page);
  await page.keyboard.press('.');
  await until(async () => (await scene(page)).turn === 1, 'a turn has passed');
  for (const [key, title] of [
    ['i', 'Your pack'],
    ['u', 'Use what?'],
    ['D', 'Drop what?'],
    ['n', 'In sight'],
    ['m', /^Depth/],
    ['L', 'Legend'],
    ['h', 'Log'],
    ['?', 'Help'],
    ['Escape', 'Menu'],
  ]) {
    await page.keyboard.press(key);
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
  await page.keyboard.press('o');
  await until(async () => (await scene(page)).turn > 3, 'the hero explores');
  // The first key only interrupts the hero.
  await until(async () => {
    await page.keyboard.press('k');
    return page.getByText('Kick in which direction?').isVisible();
  }, 'a kick asks for its direction');
  await page.keyboard.press('Escape');
  await page.keyboard.press('x');
  await page.getByText(/^Look:/).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  const { turn } = await scene(page);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('d');
  await until(async () => (await scene(page)).turn >= turn, 'steps are taken');
  await page.keyboard.press('Q');
  await page.getByRole('heading', { name: 'Continue' }).waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('on a narrow phone, a tap travels, and swipes and the pad step', async () => {
  const { page, context, errors } = await open({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 3,
    hasTouch: true,
    isMobile: true,
  });
  await start(page, 'two-caves', 'touch');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 360, `the page is ${wide} pixels wide`);
  await page.getByRole('button', { name: 'Look' }).tap();
  await page.getByText(/^Look:/).waitFor();
  const pad = await page.getByRole('button', { name: 'Step north-east' }).boundingBox();
  assert.ok(pad.x + pad.width <= 360, 'the pad fits beside the buttons of a cursor');
  await page.getByRole('button', { name: 'Done' }).tap();
  await page.getByRole('button', { name: 'Wait a turn' }).tap();
  await until(async () => (await scene(page)).turn === 1, 'the pad waits a turn');
  await page.getByRole('button', { name: 'Explore' }).tap();
  await until(async () => {
    const { turn, log } = await scene(page);
    return turn > 1 || log.some(({ text }) => text.includes('cannot explore'));
  }, 'the button explores, or the log says what is in the way');
  await page.getByRole('button', { name: 'Pack' }).tap();
  await page.getByRole('heading', { name: 'Your pack' }).waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).tap();
  const before = await scene(page);
  const box = await page.locator('main canvas').boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const session = await context.newCDPSession(page);
  const touch = (type, at) => session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  for (const [dx, dy] of [[60, 0], [-60, 0], [0, 60], [0, -60]]) {
    await touch('touchStart', { x, y });
    await touch('touchMove', { x: x + dx, y: y + dy });
    await touch('touchEnd');
    await page.waitForTimeout(150);
  }
  await until(async () => (await scene(page)).turn > before.turn, 'a swipe takes a step');
  await page.screenshot({ path: join(shots, 'play-360x740.png') });
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a click travels, and hovering describes what is there', slow, async () => {
  const { page, context } = await open();
  await start(page, 'two-caves', '5');
  const { turn } = await scene(page);
  const box = await page.locator('main canvas').boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.getByRole('status').filter({ hasText: /\w/ }).first().waitFor();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await until(async () => (await scene(page)).turn > turn, 'a click on the hero takes a turn');
  await context.close();
});

test('denied storage is reported, and the game goes on', slow, async () => {
  const { page, context } = await openPage(browser, server.address, '/index.html');
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError');
    };
  });
  await page.goto(`${server.address}/play.html`);
  await page.getByText('Games cannot be saved in this browser').waitFor();
  await start(page);
  await page.getByText('This game is not being saved').waitFor();
  await page.keyboard.press('.');
  await until(async () => (await scene(page)).turn === 1, 'the game goes on');
  const path = await downloaded(page, () => page.getByRole('button', { name: 'Export it to a file' }).click());
  assert.equal(verified(path), await hash(page));
  await context.close();
});

test('full storage is reported, the game goes on, and nothing is lost once there is space', async () => {
  const { page, context } = await open();
  await start(page, 'two-caves', 'full');
  await page.evaluate(() => {
    const { add } = IDBObjectStore.prototype;
    window.freeSpace = () => (IDBObjectStore.prototype.add = add);
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await bot(page, 5);
  await page.getByText('the browser’s storage is full').waitFor();
  await bot(page, 5);
  await page.evaluate(() => window.freeSpace());
  await bot(page, 1);
  await page.getByText('This game is not being saved').waitFor({ state: 'hidden' });
  const before = await hash(page);
  await page.reload();
  await page.getByRole('button', { name: /^two-caves/ }).click();
  await ready(page);
  assert.equal(await hash(page), before);
  await context.close();
});

test('a worker that dies during a game is replaced, and the game goes on from its last turn', slow, async () => {
  const { page, context } = await open();
  await start(page, 'two-caves', 'worker');
  await bot(page, 12);
  const { turn } = await scene(page);
  const before = await hash(page);
  const died = page.workers().map((worker) => worker.evaluate(() => void setTimeout(() => { throw new Error('died'); })));
  await Promise.all(died.map((death) => death.catch(() => undefined)));
  await page.waitForTimeout(300);
  await page.keyboard.press('.');
  await page.getByText('continues from its last turn').waitFor();
  assert.equal(await hash(page), before);
  await page.keyboard.press('.');
  await until(async () => (await scene(page)).turn === turn + 1, 'the next turn');
  await context.close();
});

test('a game that is open in one tab cannot be opened in another', slow, async () => {
  const { page, context } = await open();
  await start(page, 'two-caves', 'tabs');
  const other = await context.newPage();
  await other.goto(`${server.address}/play.html`);
  await other.getByRole('button', { name: /^two-caves/ }).click();
  await other.getByText('this game is being played in another tab').waitFor();
  await context.close();
});

test('the daily dungeon is the same as the terminal’s, and a score outlives its replay', async () => {
  const { page, context, errors } = await open();
  await page.getByRole('button', { name: 'High scores' }).click();
  await page.getByText('No game has ended yet.').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('button:enabled', { hasText: 'Today’s dungeon' }).click();
  await ready(page);
  const date = new Date().toISOString().slice(0, 10);
  const { plan, seed } = await scene(page);
  assert.deepEqual([plan, seed], ['undercroft', `daily ${date}`]);
  await page.keyboard.press('Q');
  await start(page, 'two-caves', '5');
  for (let part = 0; part < 200 && !(await scene(page)).ending; part += 1) await bot(page, 200);
  const { score } = (await scene(page)).ending;
  await page.getByRole('button', { name: 'Return to the title' }).click();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: /^Delete the replay/ }).click();
  await page.getByRole('heading', { name: 'Replays' }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'High scores' }).click();
  await page.getByRole('cell', { name: String(score), exact: true }).first().waitFor();
  await page.getByLabel(/Only today’s dungeon/).check();
  await page.getByText('Nobody has finished today’s dungeon here yet.').waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('the player’s own plan is refused with the line of its error, corrected, played, and continued after a reload', async () => {
  const { page, context, errors } = await open();
  const plan = "name = 'den'\ndescription = 'Two caves.'\nlevels = 2\n[[stretch]]\ndepths = '0-1'\nrecipe = 'cavs'\n";
  await page.getByRole('button', { name: 'Your own plans' }).click();
  await page.getByLabel('Or paste one').fill(plan);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'line 6' }).filter({ hasText: 'caves' }).waitFor();
  await page.getByLabel('Or paste one').fill(plan.replace('cavs', 'caves'));
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('“den” is ready to play.').waitFor();
  await page.keyboard.press('Escape');
  await start(page, 'den', '3');
  await bot(page, 20);
  const before = await hash(page);
  await page.reload();
  await page.getByRole('button', { name: /^den/ }).click();
  await ready(page);
  assert.equal(await hash(page), before);
  assert.deepEqual(errors, []);
  await context.close();
});

test('the guide has the rules, hints come once, keys can be changed, and a game can be abandoned', async () => {
  const { page, context, errors } = await open();
  await page.getByRole('button', { name: 'How the game works' }).click();
  await page.getByRole('heading', { name: 'Attack and defence' }).waitFor();
  await page.getByRole('heading', { name: 'The sidebar' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Change keys' }).click();
  await page.getByRole('button', { name: 'Change the key for: wait a turn' }).click();
  await page.keyboard.press('F9');
  await page.getByRole('button', { name: 'Change the key for: wait a turn' }).filter({ hasText: 'F9' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await start(page, 'two-caves', 'hints');
  await page.getByText(/^Hint:/).first().waitFor();
  const first = await page.locator('.hint').textContent();
  await page.keyboard.press('F9');
  await until(async () => (await scene(page)).turn === 1, 'the new key waits a turn');
  await page.keyboard.press('.');
  await page.waitForTimeout(300);
  assert.equal((await scene(page)).turn, 1, 'the old key does nothing');
  await page.reload();
  await page.getByRole('button', { name: /^two-caves/ }).click();
  await ready(page);
  await page.waitForTimeout(300);
  assert.notEqual(await page.locator('.hint').textContent({ timeout: 500 }).catch(() => ''), first);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Abandon this game' }).click();
  await page.getByRole('button', { name: 'Yes, abandon it' }).click();
  await page.getByRole('heading', { name: 'New game' }).waitFor();
  await page.getByRole('button', { name: /^two-caves/ }).waitFor({ state: 'detached' });
  assert.deepEqual(errors, []);
  await context.close();
});

for (const scheme of ['dark', 'light']) {
  test(`the title, the game and its dialogs have no accessibility violations in ${scheme} colours`, { skip: slow.skip && scheme === 'light' }, async () => {
    const { page, context } = await open({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Start' }).waitFor();
    assert.deepEqual(await violations(page), [], 'title');
    for (const name of ['High scores', 'How the game works', 'Settings', 'Your own plans']) {
      await page.getByRole('button', { name }).click();
      await page.getByRole('dialog', { name }).waitFor();
      assert.deepEqual(await violations(page), [], name);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
    await start(page, 'undercroft', '3');
    await bot(page, 60);
    assert.deepEqual(await violations(page), [], 'game');
    for (const key of ['i', 'n', 'm', 'h', '?', 'Escape']) {
      await page.keyboard.press(key);
      await page.getByRole('dialog').waitFor();
      assert.deepEqual(await violations(page), [], `dialog of ${key}`);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
    await context.close();
  });
}

for (const [width, height, look] of [
  [1280, 800, 'tiles'],
  [2560, 1440, 'tiles'],
  [1280, 800, 'glyphs'],
]) {
  test(`the game fills a screen of ${width}×${height} in ${look}`, slow, async () => {
    const { page, context, errors } = await open({ viewport: { width, height } });
    await start(page, 'undercroft', '3');
    if (look === 'glyphs') await page.keyboard.press('T');
    await bot(page, 150);
    await page.waitForTimeout(300);
    const size = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
    assert.deepEqual(size, [width, height]);
    await page.screenshot({ path: join(shots, `play-${look}-${width}x${height}.png`) });
    assert.deepEqual(errors, []);
    await context.close();
  });
}
