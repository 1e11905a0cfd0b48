import url from '../wasm/undercroft_web_bg.wasm?url';

let core: Promise<WebAssembly.Module> | undefined;

/** The compiled core, which all workers of the page share. */
export function compiledCore(): Promise<WebAssembly.Module> {
  core ??= compile();
  return core;
}

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the generator could not be loaded (${response.status})`);
  // Some servers send no type for WebAssembly, and streaming insists on it.
  const isTyped = response.headers.get('content-type')?.startsWith('application/wasm');
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
