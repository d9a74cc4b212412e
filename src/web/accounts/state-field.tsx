// The field for a province or state. It is a select if the country has a list of states, and a text field if not.
import type { ComponentProps } from 'react';
import { Field } from '../ui/field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import type { AddressShape } from './address-shapes.ts';

type StateFieldProps = Omit<ComponentProps<'select'> & ComponentProps<'input'>, 'ref' | 'value'> & {
  ref?: (element: HTMLInputElement | HTMLSelectElement | null) => void;
  states: AddressShape['states'];
  /** Whether the country requires a state. */
  isNeeded: boolean;
  /** The current value. It may be missing from the list, because older addresses may have other states. */
  value: string;
  error?: string | undefined;
  plainError?: string | undefined;
};

export function StateField({
  states,
  isNeeded,
  value,
  error,
  plainError,
  readOnly,
  ...control
}: StateFieldProps) {
  const label = isNeeded ? 'State or province' : 'State or province (optional)';
  // A locked field is read-only rather than disabled, because a form does not submit disabled fields.
  if (states.length === 0 || readOnly) {
    return <Field {...control} {...{ label, error, plainError, readOnly }} />;
  }
  const isListed = value === '' || states.some((one) => one.value === value);
  const { required, ...select } = control;
  return (
    <SelectField
      {...select}
      label={label}
      aria-required={required}
      error={error}
      plainError={plainError}
      options={[
        { value: '', label: 'Choose' },
        ...(isListed ? [] : [{ value, label: value }]),
        ...states,
      ]}
    />
  );
}
