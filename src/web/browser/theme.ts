// Light, dark, or the system's theme. A script in the head applies the choice before first paint; afterwards this
// module does.
import { storedChoice } from './stored-choice.ts';

const KEY = 'ui-theme';
/** Runs in the head. An older version wrote `card-app-theme`: it is moved once, then removed. */
export const THEME_SCRIPT = `try{var s=localStorage,t=s.getItem('${KEY}'),o=s.getItem('card-app-theme');if(o!==null){if(t===null&&/^(light|dark|system)$/.test(o))s.setItem('${KEY}',t=o);s.removeItem('card-app-theme')}if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`;
const BAR_ID = 'chosen-bar-colour';

export const theme = storedChoice({
  key: KEY,
  options: ['light', 'dark'],
  media: '(prefers-color-scheme: dark)',
  asked: 'dark',
  apply: (chosen) => {
    const root = document.documentElement;
    if (chosen === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = chosen;
    colourBar(chosen);
  },
});

/**
 * The page declares a browser bar colour for each theme of the system. The first matching one applies, so the chosen
 * one is inserted before them.
 */
function colourBar(chosen: 'light' | 'dark' | 'system'): void {
  document.getElementById(BAR_ID)?.remove();
  if (chosen === 'system') return;
  const ofTheme = document.querySelector<HTMLMetaElement>(
    `meta[name=theme-color][media*=${chosen}]`,
  );
  if (ofTheme === null) return;
  const bar = document.createElement('meta');
  bar.id = BAR_ID;
  bar.name = 'theme-color';
  bar.content = ofTheme.content;
  document.head.prepend(bar);
}
