// Light, dark, or as the system has it. The choice is applied before first paint by a script in the
// head, and from then on by what is here.
import { storedChoice } from './stored-choice.ts';

const KEY = 'ui-theme';
/** Runs in the head. `card-app-theme` is what an older version wrote: taken over once, then removed. */
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

/** The page names a bar colour for either theme of the system; the first one counts, so a choice stands before them. */
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
