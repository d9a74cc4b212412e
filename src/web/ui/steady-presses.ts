// A field is judged when it is left, and its message pushes what is below it down. A button that took the focus when it
// is pressed would slip from under the pointer half-way, and the press would be lost (choice 771).

const FIELDS = 'input, select, textarea';
const BUTTONS = 'button, a[href], summary, label, [type=checkbox], [type=radio]';

/** From here on, whoever presses something while a field has the focus leaves the field only when they let go. */
export function keepPressesSteady(): void {
  let held: HTMLElement | null = null;
  window.addEventListener(
    'mousedown',
    (event) => {
      held = null;
      if (event.button !== 0 || document.activeElement?.matches(FIELDS) !== true) return;
      // A field that is pressed takes the focus itself, also one in a label.
      const pressed = (event.target as Element).closest<HTMLElement>(`${BUTTONS}, ${FIELDS}`);
      if (!pressed?.matches(BUTTONS)) return;
      event.preventDefault();
      held = pressed;
    },
    true,
  );
  // Before anything hears of the press, so that what leaving the field does is done by then.
  window.addEventListener(
    'click',
    ({ target }) => {
      const pressed = held;
      held = null;
      // Where the focus came from by pointer, no ring is wanted. A label gives it to its control.
      if (pressed?.contains(target as Node) && !pressed.matches('label'))
        pressed.focus({ preventScroll: true, focusVisible: false });
    },
    true,
  );
}
