import { core } from './core';

/** The pictures of creatures, items and tiles, for lists. Lists show glyphs until they have loaded. */
class Sprites {
  address = $state('');
  places = $state.raw<Record<string, [number, number]>>({});
  side = 16;
  size = { width: 0, height: 0 };

  async load(): Promise<void> {
    const { png, places, side } = await core.sprites();
    const blob = new Blob([png.slice()], { type: 'image/png' });
    const bitmap = await createImageBitmap(blob);
    this.size = { width: bitmap.width, height: bitmap.height };
    this.side = side;
    this.places = places;
    this.address = URL.createObjectURL(blob);
  }
}

export const sprites = new Sprites();
