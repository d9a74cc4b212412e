// What lists are filtered by. A field takes its value and what to do with another from `useListPage`.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';

/** A list follows its fields by itself: there is nothing to send. */
export function FilterForm({
  label,
  className,
  children,
}: {
  label: string;
  /** Its columns. */
  className: string;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  // A button that clears them goes with what it cleared.
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

// A word is typed in less; the list need not follow every letter.
const TYPING_PAUSE_MS = 300;

/** A search that follows what is typed, and is what the address says when that changes otherwise. */
export function SearchField({ label, value, onChange, className }: FilterProps) {
  const [text, setText] = useState(value);
  const [asked, setAsked] = useState(value);
  const [before, setBefore] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  // Who is quick types before the page is taken over, and nobody heard it. Only that is set: React may keep an update
  // that changes nothing, and apply it later, over what the address says by then.
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
 * For a field that keeps what is typed itself: another value from the address is put into it. Drawn anew, it would lose
 * the focus. `isNew` says whether a value is another than the field has asked for or been given, and notes it; `put`
 * writes what was typed as it was read.
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

// The calendar of a shop begins here. The first digits of a year are years of their own, and none of them is in it.
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2999-12-31';

/** A day that counts when it is all there: typed to its end, or chosen. */
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
  /** What no choice is called. */
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
