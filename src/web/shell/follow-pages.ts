import type { AnyRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';

/**
 * After a navigation, moves the focus to the page's heading, so that screen readers start there. It does not if the
 * user has moved the focus during the navigation. After a sign-in step, it does so if the step removed the focused
 * element.
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

/** Moves on to the content without a new history entry, which would lack the state of the page. */
export function skipToContent(event: MouseEvent): void {
  event.preventDefault();
  document.querySelector('main')?.focus();
}
