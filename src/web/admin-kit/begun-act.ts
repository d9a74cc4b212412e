// An act, such as a refund, that an operator chose in the operators' search. The search opens the drawer of what it
// found, and the history entry stores the act until the drawer has started it.
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

export type BegunAct = 'refund' | 'give_credits' | 'lock' | 'withdraw';

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Only an interface can be extended in another file.
  interface HistoryState {
    begins?: BegunAct;
  }
}

/** Calls `begin` once if the search opened this page in order to start `act`. */
export function useBegins(act: BegunAct, begin: () => void): void {
  const navigate = useNavigate();
  const isBegun = useLocation({ select: ({ state }) => state.begins === act });
  const beginOnce = useEffectEvent(() => {
    begin();
    // Removes the act from the history entry. Otherwise a reload, or a new form after this one, would start it again.
    void navigate({ to: '.', search: true, state: {}, replace: true, resetScroll: false });
  });
  useEffect(() => {
    if (isBegun) beginOnce();
  }, [isBegun]);
}
