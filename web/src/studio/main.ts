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
    /** Bytes that the core of the level on show has taken. */
    memory: () => stage.call('memory', []),
    /** Bytes that the core of one of the other workers has taken. */
    helperMemory: () => helpers.call('memory', []),
    /** Shows the level of another seed. */
    reroll: (seed: string) => studio.setSeed(seed),
    /** What is on show. */
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
// The command serves other files the next time, so its pages are not kept.
if (!hasFolder()) worksOffline();
