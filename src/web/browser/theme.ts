// The theme: light, dark, or the system's theme. A script in the page's head applies the choice before first paint.
// Afterwards this module applies it.
import { storedChoice } from './stored-choice.ts';

const KEY = 'ui-theme';
/** The script that the page's head runs. It also moves the value of an older key to the current key. */
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
 * Sets the browser bar to the colour of the chosen theme. The page already declares one colour for each theme of the
 * system. Browsers use the first declaration that matches, so the chosen colour is inserted before the others.
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
