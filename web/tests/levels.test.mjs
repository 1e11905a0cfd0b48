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

test('a level in the page equals the command’s, byte for byte, for every recipe', async () => {
  for (const recipe of ['halls', 'caves', 'rooms', 'surface', 'vaults', 'maze']) {
    const level = await page.evaluate((recipe) => window.undercroft.level(recipe, 42), recipe);
    assert.equal(level, undercroft('generate', recipe, '--seed', '42', '--format', 'json'), recipe);
  }
  assert.deepEqual(errors, []);
});
