import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import { openBrowser, openPage, serveDist, slow } from './browser.mjs';

let browser, server;

before(async () => {
  server = await serveDist();
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

/** A studio that has shown its first level. */
async function studio(path = '/', options = {}) {
  const opened = await openPage(browser, server.address, path, options);
  await settled(opened.page);
  return { ...opened, close: () => opened.context.close() };
}

/** Waits until a level later than the given one is shown. */
async function settled(page, after = 0) {
  await page.waitForFunction((after) => window.undercroft?.shown().revision > after, after);
}

const shown = (page) => page.evaluate(() => window.undercroft.shown());

/** Does something, and waits for the level that it leads to. */
async function change(page, act) {
  const { revision } = await shown(page);
  await act();
  await settled(page, revision);
  return shown(page);
}

test('a level appears at once, and every seed control changes it', async () => {
  const { page, errors, close } = await studio();
  assert.equal((await shown(page)).summary.recipe, 'halls');
  const first = (await shown(page)).summary;
  assert.equal(first.seed, '42');
  assert.equal((await change(page, () => page.getByRole('button', { name: 'Next seed' }).click())).summary.seed, '43');
  const back = await change(page, () => page.getByRole('button', { name: 'Previous seed' }).click());
  assert.equal(back.summary.fingerprint, first.fingerprint);
  const random = await change(page, () => page.getByRole('button', { name: 'Random seed' }).click());
  assert.notEqual(random.summary.seed, '42');
  const typed = await change(page, async () => {
    await page.getByLabel('Seed', { exact: true }).last().fill('a walk in the dark');
    await page.keyboard.press('Enter');
  });
  assert.equal(typed.summary.seed, 'a walk in the dark');
  assert.deepEqual(errors, []);
  await close();
});

test('the recipe list has a picture of each recipe and shows the one that is chosen', slow, async () => {
  const { page, errors, close } = await studio();
  await page.getByRole('button', { name: /halls/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Recipes' });
  await dialog.getByRole('button').nth(1).waitFor();
  await page.waitForFunction(() => document.querySelectorAll('dialog canvas[data-key]').length >= 6);
  const after = await change(page, () => dialog.getByRole('button', { name: /^A level of caves/ }).click());
  assert.equal(after.summary.recipe, 'caves');
  assert.deepEqual(errors, []);
  await close();
});

test('steps are tuned, switched off, moved, removed and added, and the TOML follows', async () => {
  const { page, errors, close } = await studio('/#recipe=caves&seed=7');
  const toml = async () => (await shown(page)).request.toml;
  await page.getByRole('button', { name: 'scatter', exact: true }).click();
  await change(page, async () => {
    await page.getByRole('spinbutton', { name: 'chance' }).fill('0.44');
    await page.keyboard.press('Tab');
  });
  assert.match(await toml(), /chance = 0\.44/);
  await change(page, async () => {
    const slider = page.getByRole('slider', { name: 'chance' });
    await slider.focus();
    await page.keyboard.press('ArrowRight');
  });
  assert.match(await toml(), /chance = 0\.45/);
  await change(page, () => page.getByRole('button', { name: 'Default for chance' }).click());
  assert.doesNotMatch(await toml(), /chance/);
  await change(page, () => page.getByRole('switch', { name: 'smooth is on' }).click());
  assert.match(await toml(), /#~ do = "smooth"/);
  await change(page, () => page.getByRole('switch', { name: 'smooth is on' }).click());
  assert.doesNotMatch(await toml(), /#~/);
  const before = await toml();
  // Smoothing solid rock makes no level, so only the text tells.
  await page.getByRole('button', { name: /^Move step 2, smooth/ }).focus();
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => window.undercroft.shown().request.toml.match(/smooth[^]*scatter/));
  await page.getByRole('tab', { name: 'TOML' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForFunction((before) => window.undercroft.shown().request.toml === before, before);
  await page.getByRole('tab', { name: 'Steps' }).click();
  await page.getByLabel('Step to add').selectOption('border');
  await change(page, () => page.getByRole('button', { name: 'Add', exact: true }).click());
  assert.match(await toml(), /do = "border"\n\n\[\[step\]\]\ndo = "start"/);
  await change(page, () => page.getByRole('button', { name: 'Remove' }).click());
  assert.doesNotMatch(await toml(), /border/);
  assert.deepEqual(errors, []);
  await close();
});

test('a step can be dragged to another position', slow, async () => {
  const { page, errors, close } = await studio('/#recipe=caves&seed=7');
  const box = async (name) => page.getByRole('button', { name }).boundingBox();
  const [from, to] = [await box(/^Move step 4, start/), await box(/^Move step 5, stairs/)];
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(to.x + 5, to.y + to.height - 4, { steps: 6 });
  await page.mouse.up();
  await page.waitForFunction(() => window.undercroft.shown().request.toml.match(/stairs[^]*do = "start"/));
  assert.deepEqual(errors, []);
  await close();
});

test('the TOML can be edited, and an error is shown at its line', async () => {
  const { page, errors, close } = await studio('/#recipe=caves&seed=7');
  const before = await shown(page);
  await page.getByRole('tab', { name: 'TOML' }).click();
  const field = page.getByLabel('Recipe as TOML');
  await field.fill(before.request.toml.replace('scatter', 'scater'));
  await page.locator('.bad', { hasText: /^6$/ }).waitFor();
  assert.match(await page.locator('#toml-problem').textContent(), /Line 6, column 6: .*did you mean `scatter`\?/);
  assert.equal((await shown(page)).summary.fingerprint, before.summary.fingerprint, 'the last level stays');
  const mended = await change(page, () => field.fill(before.request.toml.replace('80x50', '60x40')));
  assert.deepEqual([mended.summary.width, mended.summary.height, mended.problem], [60, 40, undefined]);
  for (const text of ['', '[[', 'name = 1', '\u0000', 'x'.repeat(100_000), 'name = "x"\n'.repeat(500)]) {
    await field.fill(text);
    await page.waitForFunction(() => window.undercroft.shown().problem);
  }
  assert.deepEqual(errors, []);
  await close();
});

test('the timeline scrubs through the steps and inside them', slow, async () => {
  const { page, errors, close } = await studio('/#recipe=caves&seed=7');
  const afar = (await shown(page)).summary.moments.length;
  const text = () => page.locator('.timeline output').textContent();
  await page.keyboard.press('[');
  await page.waitForFunction((afar) => window.undercroft.shown().summary.moments.length > afar, afar);
  // The picture still shows the chosen step, whose index differs now that there are more moments.
  const [, step, steps] = /^(\d+) of (\d+)/.exec(await text());
  assert.equal(Number(step), Number(steps) - 1);
  const slider = page.getByRole('slider', { name: /Moment/ });
  await slider.focus();
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelector('.timeline output').textContent.includes('solid rock'));
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => /scatter|smooth/.test(document.querySelector('.timeline output').textContent));
  while (!(await text()).includes('part')) await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Play how the level was made' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  assert.deepEqual(errors, []);
  await close();
});

test('a share link brings back the changed recipe, the seed and the view', async () => {
  const { page, close } = await studio('/#recipe=rooms&seed=moss');
  await page.getByRole('list', { name: 'Steps' }).getByRole('button', { name: 'rooms', exact: true }).click();
  await change(page, async () => {
    await page.getByRole('spinbutton', { name: 'max-side' }).fill('9');
    await page.keyboard.press('Tab');
  });
  await page.getByRole('button', { name: 'distance', exact: true }).click();
  await page.getByRole('button', { name: 'Oblique' }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.waitForFunction(() => location.hash.includes('oblique'));
  const [link, one] = [await page.evaluate(() => location.hash), await shown(page)];
  const other = await studio('/' + link);
  const two = await shown(other.page);
  assert.equal(two.summary.fingerprint, one.summary.fingerprint);
  assert.deepEqual(two.request, one.request);
  assert.equal(await other.page.getByRole('button', { name: 'Oblique' }).getAttribute('aria-pressed'), 'true');
  assert.equal(await other.page.getByRole('button', { name: 'distance', exact: true }).getAttribute('aria-pressed'), 'true');
  await other.close();
  await close();
});

test('damaged and unknown links are explained, and the page still shows a level', slow, async () => {
  for (const [hash, words] of [
    ['#recipe=nowhere&seed=1', 'does not have'],
    ['#toml=%%%&seed=1', 'damaged'],
    ['#toml=AAAA&seed=1', 'damaged'],
    ['#seed=1', 'names no recipe'],
    ['#recipe=caves&seed=1&v=x', 'not a number'],
    ['#recipe=caves&seed=1&v=1', 'version 1 of the generator'],
    ['#recipe=caves&seed=1&depth=99999999999', 'not a number'],
    [`#recipe=${'x'.repeat(5000)}&seed=${'y'.repeat(5000)}`, 'does not have'],
  ]) {
    const { page, errors, close } = await studio('/' + hash);
    await page.locator('footer', { hasText: words }).waitFor();
    assert.ok((await shown(page)).summary.fingerprint, hash);
    assert.deepEqual(errors, [], hash);
    await close();
  }
});

test('overlays, figures and the cell under the pointer are shown', slow, async () => {
  const { page, errors, close } = await studio('/#recipe=halls&seed=42');
  await page.getByRole('tab', { name: 'Figures' }).click();
  for (const overlay of await page.locator('.switches button[aria-pressed]').allTextContents()) {
    if (['Oblique', 'Glyphs', 'Paint'].includes(overlay)) continue;
    const button = page.getByRole('button', { name: overlay, exact: true });
    await button.click();
    await page.getByRole('region', { name: 'Legend' }).or(page.locator('section[aria-label=Legend]')).first().waitFor();
    await button.click();
  }
  await page.locator('dt', { hasText: 'rooms' }).waitFor();
  const box = await page.locator('main canvas').boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.locator('section[aria-label=Cell] .facts').first().waitFor();
  assert.match(await page.locator('section[aria-label=Cell]').textContent(), / at \d+, \d+/);
  assert.deepEqual(errors, []);
  await close();
});

test('the grid of seeds, the sweep, the comparison, the plans and the vault editor show levels', async () => {
  const { page, errors, close } = await studio('/#recipe=caves&seed=7');
  for (const [view, least] of [['Seeds', 12], ['Sweep', 5], ['Compare', 2], ['Plans', 6], ['Vault', 1]]) {
    await page.getByRole('tab', { name: view }).click();
    await page.waitForFunction((least) => document.querySelectorAll('main canvas[data-key]').length >= least, least);
  }
  await page.getByRole('tab', { name: 'Seeds' }).click();
  const chosen = await change(page, () => page.getByRole('button', { name: /^Seed 9/ }).click());
  assert.equal(chosen.summary.seed, '9');
  await page.getByRole('tab', { name: 'Plans' }).click();
  const plan = await change(page, () => page.getByRole('button', { name: /^Depth 2/ }).click());
  assert.deepEqual([plan.request.plan, plan.summary.depth], ['undercroft', 2]);
  assert.deepEqual(errors, []);
  await close();
});

test('the mission of a level is shown as a graph and a walkthrough, and the area of a cell is described', async () => {
  const { page, errors, close } = await studio('/#recipe=keep&seed=12');
  await page.getByRole('button', { name: 'mission', exact: true }).click();
  await page.getByRole('region', { name: 'Legend' }).filter({ hasText: 'walkthrough' }).waitFor();
  await page.getByRole('tab', { name: 'Figures' }).click();
  const mission = page.getByRole('region', { name: 'Mission' });
  await mission.getByText('arrive').waitFor();
  const { walkthrough, pattern } = (await shown(page)).summary.mission;
  assert.equal(await mission.getByRole('listitem').count(), walkthrough.length);
  assert.ok((await mission.textContent()).includes(pattern));
  const { regions, links } = (await shown(page)).summary.mission.graph;
  const graph = mission.getByRole('group', { name: 'Graph of the mission' });
  await graph.getByRole('img', { name: /^Region 1: start/ }).waitFor();
  for (const { text, between } of links) await graph.getByRole('img', { name: new RegExp(`^${text} .*region ${between[1] + 1}`) }).first().waitFor();
  assert.equal(await graph.getByRole('img').count(), regions.length + links.length);
  // A key, its lock and both of them on the map have the same colour.
  const coloured = [...regions.flatMap(({ holds }) => holds), ...links].filter(({ text }) => /(key|lock)$/.test(text));
  const legend = await page.locator('section[aria-label=Legend] li', { hasText: 'key' }).locator('span').getAttribute('style');
  const hex = await page.evaluate((style) => {
    const [red, green, blue] = /(\d+), (\d+), (\d+)/.exec(style).slice(1).map(Number);
    return `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`;
  }, legend);
  assert.ok(coloured.length > 1 && coloured.every(({ colour }) => colour === hex), `${JSON.stringify(coloured)}, ${hex}`);
  const box = await page.locator('main canvas').boundingBox();
  const cell = page.getByRole('region', { name: 'Cell' });
  let description = '';
  for (let step = 1; step < 40 && !/Area \d+/.test(description); step += 1) {
    await page.mouse.move(box.x + (box.width * step) / 40, box.y + box.height / 2);
    await page.waitForTimeout(50);
    description = await cell.textContent();
  }
  assert.match(description, /Area \d+: [^]* cells/);
  assert.deepEqual(errors, []);
  await close();
});

test('a vault is drawn, refused with a reason, corrected and placed', slow, async () => {
  const { page, errors, close } = await studio('/#recipe=caves&seed=7&view=vault');
  await page.locator('[role=status]', { hasText: 'orientation' }).waitFor();
  await page.getByRole('radio', { name: 'wall', exact: true }).click();
  await page.getByRole('button', { name: /^Column 6, row 7/ }).click();
  await page.locator('p.bad').waitFor();
  await page.getByRole('radio', { name: 'door', exact: true }).click();
  await page.getByRole('button', { name: /^Column 6, row 7/ }).click();
  await page.locator('[role=status]', { hasText: 'orientation' }).waitFor();
  await page.waitForFunction(() => document.querySelector('.trial canvas[data-key]'));
  assert.deepEqual(errors, []);
  await close();
});

test('a built-in vault with a legend is opened, given another drawing as text, undone, and kept while looking at a level', slow, async () => {
  const { page, errors, close } = await studio('/#recipe=caves&seed=7&view=vault');
  await page.getByLabel('Start from').selectOption('treasury');
  const file = page.getByLabel('Vault as TOML');
  await page.waitForFunction(() => document.querySelector('textarea').value.includes('name = "treasury"'));
  await page.getByRole('radio', { name: /copper coin/ }).click();
  await page.getByRole('button', { name: /^Column 2, row 3/ }).click();
  assert.match(await file.inputValue(), /\n#iO\.\.\.O\.#\n/);
  await page.getByRole('button', { name: 'Undo' }).click();
  assert.match(await file.inputValue(), /\n#\.O\.\.\.O\.#\n/);
  await page.getByLabel('Name').fill('my-treasury');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Add a drawing' }).click();
  await page.locator('[role=status]', { hasText: 'my-treasury, 9x8 cells, 8 orientations, 2 drawings' }).waitFor();
  const text = await file.inputValue();
  assert.match(text, /\[\[variant\]\]\nmap = '''\n#########\n/);
  await page.getByRole('tab', { name: 'Level' }).click();
  await page.getByRole('tab', { name: 'Vault' }).click();
  assert.equal(await file.inputValue(), text, 'the drawing is still there');
  await page.waitForFunction(() => document.querySelector('.trial canvas[data-key]'));
  assert.equal(await page.locator('.trial .problem').count(), 0);
  await page.getByRole('button', { name: 'Use in recipes' }).click();
  await page.locator('footer', { hasText: 'recipes can now stamp my-treasury' }).waitFor();
  await file.fill(text.replace('depth', 'deepness').replace('name =', 'nam ='));
  await page.locator('p.bad', { hasText: /^\s*Line 1: / }).waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test('found seeds are still listed after looking at one of them', slow, async () => {
  const { page, errors, close } = await studio('/#recipe=rooms&seed=1&view=statistics');
  await page.getByLabel('Levels').fill('20');
  await page.getByLabel('Find seeds where').fill('rooms >= 1');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('heading', { name: '20 seeds found rooms' }).waitFor();
  await change(page, () => page.locator('.found button', { hasText: /^5$/ }).click());
  await page.getByRole('tab', { name: 'Statistics' }).click();
  await page.getByRole('heading', { name: '20 seeds found rooms' }).waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test('a drawing among the parameters of a step keeps its lines when it is edited', slow, async () => {
  const { page, errors, close } = await studio('/#recipe=citadel&seed=7');
  await page.getByRole('list', { name: 'Steps' }).getByRole('button', { name: /^shrine/ }).click();
  const vault = page.getByRole('textbox', { name: 'vault' });
  await vault.fill((await vault.inputValue()).replace('ember-shrine', 'lava-shrine').replace('S.SLLL', 'S.SLSL'));
  const changed = await change(page, () => page.keyboard.press('Tab'));
  assert.match(changed.request.toml, /\n#\.\.\.LLLS\.SLSL\.\.\.#\n[^]*name = "lava-shrine"/);
  assert.equal(changed.problem, undefined);
  assert.deepEqual(errors, []);
  await close();
});

test('dragging a slider is undone as one change', slow, async () => {
  const { page, errors, close } = await studio('/#recipe=caves&seed=7');
  const before = (await shown(page)).request.toml;
  await page.getByRole('button', { name: 'scatter', exact: true }).click();
  await page.getByRole('slider', { name: 'chance' }).focus();
  await change(page, async () => {
    for (let press = 0; press < 6; press += 1) await page.keyboard.press('ArrowRight');
  });
  await page.waitForFunction((before) => window.undercroft.shown().request.toml !== before, before);
  await change(page, () => page.locator('h1').click().then(() => page.keyboard.press('Control+z')));
  assert.equal((await shown(page)).request.toml, before);
  assert.deepEqual(errors, []);
  await close();
});

test('statistics and the search show progress and can be cancelled', slow, async () => {
  const { page, errors, close } = await studio('/#recipe=rooms&seed=1&view=statistics');
  await page.getByLabel('Levels').fill('40');
  await page.getByRole('button', { name: 'Measure' }).click();
  await page.getByRole('img', { name: /^rooms:/ }).waitFor();
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('heading', { name: /seeds found/ }).waitFor();
  await page.getByLabel('Levels').fill('100000');
  await page.getByRole('button', { name: 'Measure' }).click();
  await page.getByRole('progressbar').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  await page.getByLabel('Find seeds where').fill('rooms >= many');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('alert').filter({ hasText: 'no metric is called' }).waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test('every format is saved as a file', slow, async () => {
  const { page, errors, close } = await studio('/#recipe=caves&seed=7');
  await page.getByRole('button', { name: 'Export' }).click();
  const starts = { PNG: '\x89PNG', GIF: 'GIF89a', SVG: '<', JSON: '{"format"', TMX: '<?xml', LDtk: '{', CSV: '0', Text: '#' };
  for (const [name, start] of Object.entries(starts)) {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    const download = await saved;
    assert.match(download.suggestedFilename(), /^caves-7\./);
    assert.ok(readFileSync(await download.path()).toString('latin1').startsWith(start), name);
    await page.waitForFunction(() => !document.querySelector('dialog')?.textContent.includes('Writing…'));
  }
  assert.deepEqual(errors, []);
  await close();
});

test('cells can be pinned, and the rest of the level is made around them', async () => {
  const { page, errors, close } = await studio('/#recipe=caves&seed=7');
  await page.getByRole('button', { name: 'Paint' }).click();
  const box = await page.locator('main canvas').boundingBox();
  await change(page, () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2));
  await page.locator('.switches', { hasText: '1 pinned' }).waitFor();
  assert.match((await shown(page)).request.toml, /as = "pins"/);
  const next = await change(page, () => page.keyboard.press('n'));
  assert.match(next.request.toml, /as = "pins"/);
  // Nothing painted while a level is being made is lost.
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 330, box.y + 200, { steps: 12 });
  await page.mouse.up();
  const text = await page.locator('.switches .hint').textContent();
  const count = Number(/\d+/.exec(text)[0]);
  assert.ok(count > 4, text);
  await page.waitForFunction((count) => {
    const map = /as = "pins"[^]*?map = '''\n([^']*)'''/.exec(window.undercroft.shown().request.toml)?.[1] ?? '';
    return map.replaceAll(/\s/g, '').length === count;
  }, count);
  assert.equal((await shown(page)).request.toml.match(/as = "pins"/g).length, 1);
  await change(page, () => page.getByRole('button', { name: 'Unpin all' }).click());
  assert.doesNotMatch((await shown(page)).request.toml, /pins/);
  assert.deepEqual(errors, []);
  await close();
});

test('every pinned cell is on the level as painted, or the page says which one cannot be', slow, async () => {
  const pins = (map) => `[[step]]\ndo = "paste"\nas = "pins"\nkept = true\nx = 20\ny = 10\nmap = '''\n${map}\n'''\n[[step]]\ndo = "connect"\nas = "join pins"\npockets = 0\n`;
  const { page, errors, close } = await studio('/#recipe=caves&seed=7');
  const { toml } = (await shown(page)).request;
  await page.getByRole('tab', { name: 'TOML' }).click();
  const write = (map) => page.getByLabel('Recipe as TOML').fill(toml.replace('[[step]]\ndo = "start"', `${pins(map)}\n[[step]]\ndo = "start"`));
  await change(page, () => write('..#####..\n..#...#..\n......#..\n..#...#..\n..#####..'));
  for (let seed = 1; seed <= 5; seed += 1) {
    const { request } = await shown(page);
    const { map, tiles } = JSON.parse(await page.evaluate((request) => window.undercroft.level('', request.seed, request), { ...request, seed: String(seed) }));
    const row = (y) => map[y].slice(20, 29).map((id) => (tiles[id].walkable ? '.' : '#')).join('');
    assert.deepEqual([10, 11, 12, 13, 14].map(row), ['..#####..', '..#...#..', '......#..', '..#...#..', '..#####..'], `seed ${seed}`);
  }
  await change(page, () => write('###\n#.#\n###'));
  await page.locator('footer', { hasText: 'kept cells wall in the open cells here: the drawing at (20, 10) has no way out, at (21, 11)' }).waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test('an endless level is panned and zoomed without end', slow, async () => {
  const { page, errors, close } = await studio('/#recipe=caves&seed=7&endless=1');
  await page.waitForFunction(() => document.querySelector('main canvas').dataset.complete === 'true');
  const box = await page.locator('main canvas').boundingBox();
  for (let turn = 0; turn < 4; turn += 1) {
    await page.mouse.move(box.x + box.width - 40, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 40, box.y + box.height / 2, { steps: 8 });
    await page.mouse.up();
    await page.waitForFunction(() => document.querySelector('main canvas').dataset.complete === 'true');
  }
  await page.mouse.wheel(0, 900);
  await page.waitForFunction(() => document.querySelector('main canvas').dataset.complete === 'true');
  assert.deepEqual(errors, []);
  await close();
});

test('a worker that dies is replaced and nothing is lost', async () => {
  const { page, close } = await studio('/#recipe=caves&seed=7');
  const before = await shown(page);
  await Promise.all(page.workers().map((worker) => worker.evaluate(() => void setTimeout(() => { throw new Error('died'); })).catch(() => undefined)));
  await page.waitForTimeout(300);
  const after = await change(page, () => page.getByRole('button', { name: 'Next seed' }).click());
  assert.equal(after.summary.seed, '8');
  const back = await change(page, () => page.getByRole('button', { name: 'Previous seed' }).click());
  assert.equal(back.summary.fingerprint, before.summary.fingerprint);
  await close();
});

test('a level that takes too long can be cancelled, and one that is too large is refused with the limit', slow, async () => {
  const { page, close } = await studio('/#recipe=maze&seed=7');
  const before = await shown(page);
  await page.getByLabel('Width', { exact: true }).fill('4096');
  await page.keyboard.press('Tab');
  await page.getByLabel('Height', { exact: true }).fill('4096');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForFunction(() => !document.querySelector('.busy'));
  await page.getByRole('tab', { name: 'TOML' }).click();
  await page.getByLabel('Recipe as TOML').fill(before.request.toml.replace(/size = ".*"/, 'size = "99999x99999"'));
  await page.locator('footer', { hasText: 'too large' }).waitFor();
  const mended = await change(page, () => page.getByLabel('Recipe as TOML').fill(before.request.toml));
  assert.equal(mended.summary.fingerprint, before.summary.fingerprint);
  await close();
});

test('art that is too large or not an image is refused, and valid art is used', slow, async () => {
  const { page, errors, close } = await studio('/#recipe=caves&seed=7');
  await page.getByRole('button', { name: 'Art…' }).click();
  const files = page.getByLabel('Choose files');
  const folder = mkdtempSync(join(tmpdir(), 'undercroft-art-'));
  writeFileSync(join(folder, 'huge.png'), '');
  truncateSync(join(folder, 'huge.png'), 100 << 20);
  await files.setInputFiles(join(folder, 'huge.png'));
  await page.getByRole('alert').filter({ hasText: '32 MB at most' }).waitFor();
  await files.setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('not an image') });
  await page.getByRole('alert').filter({ hasText: 'not an image' }).waitFor();
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(32, 16);
    const context = canvas.getContext('2d');
    [context.fillStyle = '#445', context.fillRect(0, 0, 16, 16), context.fillStyle = '#cb8', context.fillRect(16, 0, 16, 16)];
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  });
  await files.setInputFiles({ name: 'mine.png', mimeType: 'image/png', buffer: Buffer.from(bytes) });
  await page.locator('footer', { hasText: 'drawn with your art' }).waitFor();
  await page.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Your art…' }).waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test('the studio works with the keyboard alone', async () => {
  const { page, errors, close } = await studio();
  assert.equal((await change(page, () => page.keyboard.press('n'))).summary.seed, '43');
  assert.equal((await change(page, () => page.keyboard.press('p'))).summary.seed, '42');
  await change(page, () => page.keyboard.press('r'));
  await page.keyboard.press('2');
  await page.getByRole('tab', { name: 'Seeds', selected: true }).waitFor();
  await page.keyboard.press('1');
  await page.keyboard.press('o');
  await page.waitForFunction(() => location.hash.includes('oblique'));
  await page.keyboard.press('[');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'The studio' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /halls/ }).first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Recipes' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const chosen = await change(page, () => page.keyboard.press('Enter'));
  assert.equal(chosen.summary.recipe, 'caves');
  // Every control can be reached, and the focus is always visible somewhere.
  const seen = new Set();
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab');
    seen.add(await page.evaluate(() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()));
  }
  for (const name of ['Share', 'Export', 'Next seed', 'Oblique']) assert.ok([...seen].some((known) => known.startsWith(name)), name);
  assert.deepEqual(errors, []);
  await close();
});

test('touch pans, zooms and describes cells', async () => {
  const { page, errors, close } = await studio('/#recipe=caves&seed=7', {
    viewport: { width: 390, height: 780 },
    hasTouch: true,
    isMobile: true,
  });
  const box = await page.locator('main canvas').boundingBox();
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await page.locator('footer', { hasText: / at \d+, \d+/ }).waitFor();
  await page.getByRole('button', { name: 'Zoom in' }).tap();
  const next = await change(page, () => page.getByRole('button', { name: 'Next seed' }).tap());
  assert.equal(next.summary.seed, '8');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, `the page is ${width} pixels wide`);
  assert.deepEqual(errors, []);
  await close();
});

test('on a phone, nothing is cut off in the dialogs, the painting tools and the graph of a mission', async () => {
  const { page, errors, close } = await studio('/#recipe=keep&seed=7', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  /** Whatever is wider than the screen, unless it can be scrolled to. */
  const cut = () =>
    page.evaluate(() => {
      const scrolls = (element) => element && (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) && element.tagName !== 'DIALOG' || scrolls(element.parentElement));
      const isCut = (element) => element.getBoundingClientRect().width > 0 && element.getBoundingClientRect().right > innerWidth - (element.closest('dialog') ? 12 : 0);
      return [...document.querySelectorAll('dialog[open] *, .below *, aside *')].filter((element) => isCut(element) && !scrolls(element.parentElement)).map((element) => element.outerHTML.slice(0, 80));
    });
  for (const name of ['Export', 'Guide', 'Art…']) {
    await page.getByRole('button', { name }).first().click();
    assert.deepEqual(await cut(), [], name);
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: 'Paint' }).click();
  const hint = await page.locator('.switches .hint').boundingBox();
  assert.ok(hint.width > 100, `the hint is ${hint.width} pixels wide`);
  await page.getByRole('button', { name: 'mission', exact: true }).click();
  await page.getByRole('tab', { name: 'Figures' }).click();
  await page.getByRole('group', { name: 'Graph of the mission' }).waitFor();
  assert.deepEqual(await cut(), []);
  assert.deepEqual(errors, []);
  await close();
});

test('no view has an accessibility violation, in dark and in light', async () => {
  for (const colorScheme of slow.skip ? ['dark'] : ['dark', 'light']) {
    const { page, close } = await studio('/#recipe=keep&seed=7', { colorScheme });
    for (const view of ['Level', 'Seeds', 'Sweep', 'Compare', 'Statistics', 'Plans', 'Vault']) {
      await page.getByRole('tab', { name: view }).first().click();
      await page.waitForTimeout(300);
      const { violations } = await new AxeBuilder({ page }).analyze();
      assert.deepEqual(violations.map(({ id, nodes }) => `${view}, ${colorScheme}: ${id} ${nodes[0].target}`), []);
    }
    await page.getByRole('tab', { name: 'Level' }).first().click();
    for (const side of ['TOML', 'Figures', 'Steps']) {
      await page.getByRole('tab', { name: side }).click();
      if (side === 'Steps') await page.getByRole('list', { name: 'Steps' }).getByRole('button', { name: 'loops', exact: true }).click();
      const { violations } = await new AxeBuilder({ page }).analyze();
      assert.deepEqual(violations.map(({ id, nodes }) => `${side}, ${colorScheme}: ${id} ${nodes[0].target}`), []);
    }
    for (const button of ['Export', 'Guide', 'Art…']) {
      await page.getByRole('button', { name: button }).first().click();
      const { violations } = await new AxeBuilder({ page }).analyze();
      assert.deepEqual(violations.map(({ id, nodes }) => `${button}, ${colorScheme}: ${id} ${nodes[0].target}`), []);
      await page.keyboard.press('Escape');
    }
    await close();
  }
});

test('both pages work offline after one visit to the studio', slow, async () => {
  const { page, context, close } = await studio('/#recipe=caves&seed=7');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => caches.keys().then((keys) => keys.length > 0));
  await page.reload();
  await settled(page);
  await context.setOffline(true);
  await page.reload();
  await settled(page);
  assert.equal((await shown(page)).summary.recipe, 'caves');
  await page.getByRole('link', { name: 'Play' }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('canvas[data-camera-ready]').waitFor();
  await close();
});

test('denied storage does not stop the page', slow, async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', { get: () => { throw new DOMException('denied', 'SecurityError'); } });
  });
  await page.goto(server.address);
  await settled(page);
  await page.getByRole('button', { name: 'Dark or light' }).click();
  await context.close();
});
