// A province or state: chosen where its country has any, typed elsewhere.
import { useId, type ComponentProps } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Field, FieldFrame, messageId } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { inputClass } from '../ui/input-class.ts';
import type { AddressShape } from './address-shapes.ts';

type StateFieldProps = Omit<ComponentProps<'select'> & ComponentProps<'input'>, 'ref' | 'value'> & {
  ref?: (element: HTMLInputElement | HTMLSelectElement | null) => void;
  states: AddressShape['states'];
  /** What it is now: an address of before may say something that is in no list. */
  value: string;
  error?: string | undefined;
};

export function StateField({ states, value, error, readOnly, ...control }: StateFieldProps) {
  const id = useId();
  const label = 'State or province';
  // A locked one is only read: what is disabled would be no part of its form.
  if (states.length === 0 || readOnly) {
    return <Field {...control} label={label} error={error} readOnly={readOnly} />;
  }
  const isListed = value === '' || states.some((one) => one.value === value);
  const { required, ...select } = control;
  return (
    <FieldFrame id={id} label={label} error={error}>
      <span className="relative block min-w-0">
        <select
          {...select}
          id={id}
          aria-required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? messageId(id) : undefined}
          className={classNames(inputClass, 'appearance-none pr-9')}
        >
          <option value="">Choose</option>
          {!isListed && <option value={value}>{value}</option>}
          {states.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
        <Icon
          name="down"
          size={16}
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-text-2"
        />
      </span>
    </FieldFrame>
  );
}
