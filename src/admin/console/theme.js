/** The colours of the page: those of the system until the user chooses others. */
import { byId } from './dom.js';

const THEMES = ['', 'dark', 'light'];

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  byId('theme').textContent = theme === '' ? 'Theme: system' : `Theme: ${theme}`;
  localStorage.setItem('theme', theme);
}

export function startTheme() {
  setTheme(localStorage.getItem('theme') ?? '');
  byId('theme').addEventListener('click', () =>
    setTheme(THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length]),
  );
}
