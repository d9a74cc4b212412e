// A field for a quantity. It has a button for one more and a button for one less.
import { useState } from 'react';
import { classNames } from './class-names.ts';

const STEP =
  'grid size-11 shrink-0 place-items-center text-price font-semibold hover:bg-surface-2 aria-disabled:text-text-3 aria-disabled:hover:bg-transparent';

export function Stepper({
  label,
  value,
  most,
  disabled = false,
  onChange,
  className,
}: {
  /** The name of the items that are counted. */
  label: string;
  value: number;
  most: number;
  disabled?: boolean;
  onChange: (value: number) => void;
  className?: string;
}) {
  // The text while the user is typing, which may not be a number yet. Null at all other times.
  const [typed, setTyped] = useState<string | null>(null);
  const set = (next: number) => {
    setTyped(null);
    const within = Math.min(most, Math.max(1, next));
    if (!disabled && within !== value) onChange(within);
  };
  return (
    <fieldset
      aria-label={label}
      className={classNames(
        'inline-flex items-stretch rounded-control border border-line-strong bg-surface',
        className,
      )}
    >
      <button
        type="button"
        aria-label="One less"
        aria-disabled={disabled || value <= 1 || undefined}
        onClick={() => set(value - 1)}
        className={classNames(STEP, 'rounded-l-[inherit]')}
      >
        −
      </button>
      <input
        aria-label="Quantity"
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? value}
        readOnly={disabled}
        onChange={({ target }) => setTyped(target.value.replaceAll(/\D/g, '').slice(0, 3))}
        onBlur={() => typed !== null && set(Number(typed) || value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          set(Number(typed ?? value) || value);
        }}
        className="w-12 border-x border-line bg-transparent text-center text-[16px] font-[560]"
      />
      <button
        type="button"
        aria-label="One more"
        aria-disabled={disabled || value >= most || undefined}
        onClick={() => set(value + 1)}
        className={classNames(STEP, 'rounded-r-[inherit]')}
      >
        +
      </button>
    </fieldset>
  );
}
