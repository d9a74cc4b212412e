// The filters of lists. A field receives its value and its change handler from `useListPage`.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';

/** The list follows its fields immediately, so the form has nothing to submit. */
export function FilterForm({
  label,
  className,
  children,
}: {
  label: string;
  /** The classes of its columns. */
  className: string;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  // A button that clears the fields disappears together with the input.
  const kept = useFocusFallback(() => form.current!.querySelector<HTMLElement>('input, select'));
  return (
    <form
      ref={form}
      {...kept}
      aria-label={label}
      onSubmit={(event) => event.preventDefault()}
      className={`grid items-end gap-4 ${className}`}
    >
      {children}
    </form>
  );
}

type FilterProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
};

// Shorter than typing a word takes, so the list does not follow every letter.
const TYPING_PAUSE_MS = 300;

/** A search field that updates the URL while the user types, and follows the URL when that changes otherwise. */
export function SearchField({ label, value, onChange, className }: FilterProps) {
  const [text, setText] = useState(value);
  const [asked, setAsked] = useState(value);
  const [before, setBefore] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  // A quick user types before hydration, when no handler receives it. The state is set only in that case: React may
  // keep an update that changes nothing and apply it later, over a newer value of the URL.
  useEffect(() => {
    const { value: typed, defaultValue: drawn } = input.current!;
    if (typed !== drawn) setText(typed);
  }, []);
  if (value !== before) {
    setBefore(value);
    if (value !== asked) {
      setAsked(value);
      setText(value);
    }
  }
  useEffect(() => {
    if (text.trim() === asked) return;
    const pause = setTimeout(() => {
      setAsked(text.trim());
      onChange(text.trim());
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(pause);
  });
  return (
    <Field
      label={<span className="font-normal text-text-2">{label}</span>}
      className={className}
      ref={input}
      type="search"
      maxLength={200}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}

/**
 * For a field that stores its own input: a new value of the URL is written into it, because a remount would lose the
 * focus. `isNew` says whether a value differs from the last one that the field reported or received, and records it.
 * `put` writes the parsed input back.
 */
export function useOwnText(value: string) {
  const input = useRef<HTMLInputElement>(null);
  const known = useRef(value);
  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    input.current!.value = value;
  }, [value]);
  const isNew = (typed: string) => {
    const isOther = typed !== known.current;
    known.current = typed;
    return isOther;
  };
  const put = (text: string) => {
    input.current!.value = text;
  };
  return { input, isNew, put };
}

// The earliest day that the field accepts. While a year is typed, its first digits are years themselves, and none of
// those may take effect.
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2999-12-31';

/** A day that takes effect once it is complete: fully typed, or chosen. */
export function DayField({ label, value, onChange, className }: FilterProps) {
  const { input, isNew } = useOwnText(value);
  return (
    <Field
      label={<span className="font-normal text-text-2">{label}</span>}
      className={className}
      ref={input}
      type="date"
      min={FIRST_DAY}
      max={LAST_DAY}
      defaultValue={value}
      onChange={({ target }) => {
        if (target.validity.valid && isNew(target.value)) onChange(target.value);
      }}
    />
  );
}

export function ChoiceField({
  label,
  any,
  options,
  onChange,
  ...select
}: FilterProps & {
  /** The label of the option for no choice. */
  any: string;
  options: readonly { value: string; label: string }[];
}) {
  return (
    <Select
      {...select}
      label={<span className="font-normal text-text-2">{label}</span>}
      onChange={({ target }) => onChange(target.value)}
      options={[{ value: '', label: any }, ...options]}
    />
  );
}
