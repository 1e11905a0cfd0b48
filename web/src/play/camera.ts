import type { Frame, Point, Scene } from './api';

/** Cells around the screen that are also painted, so that the camera can glide. */
export const margin = 2;

/** The cell at the top left of the screen: the hero in the middle, unless the level ends before the screen does. */
export function cameraFor(scene: Scene, frame: Frame): Point {
  const cursor = frame.cursor;
  const along = (at: number, cells: number, from: number | undefined, length: number | undefined) => {
    const centred = at + 0.5 - cells / 2;
    if (from === undefined || length === undefined) return centred;
    if (length <= cells) return from + (length - cells) / 2;
    return Math.min(Math.max(centred, from), from + length - cells);
  };
  /** Moves only as far as needed to keep the cursor on the screen. */
  const follow = (camera: number, cells: number, at: number | undefined) =>
    at === undefined ? camera : Math.max(Math.min(camera, at - 1), at + 2 - cells);
  return {
    x: follow(along(scene.at.x, frame.columns, scene.bounds?.[0], scene.bounds?.[2]), frame.columns, cursor?.x),
    y: follow(along(scene.at.y, frame.rows, scene.bounds?.[1], scene.bounds?.[3]), frame.rows, cursor?.y),
  };
}

/** The cells to paint for a camera. */
export function windowFor(camera: Point, frame: Frame): { x: number; y: number; width: number; height: number } {
  const x = Math.floor(camera.x) - margin;
  const y = Math.floor(camera.y) - margin;
  return { x, y, width: Math.ceil(frame.columns) + 2 * margin + 1, height: Math.ceil(frame.rows) + 2 * margin + 1 };
}
