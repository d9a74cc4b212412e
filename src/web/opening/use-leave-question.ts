// Asks for confirmation before the user leaves the page. Replaces the router's own hook, which every page would load
// although only this page needs one.
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

/** Continues or cancels the blocked navigation. */
type Answer = (decision: 'leave' | 'stay') => void;

/**
 * Blocks each navigation inside the shop for which `isAsked` returns true. When the tab is closed, the browser warns.
 * Returns null while no navigation is blocked.
 */
export function useLeaveQuestion(isAsked: () => boolean): Answer | null {
  const { history } = useRouter();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const latest = useRef(isAsked);
  useEffect(() => {
    latest.current = isAsked;
  });

  useEffect(
    () =>
      history.block({
        enableBeforeUnload: () => latest.current(),
        blockerFn: () => {
          if (!latest.current()) return Promise.resolve(false);
          return new Promise<boolean>((isBlocked) => {
            setAnswer(() => (decision: 'leave' | 'stay') => {
              setAnswer(null);
              isBlocked(decision === 'stay');
            });
          });
        },
      }),
    [history],
  );
  return answer;
}
