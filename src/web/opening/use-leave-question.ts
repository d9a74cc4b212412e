// Asks before the page is left. The router's own hook for it would be loaded with every page, and is
// wanted here alone; it stands on the same history.
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

/** Lets a navigation that waits go on, or gives it up. */
type Answer = (decision: 'leave' | 'stay') => void;

/**
 * Holds every navigation inside the shop while `isAsked` says so, and has the browser warn before the
 * page is closed. Null while nothing waits.
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
