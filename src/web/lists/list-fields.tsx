// Fields for the filters of lists. `useListPage` provides the value and the change handler of each field.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';

/** A form of filters. It has no submit button, because each change of a field updates the list at once. */
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
  // When the user presses the button that clears the fields, the button disappears. The focus then moves to the first
  // field.
  const fallback = useFocusFallback(() =>
    form.current!.querySelector<HTMLElement>('input, select'),
  );
  return (
    <form
      ref={form}
      {...fallback}
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

// The delay from the last typed letter to the change of the URL. It keeps the list from reloading at every letter.
const TYPING_PAUSE_MS = 300;

/** A search field. Typing updates the URL. If something else changes the URL, the field shows the new text. */
export function SearchField({
  label,
  value,
  onChange,
  className,
  placeholder,
}: FilterProps & { placeholder?: string }) {
  const [text, setText] = useState(value);
  const [asked, setAsked] = useState(value);
  const [before, setBefore] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  // If the visitor typed before hydration, no handler received the text, so it is read from the input now. The state is
  // set only if there is such text. Otherwise React might delay an update that changes nothing, and then overwrite a
  // newer value from the URL.
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
      placeholder={placeholder}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}

/**
 * Connects an uncontrolled field with a value from the URL. A new value is written into the field without remounting
 * it, because a remount would lose the focus. `isNew` returns whether a value differs from the last known value, and
 * stores it. `put` writes a text into the field.
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

// The earliest day that takes effect. While the user types the year 2026, the field briefly has the years 2, 20 and
// 202, and none of them must take effect.
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2999-12-31';

/** A date field. Its value takes effect when the date is complete. */
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
  /** The label of the option that turns the filter off. */
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
