import { mount } from 'svelte';
import '../lib/theme.css';
import { worksOffline } from '../lib/offline';
import { chosenTheme, useTheme } from '../lib/theme';
import App from './App.svelte';
import { core } from './core';
import { game } from './game.svelte';

/** An interface for tinkerers and tests. */
const api = {
  /** Lets the bot take actions in the game on the screen; they are stored like the player's own. */
  bot: (actions: number) => game.bot(actions),
  /** The hash of the state, as `undercroft replay --verify` prints it. */
  hash: () => core.hash(),
  /** The journal of the game on the screen. */
  journal: () => core.journal(),
  /** Plays a save or a replay back, and returns the hash of its last state. */
  verify: (bytes: Uint8Array) => core.verify(bytes),
  /** Everything on the screen except the map. */
  scene: () => game.scene,
};
Object.assign(window, { undercroft: { ...(window as { undercroft?: object }).undercroft, game: api } });

useTheme(chosenTheme());
mount(App, { target: document.getElementById('app')! });
worksOffline();
