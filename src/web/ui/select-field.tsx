// A select with an error message below it. This is separate from the plain select, because every page loads the plain
// one.
import { useId, type ComponentProps } from 'react';
import { FieldMessage, messageId } from './field.tsx';
import { Select } from './select.tsx';

type SelectFieldProps = ComponentProps<typeof Select> & {
  error?: string | undefined;
  /** A plain sentence below the error. */
  plainError?: string | undefined;
};

export function SelectField({ error, plainError, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <Select
        {...select}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? messageId(id) : undefined}
      />
      {error && <FieldMessage id={messageId(id)} error={error} plainError={plainError} />}
    </div>
  );
}
