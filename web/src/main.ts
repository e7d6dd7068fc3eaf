// Starts the page, or the view of it that other sites may show in a frame.

import { mount } from 'svelte';
import App from './App.svelte';
import { releaseFocus } from './lib/focus';
import { theme } from './lib/theme.svelte';
import { FRAMED } from './lib/url';
import './styles/tokens.css';
import './styles/base.css';

theme.start();
releaseFocus(document);
const target = document.getElementById('app')!;
if (location.pathname === FRAMED) void import('./embed/Embed.svelte').then(({ default: Embed }) => mount(Embed, { target }));
else mount(App, { target });
