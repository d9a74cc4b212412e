import type { AnyRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';

/**
 * After a change of page the focus goes to its heading, so that a screen reader starts there; not when
 * the person has moved it themselves while the page was on its way. After a step of signing in it goes
 * there where the step took away what had it.
 */
export function focusHeadings(router: AnyRouter): void {
  let before: Element | null = null;
  router.subscribe('onBeforeNavigate', () => {
    before = document.activeElement;
  });
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    if (fromLocation === undefined) return;
    const now = document.activeElement;
    const isLost = now === document.body || now === null;
    const isStep = toLocation.state.signingIn !== undefined;
    if (pathChanged ? now !== before && !isLost : !(isStep && isLost)) return;
    const heading =
      document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
    if (!heading) return;
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
}

/** Moves on to the content without a new entry of the history: one has what the page before it knew. */
export function skipToContent(event: MouseEvent): void {
  event.preventDefault();
  document.querySelector('main')?.focus();
}
