import { Moved, serve } from '../lib/rpc';
import { initSync, Studio } from '../wasm/undercroft_web';
import type { Catalogue, LevelRequest, LevelSummary, PaintRequest, Painted } from './api';

/** The methods of a worker that holds one studio. */
function methods(core: WebAssembly.Module) {
  initSync({ module: core });
  const studio = new Studio();
  return {
    catalogue: () => JSON.parse(studio.catalogue()) as Catalogue,
    addFile: (path: string, text: string) => studio.addFile(path, text),
    removeFile: (path: string) => studio.removeFile(path),
    show: (request: LevelRequest) => JSON.parse(studio.show(JSON.stringify(request))) as LevelSummary,
    paint: (request: PaintRequest) => painted(studio, request),
    levelJson: (request: LevelRequest) => studio.levelJson(JSON.stringify(request)),
    seedAfter: (seed: string, steps: number) => Studio.seedAfter(seed, steps),
  };
}

export type StudioMethods = { [K in keyof ReturnType<typeof methods>]: Unmoved<ReturnType<typeof methods>[K]> };
type Unmoved<F> = F extends (...parameters: infer P) => Moved<infer R> ? (...parameters: P) => R : F;

function painted(studio: Studio, request: PaintRequest): Moved<Painted> {
  const pixels = studio.paint(JSON.stringify(request));
  const { width, height, cell, above } = pixels;
  const legend = JSON.parse(pixels.legend) as Painted['legend'];
  const canvas = new OffscreenCanvas(width, height);
  const image = new ImageData(new Uint8ClampedArray(pixels.rgba().buffer as ArrayBuffer), width, height);
  pixels.free();
  canvas.getContext('2d')!.putImageData(image, 0, 0);
  const bitmap = canvas.transferToImageBitmap();
  return new Moved({ bitmap, cell, above, legend }, [bitmap]);
}

serve(methods);
