import { useEffect, useRef, type FocusEvent } from 'react';

/**
 * An action may remove the pressed control, and the focus with it. Then the focus moves to the result of the action,
 * or to the next control, unless the user has moved it themselves. Attach the handlers to the part of the page that
 * contains both; it must re-render when the control is removed.
 */
export function useFocusFallback(heir: () => HTMLElement | null | undefined) {
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const { activeElement } = document;
    const isLost = activeElement === document.body || activeElement === null;
    if (!isLost || last.current === null || last.current.isConnected) return;
    last.current = null;
    heir()?.focus();
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      last.current = target;
    },
    // A removed element sends no blur event, so this runs only if the user moves the focus.
    onBlur: () => {
      last.current = null;
    },
  };
}
