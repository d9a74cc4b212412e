// Whether motion is reduced, because the system requests it or the visitor chose it in the shop. A script in the page's
// head sets `data-motion` before first paint. Styles and code read this attribute.
import { storedChoice, type Choice } from './stored-choice.ts';

const KEY = 'ui-motion';
const ASKED = '(prefers-reduced-motion: reduce)';

/** The script that the page's head runs before first paint. */
export const MOTION_SCRIPT = `(function(){var m;try{m=localStorage.getItem('${KEY}')}catch(e){}if(m==='less'||matchMedia('${ASKED}').matches)document.documentElement.dataset.motion='less'})()`;

export const motion: Choice<'less'> = storedChoice({
  key: KEY,
  options: ['less'],
  media: ASKED,
  asked: 'less',
  apply: () => {
    const root = document.documentElement;
    if (motion.isOn('less')) root.dataset['motion'] = 'less';
    else delete root.dataset['motion'];
  },
});

/** Returns whether motion is reduced. Returns true on the server, which does not know the visitor's choice. */
export function useReducedMotion(): boolean {
  return motion.useIsOn('less', true);
}
