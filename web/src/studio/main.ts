import { mount } from 'svelte';
import '../lib/theme.css';
import { worksOffline } from '../lib/offline';
import { helpers, level, stage } from './core';
import App from './App.svelte';
import { followFolder, hasFolder } from './folder';
import { studio } from './state.svelte';

// For tinkerers and tests.
Object.assign(window, {
  undercroft: {
    level,
    /** Bytes of memory used by the current level's core. */
    memory: () => stage.call('memory', []),
    /** Bytes of memory used by the core of one of the other workers. */
    helperMemory: () => helpers.call('memory', []),
    /** Shows the level of another seed. */
    reroll: (seed: string) => studio.setSeed(seed),
    /** The current state. */
    shown: () => ({
      request: studio.request,
      summary: studio.summary,
      problem: studio.problem?.message,
      revision: studio.revision,
      latency: studio.latency,
      took: studio.took,
    }),
  },
});
mount(App, { target: document.getElementById('app')! });
void followFolder();
// The command may serve different files next time, so its pages are not cached.
if (!hasFolder()) worksOffline();
