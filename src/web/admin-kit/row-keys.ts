// Keys and presses on the rows of an operators' list: j and k move between rows, x selects, and a press anywhere on a row opens it.
// Enter needs no code, because j and k move the focus to the row's link.
import { useEffect, type MouseEvent, type RefObject } from 'react';
import { useKeysOn } from './single-keys.tsx';

const ROW = '[data-row]';
const LINK = 'a[data-opens-row]';
const PRESSABLE = 'a, button, input, select, label, textarea';

/** Opens the row that was pressed, unless the press was for something in it or ended a selection of text. */
export function openRow({ target, defaultPrevented, ctrlKey, metaKey }: MouseEvent): void {
  const pressed = target as Element;
  if (defaultPrevented || pressed.closest(PRESSABLE) !== null) return;
  if (window.getSelection()?.isCollapsed === false) return;
  const link = pressed.closest(ROW)?.querySelector<HTMLElement>(LINK);
  link?.dispatchEvent(
    new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey }),
  );
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox';
  return target.isContentEditable || target.matches('textarea, select');
}

export function useRowKeys(box: RefObject<HTMLElement | null>): void {
  const areOn = useKeysOn();
  useEffect(() => {
    if (!areOn) return;
    const press = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event;
      if (defaultPrevented || ctrlKey || metaKey || altKey || isTyping(target)) return;
      if (document.querySelector('dialog[open]') !== null) return;
      const rows = [...box.current!.querySelectorAll<HTMLElement>(ROW)].filter((row) =>
        row.checkVisibility(),
      );
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      if (key === 'x' && at !== -1) {
        event.preventDefault();
        return rows[at]!.querySelector<HTMLElement>('input[type=checkbox]')?.click();
      }
      const next = key === 'j' ? rows[at + 1] : key === 'k' ? rows[at - 1] : undefined;
      if (next === undefined) return;
      event.preventDefault();
      next.querySelector<HTMLElement>(`${LINK}, ${PRESSABLE}`)?.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [areOn, box]);
}
