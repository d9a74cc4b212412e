import type { AnyRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';

/**
 * After a navigation, moves the focus to the page's heading, so that screen readers start there. It leaves the focus
 * alone if the user moved it during the navigation. A further step of signing in does not change the path. The focus
 * then moves only if the focused element was removed.
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

/** Moves the focus to the content. Not a plain link, because its new history entry would lack the state of the page. */
export function skipToContent(event: MouseEvent): void {
  event.preventDefault();
  document.querySelector('main')?.focus();
}
