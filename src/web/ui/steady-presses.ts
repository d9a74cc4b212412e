// A field is validated on blur, and its error message pushes the content below it down. If a button took the focus on
// pointer-down, it would move away from the pointer before pointer-up, and the press would be lost (choice 771).

const FIELDS = 'input, select, textarea';
const BUTTONS = 'button, a[href], summary, label, [type=checkbox], [type=radio]';

/** From this call on, a press while a field has the focus blurs the field only on release. */
export function keepPressesSteady(): void {
  let held: HTMLElement | null = null;
  window.addEventListener(
    'mousedown',
    (event) => {
      held = null;
      if (event.button !== 0 || document.activeElement?.matches(FIELDS) !== true) return;
      // A pressed field takes the focus itself, also through its label.
      const pressed = (event.target as Element).closest<HTMLElement>(`${BUTTONS}, ${FIELDS}`);
      if (!pressed?.matches(BUTTONS)) return;
      event.preventDefault();
      held = pressed;
    },
    true,
  );
  // Runs in the capture phase before any other handler, so that the work of the blur is done by then.
  window.addEventListener(
    'click',
    ({ target }) => {
      const pressed = held;
      held = null;
      // A focus that came from a pointer needs no focus ring. A label passes the focus to its control.
      if (pressed?.contains(target as Node) && !pressed.matches('label'))
        pressed.focus({ preventScroll: true, focusVisible: false });
    },
    true,
  );
}
