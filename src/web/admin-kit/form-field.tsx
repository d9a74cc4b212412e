// A field of an operator form. `name` selects both the value and the error that the field shows.
import type { ComponentProps } from 'react';
import {
  get,
  useFormState,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form';
import { Field } from '../ui/field.tsx';

type FormFieldProps<Typed extends FieldValues, Judged extends FieldValues> = Omit<
  ComponentProps<typeof Field>,
  'form' | 'name' | 'error'
> & {
  form: Pick<UseFormReturn<Typed, unknown, Judged>, 'register' | 'control'>;
  name: FieldPath<Typed>;
  /** An error in addition to the form's own errors. */
  problem?: string | null;
};

export function FormField<Typed extends FieldValues, Judged extends FieldValues>({
  form: { register, control },
  name,
  problem = null,
  ...field
}: FormFieldProps<Typed, Judged>) {
  const { errors } = useFormState({ control });
  const wrong = get(errors, name) as { message?: string } | undefined;
  return (
    <Field autoComplete="off" {...register(name)} {...field} error={problem ?? wrong?.message} />
  );
}
