import { store, stored } from '../lib/storage';
import type { Look } from './api';
import type { CommandName, Scheme } from './keys';

/** The player's settings, stored in the browser. */
class Settings {
  look = $state<Look>(stored('play-look') === 'glyphs' ? 'glyphs' : 'tiles');
  oblique = $state(stored('play-oblique') !== 'no');
  scheme = $state<Scheme>(stored('play-keys') === 'vi' ? 'vi' : 'wasd');
  picksUp = $state(stored('play-picks-up') !== 'no');
  hints = $state(stored('play-hints') !== 'no');
  /** The names of the hints already given. Each is given once. */
  hintsGiven = $state.raw<string[]>(stored('play-hints-given')?.split(' ') ?? []);
  /** The keys of commands that the player has changed. */
  keys = $state.raw<Partial<Record<CommandName, string[]>>>(parsed(stored('play-own-keys')));
  /** Zoom steps away from the size that suits the screen. */
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

  setHints(hints: boolean): void {
    this.hints = hints;
    store('play-hints', hints ? 'yes' : 'no');
  }

  giveHint(name: string): void {
    this.hintsGiven = [...this.hintsGiven, name];
    store('play-hints-given', this.hintsGiven.join(' '));
  }

  forgetHints(): void {
    this.hintsGiven = [];
    store('play-hints-given', undefined);
  }

  setKeys(keys: Partial<Record<CommandName, string[]>>): void {
    this.keys = keys;
    store('play-own-keys', Object.keys(keys).length > 0 ? JSON.stringify(keys) : undefined);
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

/** Settings that are damaged in the storage get their defaults. */
function parsed(text: string | undefined): Partial<Record<CommandName, string[]>> {
  try {
    const keys: unknown = JSON.parse(text ?? '{}');
    const isList = (list: unknown) => Array.isArray(list) && list.every((key) => typeof key === 'string');
    return keys && typeof keys === 'object' ? Object.fromEntries(Object.entries(keys).filter(([, list]) => isList(list))) : {};
  } catch {
    return {};
  }
}

export const settings = new Settings();
