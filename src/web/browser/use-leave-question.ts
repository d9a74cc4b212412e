// Asks for confirmation before the user leaves the page. This replaces the router's own hook, which every page would
// load although only the page that opens packs needs it.
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

/** Continues or cancels the blocked navigation. */
type Resume = (decision: 'leave' | 'stay') => void;

/**
 * Blocks each navigation inside the shop for which `isAsked` returns true. If the user closes the tab, the browser
 * itself asks. Returns null while no navigation is blocked.
 */
export function useLeaveQuestion(isAsked: () => boolean): Resume | null {
  const { history } = useRouter();
  const [resume, setResume] = useState<Resume | null>(null);
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
            setResume(() => (decision: 'leave' | 'stay') => {
              setResume(null);
              isBlocked(decision === 'stay');
            });
          });
        },
      }),
    [history],
  );
  return resume;
}
