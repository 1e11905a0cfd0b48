import { Cancelled } from '../lib/rpc';
import type { LevelRequest, PaintRequest } from './api';
import { helpers } from './core';

/** Cells along a side of a square. The core makes chunks of this size. */
const SIDE = 64;
/** The maximum number of squares to cache. */
const MOST = 400;

/** The painted squares of an endless level. They are fetched when they come into view. */
export class Plane {
  /** Called when a square has arrived. */
  onArrival: () => void = () => undefined;
  onFailure: (error: Error) => void = () => undefined;

  readonly #squares = new Map<string, ImageBitmap>();
  readonly #wanted = new Map<string, AbortController>();

  constructor(
    readonly request: LevelRequest,
    readonly paint: PaintRequest,
  ) {}

  /** Draws the squares that have arrived, and requests the rest. Returns whether all had arrived. */
  draw(
    context: CanvasRenderingContext2D,
    view: { left: number; top: number; right: number; bottom: number },
    scale: number,
    toPoint: (x: number, y: number) => [number, number],
  ): boolean {
    // Zoomed far out, a cell is only a pixel or two.
    const cell = scale > 8 ? 16 : scale > 4 ? 8 : scale > 2 ? 4 : 2;
    const isVisible = new Set<string>();
    let isComplete = true;
    for (let y = Math.floor(view.top / SIDE); y <= Math.floor(view.bottom / SIDE); y += 1) {
      for (let x = Math.floor(view.left / SIDE); x <= Math.floor(view.right / SIDE); x += 1) {
        const key = `${cell} ${x} ${y}`;
        isVisible.add(key);
        const [left, top] = toPoint(x * SIDE, y * SIDE);
        const [right, bottom] = toPoint((x + 1) * SIDE, (y + 1) * SIDE);
        const square = this.#squares.get(key) ?? this.#coarser(x, y);
        // Whole pixels, so that no seam shows between squares.
        const [px, py] = [Math.round(left), Math.round(top)];
        if (square) context.drawImage(square, px, py, Math.round(right) - px, Math.round(bottom) - py);
        if (!this.#squares.has(key)) {
          isComplete = false;
          this.#fetch(key, x, y, cell);
        } else {
          this.#touch(key);
        }
      }
    }
    for (const [key, abort] of this.#wanted) if (!isVisible.has(key)) abort.abort();
    return isComplete;
  }

  close(): void {
    for (const abort of this.#wanted.values()) abort.abort();
    for (const square of this.#squares.values()) square.close();
    this.#squares.clear();
  }

  /** The same square at another size, until the right one arrives. */
  #coarser(x: number, y: number): ImageBitmap | undefined {
    for (const cell of [8, 4, 2, 16]) {
      const square = this.#squares.get(`${cell} ${x} ${y}`);
      if (square) return square;
    }
    return undefined;
  }

  /** Marks a square as recently used, so that it is dropped last. */
  #touch(key: string): void {
    const square = this.#squares.get(key)!;
    this.#squares.delete(key);
    this.#squares.set(key, square);
  }

  #fetch(key: string, x: number, y: number, cell: number): void {
    if (this.#wanted.has(key)) return;
    const abort = new AbortController();
    this.#wanted.set(key, abort);
    helpers
      .call('region', [this.request, x * SIDE, y * SIDE, SIDE, { ...this.paint, cell }], abort.signal, true)
      .then(({ bitmap }) => {
        this.#squares.set(key, bitmap);
        if (this.#squares.size > MOST) {
          const [oldest, square] = this.#squares.entries().next().value!;
          square.close();
          this.#squares.delete(oldest);
        }
        this.onArrival();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Cancelled)) this.onFailure(error as Error);
      })
      .finally(() => this.#wanted.delete(key));
  }
}
