// Less motion: what the system asks for, or what was chosen here. The page says it as `data-motion`, which
// a script in the head sets before first paint, and styles and code go by that.
import { storedChoice } from './stored-choice.ts';

const KEY = 'ui-motion';
const ASKED = '(prefers-reduced-motion: reduce)';

/** Runs in the head. */
export const MOTION_SCRIPT = `(function(){var m;try{m=localStorage.getItem('${KEY}')}catch(e){}if(m==='less'||matchMedia('${ASKED}').matches)document.documentElement.dataset.motion='less'})()`;

export const motion = storedChoice({
  key: KEY,
  options: ['less'],
  media: ASKED,
  asked: 'less',
  apply: (chosen, isAsked) => {
    const root = document.documentElement;
    if (chosen === 'less' || isAsked) root.dataset['motion'] = 'less';
    else delete root.dataset['motion'];
  },
});

/** Whether there is to be less motion; so it is where nobody can know yet. */
export function useReducedMotion(): boolean {
  return motion.useIsOn('less', true);
}
