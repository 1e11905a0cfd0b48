import { mount } from 'svelte';
import '../lib/theme.css';
import { worksOffline } from '../lib/offline';
import { offerApi } from './core';
import App from './App.svelte';

offerApi();
mount(App, { target: document.getElementById('app')! });
worksOffline();
