import { mount } from 'svelte';
import '../lib/theme.css';
import { worksOffline } from '../lib/offline';
import { level } from './core';
import App from './App.svelte';
import { followFolder, hasFolder } from './folder';
import { studio } from './state.svelte';

// For tinkerers and tests.
Object.assign(window, {
  undercroft: {
    level,
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
