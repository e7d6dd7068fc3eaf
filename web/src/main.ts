// Starts the page.

import { mount } from 'svelte';
import App from './App.svelte';
import { releaseFocus } from './lib/focus';
import { theme } from './lib/theme.svelte';
import './styles/tokens.css';
import './styles/base.css';

theme.start();
releaseFocus(document);
mount(App, { target: document.getElementById('app')! });
