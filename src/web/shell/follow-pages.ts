import type { AnyRouter } from '@tanstack/react-router';

/**
 * After a change of page the focus goes to its heading, so that a screen reader starts there; not when
 * the person has moved it themselves while the page was on its way.
 */
export function focusHeadings(router: AnyRouter): void {
  let before: Element | null = null;
  router.subscribe('onBeforeNavigate', () => {
    before = document.activeElement;
  });
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation === undefined || !pathChanged) return;
    const now = document.activeElement;
    if (now !== before && now !== document.body && now !== null) return;
    const heading =
      document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
    if (!heading) return;
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
}
