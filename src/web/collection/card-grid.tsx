// Cards in a grid. The arrow keys move between the cards in the directions in which the screen shows them.
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

/** The attribute of each element that the arrow keys can reach. Each card has one such element. */
export const REACHED = { 'data-pocket': '' } as const;

export function CardGrid({
  label,
  className,
  children,
}: {
  label: string;
  className: string;
  children: ReactNode;
}) {
  const list = useRef<HTMLUListElement>(null);
  const move = (event: KeyboardEvent) => {
    const pockets = [...list.current!.querySelectorAll<HTMLElement>('[data-pocket]')];
    const at = pockets.indexOf(event.target as HTMLElement);
    if (at === -1) return;
    const columns = getComputedStyle(list.current!).gridTemplateColumns.split(' ').length;
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: columns,
      ArrowUp: -columns,
    };
    const next = pockets[at + (steps[event.key] ?? 0)];
    if (steps[event.key] === undefined || next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The links in the list have the focus, not the list.
    <ul
      ref={list}
      aria-label={label}
      onKeyDown={move}
      className={classNames('baize', className)}
      data-theme="dark"
    >
      {children}
    </ul>
  );
}
