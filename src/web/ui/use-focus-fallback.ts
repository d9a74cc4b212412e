import { useEffect, useRef, type FocusEvent } from 'react';

/**
 * Moves the focus if an action removes the pressed control, for example to the action's result. It leaves the focus
 * alone if the user has moved it. `heir`: returns the element to focus. Attach the handlers to a part of the page that
 * contains both elements and re-renders when the control is removed.
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
    // Runs only if the user moves the focus, because a removed element sends no blur event.
    onBlur: () => {
      last.current = null;
    },
  };
}
