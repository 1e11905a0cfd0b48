/** Loads and compiles a core, which all workers of a page share. */
export async function compiledCore(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`cannot load the generator (${response.status})`);
  // Some servers send no media type for WebAssembly, and streaming requires one.
  const isTyped = response.headers.get('content-type')?.startsWith('application/wasm');
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
