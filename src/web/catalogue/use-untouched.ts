import { useEffect, useRef, useState } from 'react';

/** How long after the page became usable it may change by itself. Later, a press could hit what has just changed. */
const CHANGES_FOR_MS = 1000;
const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;

/**
 * Returns a function that tells whether the page may still change by itself: it is new, and the visitor has neither
 * pressed nor scrolled, nor has the pointer on the stage or the focus in the page. The focus on the heading doesn't
 * count, because the shop itself puts it there.
 */
export function useUntouched(): () => boolean {
  const [endsAt] = useState(() => Date.now() + CHANGES_FOR_MS);
  const isTouched = useRef(false);
  useEffect(() => {
    const listening = new AbortController();
    const touch = () => {
      isTouched.current = true;
    };
    for (const name of TOUCHES) {
      window.addEventListener(name, touch, { capture: true, signal: listening.signal });
    }
    return () => listening.abort();
  }, []);
  return () =>
    !isTouched.current &&
    Date.now() < endsAt &&
    window.scrollY === 0 &&
    document.querySelector('#hero-slide:hover, main :focus:not(h1)') === null;
}
