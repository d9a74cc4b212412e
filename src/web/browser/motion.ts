// Reduced motion: requested by the system, or chosen in the shop. A script in the head sets `data-motion` on the page
// before first paint; styles and code read it.
import { storedChoice, type Choice } from './stored-choice.ts';

const KEY = 'ui-motion';
const ASKED = '(prefers-reduced-motion: reduce)';

/** Runs in the head. */
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

/** Whether motion is reduced. True while it is still unknown. */
export function useReducedMotion(): boolean {
  return motion.useIsOn('less', true);
}
