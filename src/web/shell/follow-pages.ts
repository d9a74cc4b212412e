import type { AnyRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';

/**
 * Moves the focus to the page's heading after a navigation, so that screen readers start there. If the user moved the
 * focus during the navigation, it stays where it is. The steps of signing in have the same path; between these steps
 * the focus moves only if the focused element was removed.
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

/** Moves the focus to the content. A plain link would create a history entry that lacks the state of the page. */
export function skipToContent(event: MouseEvent): void {
  event.preventDefault();
  document.querySelector('main')?.focus();
}
