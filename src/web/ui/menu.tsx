import { useEffect, type KeyboardEvent, type ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { ALONG_COLUMN, stepByKey } from './step-by-key.ts';
import { useFoldOut } from './use-fold-out.ts';

type MenuProps = {
  /** The content of the button. */
  label: ReactNode;
  /** A small text below the label of the button. */
  note?: ReactNode;
  /** The entries: MenuItem elements, or links with `className={menuItemClass} role="menuitem" tabIndex={-1}`. */
  children: ReactNode;
};

export const menuItemClass =
  'flex min-h-11 w-full items-center rounded-control px-3 text-left text-small font-[560] text-text no-underline hover:bg-surface-2 focus-visible:bg-surface-2';

/**
 * A menu button that follows the ARIA practices. Arrow keys, Home, End and Escape work, and the menu closes when the
 * focus leaves it.
 */
export function Menu({ label, note, children }: MenuProps) {
  const { isOpen, setOpen, root, button, id } = useFoldOut();
  const items = () => [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];

  useEffect(() => {
    if (isOpen) root.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [isOpen, root]);

  const steer = (event: KeyboardEvent) => {
    if (!isOpen && event.key === 'ArrowDown') {
      event.preventDefault();
      setOpen(true);
      return;
    }
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (!isOpen || at === -1) return;
    const next = stepByKey(event.key, ALONG_COLUMN, at, all.length);
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- The <div> only receives keys that bubble up from button and entries.
    <div ref={root} className="relative min-w-22 shrink-0" onKeyDown={steer}>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 max-w-full items-center gap-2 rounded-control border border-line-strong bg-surface px-3 text-small font-semibold hover:bg-surface-2 sm:px-4"
      >
        <span className="min-w-0 text-left leading-tight">
          <span className="block max-w-[calc(31vw-46px)] truncate sm:max-w-38">{label}</span>
          {/* The note is never truncated, because it is an amount of money. */}
          {note && (
            <span className="block text-[12px] font-normal whitespace-nowrap text-text-2">
              {note}
            </span>
          )}
        </span>
        <Icon name="down" size={14} />
      </button>
      {isOpen && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- The <div> only receives clicks that bubble up from entries, by mouse or key.
        <div
          id={id}
          role="menu"
          onClick={() => setOpen(false)}
          className="absolute top-full right-0 z-30 mt-1 min-w-48 animate-[appear_140ms_var(--ease-enter)] rounded-card border border-line bg-surface p-1.5 shadow-menu"
        >
          {children}
        </div>
      )}
    </div>
  );
}

/** A menu entry that acts on this page. An entry that navigates must be a link instead. */
export function MenuItem({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={onSelect}
      className={menuItemClass}
    >
      {children}
    </button>
  );
}
