// The steps of signing in. Each step is an entry of the browser's history: the Back button returns to the previous
// step, and a reload does not ask for the address again.
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
  /** The steps up to the visible one. Each is one entry of the history. */
  steps: Step[];
  /** The email address that the user typed. Never a password or a code. */
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

/** The visible step, and the transitions from it. `first`: where a history entry without stored steps begins. */
export function useSteps(first: Steps) {
  const router = useRouter();
  const navigate = useNavigate();
  const isHere = useLocation({ select: ({ pathname }) => pathname === '/auth' });
  const entered = useLocation({ select: ({ state }) => state.signingIn });
  // While the page is being left, the location is already the next page's, so the visible step stays.
  const now = entered ?? first;
  const [shown, setShown] = useState(now);
  if (isHere && !isSame(shown, now)) setShown(now);
  const { steps, email } = isHere ? now : shown;

  const show = (signingIn: Steps, replace: boolean) =>
    navigate({
      to: '/auth',
      search: true,
      // The state of the sign-in's target page travels along.
      state: (before) => ({ ...before, signingIn }),
      replace,
      resetScroll: !replace,
    });

  return {
    step: steps.at(-1)!,
    count: steps.length,
    email,
    /** Goes forward to a step. */
    goTo: async (next: Step, known: string) => {
      // The previous step stores the address too, so that a user who goes back finds it there.
      if (known !== email) await show({ steps, email: known }, true);
      await show({ steps: [...steps, next], email: known }, false);
    },
    /** Replaces the visible step. */
    change: async (next: Step, known: string) =>
      show({ steps: [...steps.slice(0, -1), next], email: known }, true),
    /** Goes back by a number of steps. Returns false if there are fewer. */
    goBack: (count = 1): boolean => {
      if (steps.length <= count) return false;
      router.history.go(-count);
      return true;
    },
  };
}
