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
  /** All steps up to and including the visible step. Each step is one entry of the browser's history. */
  steps: Step[];
  /** The email address that the user typed. Never holds a password or a code. */
  email: string;
};

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Only an interface can be extended in another file.
  interface HistoryState {
    signingIn?: Steps;
  }
}

function isSame(one: Steps, other: Steps): boolean {
  return one.email === other.email && one.steps.join() === other.steps.join();
}

/**
 * Returns the visible step, and functions that change it. `first`: the steps to use if the history entry stores none.
 */
export function useSteps(first: Steps) {
  const router = useRouter();
  const navigate = useNavigate();
  const isHere = useLocation({ select: ({ pathname }) => pathname === '/auth' });
  const entered = useLocation({ select: ({ state }) => state.signingIn });
  // During a navigation to another page, the location already belongs to the next page. The visible step must not
  // change meanwhile.
  const now = entered ?? first;
  const [shown, setShown] = useState(now);
  if (isHere && !isSame(shown, now)) setShown(now);
  const { steps, email } = isHere ? now : shown;

  const show = (signingIn: Steps, replace: boolean) =>
    navigate({
      to: '/auth',
      search: true,
      // Keeps the navigation state of the previous page, which the next page needs after the sign-in.
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
      // Stores the address in the previous step too, so that the address is filled in when the user goes back.
      if (known !== email) await show({ steps, email: known }, true);
      await show({ steps: [...steps, next], email: known }, false);
    },
    /** Replaces the visible step. */
    change: async (next: Step, known: string) =>
      show({ steps: [...steps.slice(0, -1), next], email: known }, true),
    /** Goes back by `count` steps. Returns false if there are fewer steps. */
    goBack: (count = 1): boolean => {
      if (steps.length <= count) return false;
      router.history.go(-count);
      return true;
    },
  };
}
