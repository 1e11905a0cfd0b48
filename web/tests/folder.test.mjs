/** `undercroft studio --content`, used as a designer would: files change under the page, and the page saves into them. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { dist, nativeCommand, openBrowser, openPage, root } from './browser.mjs';

const folder = mkdtempSync(join(tmpdir(), 'undercroft-folder-'));
const caves = readFileSync(join(root, 'crates/mapgen/content/recipes/caves.toml'), 'utf8');
/** The designer's recipe, in a size. */
const den = (size) => `# Mine.\n${caves.replace(/^name = .*$/m, 'name = "den"').replace(/^size = .*$/m, `size = "${size}"`)}`;
const file = join(folder, 'recipes/den.toml');
let browser, server, address;

before(async () => {
  mkdirSync(join(folder, 'recipes'));
  writeFileSync(file, den('40x30'));
  server = spawn(nativeCommand(), ['studio', '--no-open', '--pages', dist, '--content', folder], { stdio: ['ignore', 'pipe', 'ignore'] });
  for await (const line of createInterface({ input: server.stdout })) {
    address = new URL(line);
    break;
  }
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  server?.kill();
  rmSync(folder, { recursive: true });
});

/** The studio, once it knows the folder. */
async function studio() {
  const opened = await openPage(browser, address.origin, `/${address.search}`);
  await opened.page.getByRole('button', { name: /^halls/ }).click();
  await opened.page.getByRole('dialog').getByRole('button', { name: /den yours/ }).click();
  await size(opened.page, 40);
  return opened;
}

const size = (page, width) => page.waitForFunction((width) => window.undercroft.shown().summary?.width === width, width);

test('a recipe follows its file, through errors and back, and after saving it from the page', async () => {
  const { page, context, errors } = await studio();
  writeFileSync(file, den('50x30'));
  await size(page, 50);
  writeFileSync(file, den('60x30').replace('scatter', 'scater'));
  await page.getByRole('alert').filter({ hasText: 'did you mean `scatter`?' }).waitFor();
  assert.equal((await page.evaluate(() => window.undercroft.shown().summary.width)), 50, 'the last level stays');
  writeFileSync(file, den('60x30'));
  await size(page, 60);
  await page.getByRole('tab', { name: 'TOML' }).click();
  await page.getByLabel('Recipe as TOML').fill(den('44x30'));
  await size(page, 44);
  await page.getByRole('button', { name: 'Save to the folder' }).click();
  await page.locator('footer', { hasText: 'saved as recipes/den.toml' }).waitFor();
  assert.equal(readFileSync(file, 'utf8'), den('44x30'), 'with its comments');
  await page.waitForTimeout(1500);
  writeFileSync(file, den('40x30'));
  await size(page, 40);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a file that cannot be used is named with its line, and stops no other file', async () => {
  const { page, context, errors } = await studio();
  const [broken, copy, other] = ['broken', 'copy', 'other'].map((name) => join(folder, `recipes/${name}.toml`));
  writeFileSync(broken, 'name = "broken"\ndescription = "x"\n[[step]]\ndo = "fil"\n');
  await page.locator('footer', { hasText: 'recipes/broken.toml:4:6' }).waitFor();
  rmSync(broken);
  writeFileSync(copy, den('30x30'));
  await page.locator('footer', { hasText: 'already has a recipe called `den`' }).waitFor();
  writeFileSync(other, den('30x20').replace('"den"', '"other"'));
  await page.waitForTimeout(1500);
  rmSync(copy);
  await page.locator('footer', { hasText: /already has/ }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^den/ }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: /other yours/ }).click();
  await size(page, 30);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a link to a recipe of the folder holds its text, so that it opens after a reload and on other pages', async () => {
  const { page, context, errors } = await studio();
  await page.waitForFunction(() => location.hash.includes('toml='));
  await page.reload();
  await size(page, 40);
  await page.getByRole('button', { name: /^den/ }).first().waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('a vault is saved into the folder, and is then among the vaults to start from', async () => {
  const { page, context, errors } = await studio();
  await page.getByRole('tab', { name: 'Vault' }).click();
  await page.getByLabel('Name').fill('nook');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Save to the folder' }).click();
  await page.locator('footer', { hasText: 'saved as vaults/nook.toml' }).waitFor();
  assert.match(readFileSync(join(folder, 'vaults/nook.toml'), 'utf8'), /^name = "nook"\n/);
  await page.locator('optgroup[label=Yours] option', { hasText: 'nook' }).waitFor({ state: 'attached' });
  assert.deepEqual(errors, []);
  await context.close();
});
