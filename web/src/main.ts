// Starts the page.

import { mount } from 'svelte';
import App from './App.svelte';
import { theme } from './lib/theme.svelte';
import './styles/tokens.css';
import './styles/base.css';

theme.start();
mount(App, { target: document.getElementById('app')! });
