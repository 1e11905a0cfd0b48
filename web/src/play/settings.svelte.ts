import { store, stored } from '../lib/storage';
import type { Look } from './api';
import type { Scheme } from './keys';

/** What the player has chosen, kept in the browser. */
class Settings {
  look = $state<Look>(stored('play-look') === 'glyphs' ? 'glyphs' : 'tiles');
  oblique = $state(stored('play-oblique') !== 'no');
  scheme = $state<Scheme>(stored('play-keys') === 'vi' ? 'vi' : 'wasd');
  picksUp = $state(stored('play-picks-up') !== 'no');
  /** Steps of zoom from the size that suits the screen. */
  zoom = $state(Number(stored('play-zoom') ?? 0) || 0);
  /** Whether the pad is on the screen; by default where there is a touch screen and no mouse. */
  pad = $state(stored('play-pad') ? stored('play-pad') === 'yes' : matchMedia('(pointer: coarse)').matches);

  setLook(look: Look): void {
    this.look = look;
    store('play-look', look);
  }

  setOblique(oblique: boolean): void {
    this.oblique = oblique;
    store('play-oblique', oblique ? 'yes' : 'no');
  }

  setScheme(scheme: Scheme): void {
    this.scheme = scheme;
    store('play-keys', scheme);
  }

  setPicksUp(picksUp: boolean): void {
    this.picksUp = picksUp;
    store('play-picks-up', picksUp ? 'yes' : 'no');
  }

  setZoom(zoom: number): void {
    this.zoom = Math.max(-3, Math.min(4, zoom));
    store('play-zoom', String(this.zoom));
  }

  setPad(pad: boolean): void {
    this.pad = pad;
    store('play-pad', pad ? 'yes' : 'no');
  }
}

export const settings = new Settings();
