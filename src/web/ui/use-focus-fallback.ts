import { useEffect, useRef, type FocusEvent } from 'react';

/**
 * An act may take away what was pressed for it, and the focus with it: then it goes to what tells of the act, or to
 * the next thing to do. Not when the person has moved it themselves meanwhile. The handlers are of the part of the
 * page that holds both; it is drawn anew when what was pressed goes.
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
    // Of what is taken away nothing is heard.
    onBlur: () => {
      last.current = null;
    },
  };
}
