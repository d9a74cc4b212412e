// The steps of signing in. Each is an entry of the browser's history: its Back goes to the step before,
// and a page that is loaded again asks for no address twice.
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';

export type Step =
  | 'email_check'
  | 'signup'
  | 'login'
  | 'two_factor'
  | 'forgot'
  | 'reset'
  | 'verify'
  | 'setup';

type Steps = {
  /** The steps up to the one that is shown, as many as there are entries of the history. */
  steps: Step[];
  /** What was typed on the way; no password and no code. */
  email: string;
};

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- An interface is what can be added to.
  interface HistoryState {
    signingIn?: Steps;
  }
}

function isSame(one: Steps, other: Steps): boolean {
  return one.email === other.email && one.steps.join() === other.steps.join();
}

/** The step that is shown, and the ways from it; `first`: where an entry begins that nothing is known of. */
export function useSteps(first: Steps) {
  const router = useRouter();
  const navigate = useNavigate();
  const isHere = useLocation({ select: ({ pathname }) => pathname === '/auth' });
  const entered = useLocation({ select: ({ state }) => state.signingIn });
  // On the way out the location is the next page's already: what is shown stays.
  const now = entered ?? first;
  const [shown, setShown] = useState(now);
  if (isHere && !isSame(shown, now)) setShown(now);
  const { steps, email } = isHere ? now : shown;

  const show = (signingIn: Steps, replace: boolean) =>
    navigate({
      to: '/auth',
      search: true,
      // What belongs to the page that signing in leads to goes along.
      state: (before) => ({ ...before, signingIn }),
      replace,
      resetScroll: !replace,
    });

  return {
    step: steps.at(-1)!,
    count: steps.length,
    email,
    /** Goes on to a step. */
    goTo: async (next: Step, known: string) => {
      // The step that is left keeps the address too: whoever comes back finds it there.
      if (known !== email) await show({ steps, email: known }, true);
      await show({ steps: [...steps, next], email: known }, false);
    },
    /** Puts steps in the place of the one that is shown. */
    change: async (next: Step, known: string) =>
      show({ steps: [...steps.slice(0, -1), next], email: known }, true),
    /** Goes a number of steps back; false: there are not as many. */
    goBack: (count = 1): boolean => {
      if (steps.length <= count) return false;
      router.history.go(-count);
      return true;
    },
  };
}
