import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

/** A button that turns an option on or off, such as a favourite game. */
export function Chip({
  isOn,
  onToggle,
  children,
}: {
  isOn: boolean;
  onToggle: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onToggle}
      className={classNames(
        'inline-flex min-h-11 items-center gap-2 rounded-control border px-4 text-small font-[560]',
        isOn
          ? 'border-brand bg-brand-soft text-on-brand-soft'
          : 'border-line-strong bg-surface text-text hover:bg-surface-2',
      )}
    >
      {isOn && <Icon name="check" size={16} />}
      {children}
    </button>
  );
}
