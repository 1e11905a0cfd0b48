import url from '../wasm/undercroft_web_bg.wasm?url';

let core: Promise<WebAssembly.Module> | undefined;

/** The compiled core, shared by all workers of the page. */
export function compiledCore(): Promise<WebAssembly.Module> {
  core ??= compile();
  return core;
}

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`cannot load the generator (${response.status})`);
  // Some servers send no media type for WebAssembly, and streaming requires one.
  const isTyped = response.headers.get('content-type')?.startsWith('application/wasm');
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
