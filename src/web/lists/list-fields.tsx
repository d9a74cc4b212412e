// The filters of lists. `useListPage` provides the value and the change handler of each field.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';

/** A form without a submit button, because the list follows every change of a field at once. */
export function FilterForm({
  label,
  className,
  children,
}: {
  label: string;
  /** The CSS classes for the columns of the form. */
  className: string;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  // A button that clears the fields disappears when it is pressed. The focus then moves to the first field.
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

// The URL changes this long after the last letter was typed, so that the list does not follow every letter.
const TYPING_PAUSE_MS = 300;

/**
 * A search field. It updates the URL while the user types, and shows the new text when the URL changes in another way.
 */
export function SearchField({ label, value, onChange, className }: FilterProps) {
  const [text, setText] = useState(value);
  const [asked, setAsked] = useState(value);
  const [before, setBefore] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  // Takes over text that was typed before hydration, when no handler received it. Set the state only in that case:
  // React may delay an update that changes nothing, and then apply it over a newer value from the URL.
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
 * For an uncontrolled field. Writes a new value from the URL into the field instead of remounting it, because a remount
 * would lose the focus. `isNew` returns whether a value differs from the last known value, and stores it. `put` writes
 * a text into the field.
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

// The earliest day that the field accepts. While the user types the year 2026, the field briefly has the years 2, 20
// and 202. None of them must take effect.
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2999-12-31';

/** A date field. Its value takes effect once the whole date is typed or chosen. */
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
  /** The label of the option that means no filter. */
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
