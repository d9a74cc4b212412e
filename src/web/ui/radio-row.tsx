import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A radio button as a row. A click anywhere in the row selects it. `children`: content at the end of the row. */
export function RadioRow({
  name,
  value,
  title,
  text,
  isSelected,
  isDisabled,
  onSelect,
  children,
}: {
  /** The name of the group. All options of the group have the same name. */
  name: string;
  value: string;
  title: string;
  text: ReactNode;
  isSelected: boolean;
  isDisabled: boolean;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <label
      className={classNames(
        'flex min-h-18 items-center gap-4 rounded-card border px-4 py-3',
        isSelected ? 'border-brand outline-1 outline-brand' : 'border-line-strong',
        isDisabled ? 'cursor-not-allowed bg-surface-2' : 'cursor-pointer bg-surface',
      )}
    >
      <input
        type="radio"
        name={name}
        value={value}
        checked={isSelected}
        disabled={isDisabled}
        onChange={onSelect}
        className="radio"
      />
      <span className="min-w-0 flex-1">
        <span className="block text-small font-semibold">{title}</span>
        <span className="block text-small text-text-2">{text}</span>
      </span>
      {children}
    </label>
  );
}
