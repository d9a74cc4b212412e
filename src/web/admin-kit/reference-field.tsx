import { Field } from '../ui/field.tsx';

type ReferenceFieldProps = { value: string; onChange: (value: string) => void };

/** How an operator paid somebody in another way than to a card. */
export function ReferenceField({ value, onChange }: ReferenceFieldProps) {
  return (
    <Field
      label="Reference of the payment"
      hint="Such as the number of the bank transfer. It stays in the audit log for good."
      maxLength={100}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
