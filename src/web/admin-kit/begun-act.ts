// The act that the operators' search begins in a drawer, such as the refund of the order. The history entry holds it
// until the drawer has begun it.
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

export type BegunAct = 'refund' | 'give_credits' | 'lock' | 'withdraw';

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Only an interface can be extended in another file.
  interface HistoryState {
    begins?: BegunAct;
  }
}

/** Calls `begin` if the search led here to begin this act, once. */
export function useBegins(act: BegunAct, begin: () => void): void {
  const navigate = useNavigate();
  const isBegun = useLocation({ select: ({ state }) => state.begins === act });
  const beginOnce = useEffectEvent(() => {
    begin();
    // A reload, or a new form after this one is done, must not begin the act again.
    void navigate({ to: '.', search: true, state: {}, replace: true, resetScroll: false });
  });
  useEffect(() => {
    if (isBegun) beginOnce();
  }, [isBegun]);
}
