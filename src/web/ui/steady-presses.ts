// Keeps presses from being lost. When a field loses the focus, its error message may push the content down. If that
// happened on pointer-down, a pressed button would move away before pointer-up (choice 771).

const FIELDS = 'input, select, textarea';
const BUTTONS = 'button, a[href], summary, label, [type=checkbox], [type=radio]';

/** After this call, a press on a button takes the focus from a field only when the button is released. */
export function keepPressesSteady(): void {
  let held: HTMLElement | null = null;
  window.addEventListener(
    'mousedown',
    (event) => {
      held = null;
      if (event.button !== 0 || document.activeElement?.matches(FIELDS) !== true) return;
      // A pressed field may take the focus at once, even if it is inside a label.
      const pressed = (event.target as Element).closest<HTMLElement>(`${BUTTONS}, ${FIELDS}`);
      if (!pressed?.matches(BUTTONS)) return;
      event.preventDefault();
      held = pressed;
    },
    true,
  );
  // In the capture phase, so that the blur is done before other handlers run.
  window.addEventListener(
    'click',
    ({ target }) => {
      const pressed = held;
      held = null;
      // No focus ring after a pointer press. A label is left out, because it passes the focus to its control.
      if (pressed?.contains(target as Node) && !pressed.matches('label'))
        pressed.focus({ preventScroll: true, focusVisible: false });
    },
    true,
  );
}
