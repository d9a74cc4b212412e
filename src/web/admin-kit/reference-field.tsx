import { Field } from '../ui/field.tsx';

type ReferenceFieldProps = { value: string; onChange: (value: string) => void };

/** The field in which an operator identifies a payment that was made outside the shop, such as a bank transfer. */
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
