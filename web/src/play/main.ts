import { mount } from 'svelte';
import '../lib/theme.css';
import { worksOffline } from '../lib/offline';
import App from './App.svelte';

mount(App, { target: document.getElementById('app')! });
worksOffline();
