/** Which part of a map a canvas shows. */
export class Camera {
  /** The cell in the middle of the canvas. */
  x = 0;
  y = 0;
  /** Canvas pixels per cell. */
  scale = 16;

  constructor(
    public least = 0.5,
    public most = 128,
  ) {}

  /** Shows a whole map, with a little space around it. */
  fit(mapWidth: number, mapHeight: number, width: number, height: number): void {
    const scale = Math.min(width / (mapWidth + 1), height / (mapHeight + 1));
    this.scale = Math.max(this.least, Math.min(this.most, scale));
    this.x = mapWidth / 2;
    this.y = mapHeight / 2;
  }

  /** Zooms by a factor around a fixed point of the canvas. */
  zoom(factor: number, atX: number, atY: number, width: number, height: number): void {
    const next = Math.max(this.least, Math.min(this.most, this.scale * factor));
    const [offsetX, offsetY] = [atX - width / 2, atY - height / 2];
    this.x += offsetX / this.scale - offsetX / next;
    this.y += offsetY / this.scale - offsetY / next;
    this.scale = next;
  }

  pan(pixelsX: number, pixelsY: number): void {
    this.x -= pixelsX / this.scale;
    this.y -= pixelsY / this.scale;
  }

  /** The cell under a point of the canvas. */
  cellAt(atX: number, atY: number, width: number, height: number): [number, number] {
    return [
      Math.floor(this.x + (atX - width / 2) / this.scale),
      Math.floor(this.y + (atY - height / 2) / this.scale),
    ];
  }

  /** The point of the canvas where a cell begins. */
  pointOf(x: number, y: number, width: number, height: number): [number, number] {
    return [(x - this.x) * this.scale + width / 2, (y - this.y) * this.scale + height / 2];
  }
}
