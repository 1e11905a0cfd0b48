import { Moved, serve } from '../lib/rpc';
import { initSync, type Pixels, Studio } from '../wasm/studio/undercroft_web';
import type {
  Catalogue,
  CellInfo,
  Edit,
  ExportRequest,
  Figure,
  LevelRequest,
  LevelSummary,
  PaintRequest,
  Painted,
  RangeInfo,
  RecipeInfo,
  Sample,
  Update,
  Updated,
} from './api';

/** The methods of a worker that holds one studio. */
function methods(core: WebAssembly.Module) {
  const { memory } = initSync({ module: core });
  const studio = new Studio();
  const level = (request: LevelRequest) => JSON.stringify(request);
  return {
    catalogue: () => JSON.parse(studio.catalogue()) as Catalogue,
    addFile: (path: string, text: string) => studio.addFile(path, text),
    removeFile: (path: string) => studio.removeFile(path),
    describe: (toml: string) => JSON.parse(studio.describe(toml)) as RecipeInfo,
    ranges: (toml: string) => JSON.parse(studio.ranges(toml)) as RangeInfo[],
    edited: (toml: string, edit: Edit) => studio.edited(toml, JSON.stringify(edit)),
    update: (update: Update) => updated(studio, update),
    show: (request: LevelRequest, closely: boolean) => JSON.parse(studio.show(level(request), closely)) as LevelSummary,
    paint: (request: PaintRequest) => moved(studio.paint(JSON.stringify(request))),
    cell: (x: number, y: number, moment?: number) => JSON.parse(studio.cell(x, y, moment)) as CellInfo | null,
    figures: () => JSON.parse(studio.figures()) as Figure[],
    export: (request: ExportRequest) => exported(studio, request),
    levelJson: (request: LevelRequest) => studio.levelJson(level(request)),
    thumbnail: (request: LevelRequest, most: number) => moved(studio.thumbnail(level(request), most), most),
    region: (request: LevelRequest, x: number, y: number, side: number, paint: PaintRequest) =>
      moved(studio.region(level(request), x, y, side, JSON.stringify(paint))),
    sample: (request: LevelRequest, from: number, count: number) =>
      JSON.parse(studio.sample(level(request), from, count)) as Sample,
    search: (request: LevelRequest, condition: string, from: number, count: number) =>
      JSON.parse(studio.search(level(request), condition, from, count)) as { seeds: string[]; failed: number },
    vault: (text: string) => studio.vault(text),
    vaultText: (name: string) => Studio.vaultText(name),
    setArt: (text: string, image: Uint8Array) => studio.setArt(text, image),
    /** Bytes of memory that the core uses. */
    memory: () => memory.buffer.byteLength,
    seedAfter: (seed: string, steps: number) => Studio.seedAfter(seed, steps),
  };
}

export type StudioMethods = { [K in keyof ReturnType<typeof methods>]: Unmoved<ReturnType<typeof methods>[K]> };
type Unmoved<F> = F extends (...parameters: infer P) => Moved<infer R> ? (...parameters: P) => R : F;

function updated(studio: Studio, { edits, request, closely, paint }: Update): Moved<Updated> {
  const started = performance.now();
  let { toml } = request;
  for (const edit of edits) if (toml !== undefined) toml = studio.edited(toml, JSON.stringify(edit));
  const info = toml === undefined ? undefined : (JSON.parse(studio.describe(toml)) as RecipeInfo);
  const summary = JSON.parse(studio.show(JSON.stringify({ ...request, toml }), closely)) as LevelSummary;
  const moment = paint.moment === undefined ? undefined : Math.min(paint.moment, summary.moments.length - 1);
  const painted = drawn(studio.paint(JSON.stringify({ ...paint, moment })));
  return new Moved({ toml, info, summary, painted, took: performance.now() - started }, [painted.bitmap]);
}

function moved(pixels: Pixels, most = Infinity): Moved<Painted> {
  const painted = drawn(pixels, most);
  return new Moved(painted, [painted.bitmap]);
}

/** The pixels as a bitmap, scaled down until neither side is longer than `most`. */
function drawn(pixels: Pixels, most = Infinity): Painted {
  const { width, height, cell, above } = pixels;
  const legend = JSON.parse(pixels.legend) as Painted['legend'];
  const canvas = new OffscreenCanvas(width, height);
  const image = new ImageData(new Uint8ClampedArray(pixels.rgba().buffer as ArrayBuffer), width, height);
  pixels.free();
  canvas.getContext('2d')!.putImageData(image, 0, 0);
  const scale = most / Math.max(width, height);
  if (scale >= 1) return { bitmap: canvas.transferToImageBitmap(), cell, above, legend };
  const small = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
  const context = small.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(canvas, 0, 0, small.width, small.height);
  return { bitmap: small.transferToImageBitmap(), cell: cell * scale, above: above * scale, legend };
}

function exported(studio: Studio, request: ExportRequest): Moved<{ name: string; bytes: Uint8Array }[]> {
  const files = studio.export(JSON.stringify(request));
  const list = Array.from({ length: files.count }, (_, index) => ({
    name: files.name(index)!,
    bytes: files.bytes(index)!,
  }));
  files.free();
  return new Moved(
    list,
    list.map((file) => file.bytes.buffer),
  );
}

serve(methods);
