// Keeps presses from being lost. When a field loses the focus, its error message may push the content down. If this
// happened at pointer-down, the pressed button would move away from the pointer before pointer-up.

const FIELDS = 'input, select, textarea';
const BUTTONS = 'button, a[href], summary, label, [type=checkbox], [type=radio]';

/** From this call on, a press on a button takes the focus from a field only when the button is released. */
export function steadyPresses(): void {
  let held: HTMLElement | null = null;
  window.addEventListener(
    'mousedown',
    (event) => {
      held = null;
      if (event.button !== 0 || document.activeElement?.matches(FIELDS) !== true) return;
      // If the pressed element is a field, it may take the focus at once, even if it is inside a label.
      const pressed = (event.target as Element).closest<HTMLElement>(`${BUTTONS}, ${FIELDS}`);
      if (!pressed?.matches(BUTTONS)) return;
      event.preventDefault();
      held = pressed;
    },
    true,
  );
  // The listener is in the capture phase, so that the field has lost the focus before other handlers run.
  window.addEventListener(
    'click',
    ({ target }) => {
      const pressed = held;
      held = null;
      // The released button gets the focus, without a ring because the press came from a pointer. A label does not get
      // it, because a label passes the focus to its control.
      if (pressed?.contains(target as Node) && !pressed.matches('label'))
        pressed.focus({ preventScroll: true, focusVisible: false });
    },
    true,
  );
}
