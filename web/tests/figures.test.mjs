import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import { dist, openBrowser, openPage, serveDist, slow } from './browser.mjs';

let browser, server;

before(async () => {
  server = await serveDist();
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Timings mean little while other programs occupy the processors; `TIMES=1` takes them all the same. */
const isBusy = slow.skip || (loadavg()[0] > cpus().length && process.env.TIMES !== '1');
const median = (values) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)];
const painted = () => document.querySelector('main canvas')?.dataset.revision !== undefined;

test('the first level appears within 2 seconds cold, and within 0.3 seconds warm', { skip: isBusy }, async (t) => {
  const cold = Date.now();
  const { page, context } = await openPage(browser, server.address);
  await page.waitForFunction(painted, null, { polling: 5 });
  const coldTime = Date.now() - cold;
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForFunction(painted);
  const times = [];
  for (let turn = 0; turn < 5; turn += 1) {
    await page.reload({ waitUntil: 'commit' });
    await page.waitForFunction(painted, null, { polling: 5 });
    times.push(await page.evaluate(() => performance.now()));
  }
  t.diagnostic(`first level: cold ${coldTime} ms, warm ${median(times).toFixed(0)} ms`);
  assert.ok(coldTime < 2000 && median(times) < 300, `${coldTime}, ${times}`);
  await context.close();
});

test('a change of a parameter is painted within 50 ms for caves and 100 ms for halls', { skip: isBusy }, async (t) => {
  for (const [recipe, step, parameter, limit] of [['caves', 'scatter', 'chance', 50], ['halls', 'lakes', 'share', 100]]) {
    const { page, context } = await openPage(browser, server.address, `/#recipe=${recipe}&seed=1`);
    await page.waitForFunction(() => window.undercroft?.shown().revision > 0);
    await page.getByRole('button', { name: step, exact: true }).click();
    const slider = page.getByRole('slider', { name: parameter });
    const times = [];
    for (let turn = 0; turn < 30; turn += 1) {
      times.push(
        await slider.evaluate(async (slider, turn) => {
          const { revision } = window.undercroft.shown();
          if (turn % 2 === 0) slider.stepUp();
          else slider.stepDown();
          slider.dispatchEvent(new Event('input', { bubbles: true }));
          while (window.undercroft.shown().revision === revision) await new Promise(requestAnimationFrame);
          return window.undercroft.shown().latency;
        }, turn),
      );
    }
    t.diagnostic(`${recipe}: change to picture ${median(times).toFixed(0)} ms`);
    assert.ok(median(times) < limit, `${recipe}: ${times}`);
    await context.close();
  }
});

for (const [name, path] of [['studio', '/'], ['game', '/play.html']]) {
  test(`the ${name} takes less than 1 MB to load, compressed`, slow, async (t) => {
    const earlier = server.sent.requests.length;
    // Without the service worker, which later stores the other page too.
    const { page, context } = await openPage(browser, server.address, path, { serviceWorkers: 'block' });
    await page.waitForFunction((path) => (path === '/' ? window.undercroft?.shown().revision > 0 : document.querySelector('canvas.ready')), path);
    await context.close();
    const files = new Set(server.sent.requests.slice(earlier).map((path) => (path === '/' ? '/index.html' : path)));
    const sizes = [...files].map((file) => {
      // At the highest level, as for files that are served many times.
      const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 } };
      return [brotliCompressSync(readFileSync(join(dist, file)), options).length, file];
    });
    const total = sizes.reduce((sum, [size]) => sum + size, 0);
    const core = sizes.find(([, file]) => file.endsWith('.wasm'))[0];
    t.diagnostic(`transfer of the ${name}: ${total} bytes with brotli, of which the core is ${core}`);
    assert.ok(total < 1_000_000, sizes.sort().join('\n'));
  });
}

test('memory stays flat over many levels', slow, async (t) => {
  const { page, context } = await openPage(browser, server.address, '/#recipe=caves&seed=1');
  await page.waitForFunction(() => window.undercroft?.shown().revision > 0);
  const reroll = (from, to) =>
    page.evaluate(
      async ([from, to]) => {
        for (let seed = from; seed < to; seed += 1) {
          const { revision } = window.undercroft.shown();
          window.undercroft.reroll(String(seed));
          while (window.undercroft.shown().revision === revision) await new Promise((done) => setTimeout(done, 1));
        }
        return window.undercroft.memory();
      },
      [from, to],
    );
  const count = Number(process.env.REROLLS ?? 60);
  const before = await reroll(2, 2 + count);
  const after = await reroll(2 + count, 2 + 2 * count);
  t.diagnostic(`memory of the core: ${(before / 1e6).toFixed(1)} MB after ${count} levels, ${(after / 1e6).toFixed(1)} MB after ${2 * count}`);
  assert.ok(after - before <= 1 << 20, `${before} to ${after}`);
  await context.close();
});

test('an endless map is panned without long frames', { skip: isBusy }, async (t) => {
  const { page, context } = await openPage(browser, server.address, '/#recipe=caves&seed=7&endless=1');
  await page.waitForFunction(() => document.querySelector('main canvas')?.dataset.complete === 'true');
  const frames = await page.evaluate(async () => {
    const canvas = document.querySelector('main canvas');
    const times = [];
    let last = performance.now();
    for (let frame = 0; frame < 120; frame += 1) {
      canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      times.push(now - last);
      last = now;
    }
    return times;
  });
  t.diagnostic(`panning: ${(1000 / median(frames)).toFixed(0)} frames a second`);
  assert.ok(median(frames) < 18, `${median(frames)}`);
  await context.close();
});

test('memory stays flat over a long pan', slow, async (t) => {
  const { page, context } = await openPage(browser, server.address, '/#recipe=caves&seed=7&endless=1');
  await page.waitForFunction(() => document.querySelector('main canvas')?.dataset.complete === 'true');
  const debugging = await context.newCDPSession(page);
  const pan = async (screens) => {
    for (let screen = 0; screen < screens; screen += 1) {
      await page.evaluate(() => {
        const canvas = document.querySelector('main canvas');
        for (let step = 0; step < 12; step += 1) canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
      });
      await page.waitForFunction(() => document.querySelector('main canvas').dataset.complete === 'true');
    }
    // What is left after garbage collection, so that only what the page holds on to counts.
    await debugging.send('HeapProfiler.collectGarbage');
    const { usedSize } = await debugging.send('Runtime.getHeapUsage');
    return [await page.evaluate(() => window.undercroft.helperMemory()), usedSize];
  };
  const screens = Number(process.env.SCREENS ?? 40);
  await pan(screens);
  const [before, heapBefore] = await pan(screens);
  const [after, heapAfter] = await pan(2 * screens);
  t.diagnostic(`memory after ${2 * screens} and ${4 * screens} screens: core ${(before / 1e6).toFixed(1)} and ${(after / 1e6).toFixed(1)} MB, page ${(heapBefore / 1e6).toFixed(1)} and ${(heapAfter / 1e6).toFixed(1)} MB`);
  assert.ok(after - before <= 2 << 20, `${before} to ${after}`);
  assert.ok(heapAfter - heapBefore <= 2 << 20, `${heapBefore} to ${heapAfter}`);
  await context.close();
});
