// Light, dark, or as the system has it. The choice is applied before first paint by a script in the
// head, and from then on by what is here.
import { useSyncExternalStore } from 'react';
import { browserStorage } from '../api/browser-storage.ts';

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'ui-theme';
/** Of the browser's own bar: `bg` of each theme. */
export const BAR_COLOURS = { light: '#f8fbf9', dark: '#09100d' };

/** Runs in the head. `card-app-theme` is what an older version wrote: taken over once, then removed. */
export const THEME_SCRIPT = `try{var s=localStorage,t=s.getItem('${KEY}'),o=s.getItem('card-app-theme');if(o!==null){if(t===null&&/^(light|dark|system)$/.test(o))s.setItem('${KEY}',t=o);s.removeItem('card-app-theme')}if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`;
const BAR_ID = 'chosen-bar-colour';

const listeners = new Set<() => void>();

function storedTheme(): Theme {
  const stored = browserStorage.getItem(KEY);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

function systemIsDark(): boolean {
  return window.matchMedia('(prefers-color-scheme: dark)').matches;
}

function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  colourBar(theme);
  for (const listener of listeners) listener();
}

/** The page names a bar colour for either theme of the system; the first one counts, so a choice stands before them. */
function colourBar(theme: Theme): void {
  document.getElementById(BAR_ID)?.remove();
  if (theme === 'system') return;
  const bar = document.createElement('meta');
  bar.id = BAR_ID;
  bar.name = 'theme-color';
  bar.content = BAR_COLOURS[theme];
  document.head.prepend(bar);
}

export function chooseTheme(theme: Theme): void {
  browserStorage.setItem(KEY, theme);
  applyTheme(theme);
}

/** Follows the system and the other tabs. Called once, in the browser. */
export function followTheme(): void {
  applyTheme(storedTheme());
  window
    .matchMedia('(prefers-color-scheme: dark)')
    .addEventListener('change', () => applyTheme(storedTheme()));
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) applyTheme(storedTheme());
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What was chosen; the server draws "system". */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, storedTheme, () => 'system');
}

/** Whether the page is dark now; the server draws light. */
export function useIsDark(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => storedTheme() === 'dark' || (storedTheme() === 'system' && systemIsDark()),
    () => false,
  );
}
