import { useEffect, useLayoutEffect, useRef, type FocusEvent } from 'react';

/**
 * Moves the focus if an action removes the pressed control, for example to the result of the action. If the user has
 * moved the focus, leaves it alone. A dialog only borrows the focus: if the control is removed while the dialog is open,
 * the focus moves when the dialog closes. `heir`: returns the element that gets the focus. The handlers must be attached
 * to a part of the page that contains both elements, and that re-renders when the control is removed. `isFirst`: whether
 * the focus moves before any other part of the page can take it.
 */
export function useFocusFallback(
  heir: () => HTMLElement | null | undefined,
  { isFirst = false } = {},
) {
  const last = useRef<Element | null>(null);
  const moveOn = () => {
    const { activeElement } = document;
    const isLost = activeElement === document.body || activeElement === null;
    if (!isLost || last.current === null || last.current.isConnected) return;
    last.current = null;
    heir()?.focus();
  };
  useLayoutEffect(() => {
    if (isFirst) moveOn();
  });
  useEffect(moveOn);
  return {
    onFocus: ({ currentTarget, target }: FocusEvent) => {
      if (!isBorrowed(currentTarget, target)) last.current = target;
    },
    // A removed element sends no blur event. So this handler runs only if the user moves the focus, or a dialog opens.
    onBlur: ({ currentTarget, target, relatedTarget }: FocusEvent) => {
      if (!isBorrowed(currentTarget, target) && !isBorrowed(currentTarget, relatedTarget))
        last.current = null;
    },
  };
}

/** Returns whether an element is in an open dialog that a part of the page has opened, or that lies over this part. */
export function isBorrowed(part: Element, element: Element | null): boolean {
  const dialog = element?.closest('dialog:modal') ?? null;
  return dialog !== null && !dialog.contains(part);
}
