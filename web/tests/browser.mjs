/** What the tests share: a server for the built pages, a browser, and the native command. */

import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve } from 'node:path';
import { chromium } from 'playwright-core';

/** Milliseconds to wait for anything: a busy machine may be slow without being wrong. */
export const PATIENCE = 120_000;

/** For tests that `web/test --quick` leaves out, because they are slow or repeat what others cover. */
export const slow = { skip: process.env.QUICK === '1' };

export const root = resolve(import.meta.dirname, '../..');
export const dist = resolve(import.meta.dirname, '../dist');
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** Serves web/dist on a free port. Returns its address, the bytes sent so far, and a function to stop it. */
export async function serveDist() {
  const sent = { bytes: 0, requests: [] };
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
    let file = join(dist, path);
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html');
    sent.requests.push(path);
    if (!file.startsWith(dist) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    sent.bytes += statSync(file).size;
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${server.address().port}`;
  return { address, sent, stop: () => new Promise((done) => server.close(done)) };
}

/** A Chromium with a fresh profile. */
export async function openBrowser() {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  return browser;
}

/** A page that fails the test if it logs an error, throws, or contacts another host. */
export async function openPage(browser, address, path = '/', options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !url.startsWith('blob:') && !url.startsWith('data:')) errors.push(`request to ${url}`);
  });
  await page.goto(address + path);
  return { page, context, errors };
}

let command = process.env.UNDERCROFT;

/** The native command: the one that `UNDERCROFT` names, or else one built for the tests. */
export function nativeCommand() {
  if (!command) {
    // Without Parquet, which takes longest to build and which no test uses.
    execFileSync('cargo', ['build', '--quiet', '--package', 'undercroft', '--no-default-features'], { cwd: root, stdio: 'inherit' });
    command = join(root, process.env.CARGO_TARGET_DIR ?? 'target', 'debug/undercroft');
  }
  return command;
}

/** The output of the native command. */
export function undercroft(...parameters) {
  return execFileSync(nativeCommand(), parameters, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
}
