// Less motion: what the system asks for, or what was chosen here. The page says it as `data-motion`, which
// a script in the head sets before first paint, and styles and code go by that.
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

/** Whether there is to be less motion; so it is where nobody can know yet. */
export function useReducedMotion(): boolean {
  return motion.useIsOn('less', true);
}
