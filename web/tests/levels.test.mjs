import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser, openPage, serveDist, undercroft } from './browser.mjs';

let browser, server, page, errors;

before(async () => {
  server = await serveDist();
  browser = await openBrowser();
  ({ page, errors } = await openPage(browser, server.address));
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

const level = (recipe, seed, settings) =>
  page.evaluate(([recipe, seed, settings]) => window.undercroft.level(recipe, seed, settings), [recipe, seed, settings]);

/** Numbers that differ from run to run; a failure names the level. */
const random = (below) => Math.floor(Math.random() * below);

test('a level in the page equals the command’s, byte for byte, for random recipes, seeds and parameters', async () => {
  const tunable = {
    caves: () => `scatter.chance=${(0.4 + Math.random() * 0.2).toFixed(2)}`,
    halls: () => `loops.distance=${10 + random(40)}`,
    rooms: () => `rooms.max-side=${8 + random(12)}`,
    maze: undefined,
    surface: undefined,
    vaults: () => `stamp in rock.reach=${1 + random(12)}`,
    bsp: undefined,
    hive: undefined,
  };
  for (const [recipe, setting] of Object.entries(tunable)) {
    for (let turn = 0; turn < 3; turn += 1) {
      const seed = turn === 0 ? `moss ${random(1000)}` : String(random(2 ** 48));
      const settings = turn > 0 && setting ? [setting()] : [];
      const size = turn === 2 ? `${60 + random(60)}x${40 + random(40)}` : undefined;
      const options = settings.flatMap((setting) => ['--set', setting]).concat(size ? ['--size', size] : []);
      const native = undercroft('generate', recipe, '--seed', seed, ...options, '--format', 'json');
      assert.equal(await level(recipe, seed, { settings, size }), native, `${recipe}, seed ${seed}, ${options}`);
    }
  }
  assert.deepEqual(errors, []);
});

test('levels of plans and endless levels also equal the command’s', async () => {
  for (const depth of [0, 3]) {
    const native = undercroft('generate', '--plan', 'undercroft', '--depth', String(depth), '--seed', '42', '--format', 'json');
    assert.equal(await level('', 42, { plan: 'undercroft', depth }), native, `depth ${depth}`);
  }
  const native = undercroft('generate', 'caves', '--endless', '--seed', '42', '--format', 'json');
  assert.equal(await level('caves', 42, { endless: true }), native);
});

test('an invalid request is refused as the command refuses it', async () => {
  await assert.rejects(level('cavse', 1), /no recipe is called `cavse`; did you mean `caves`\?/);
  await assert.rejects(level('caves', 1, { settings: ['scatter.chance=2'] }), /not a number from 0 to 1/);
  await assert.rejects(level('caves', 1, { size: '2x2' }), /too small/);
  await assert.rejects(level('caves', 1, { nonsense: 1 }), /nonsense/);
});
