// A select with an error message below. Not part of the plain select, because every page loads that.
import { useId, type ComponentProps } from 'react';
import { FieldMessage, messageId } from './field.tsx';
import { Select } from './select.tsx';

type SelectFieldProps = ComponentProps<typeof Select> & { error?: string | undefined };

export function SelectField({ error, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <Select
        {...select}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? messageId(id) : undefined}
      />
      {error && <FieldMessage id={messageId(id)} error={error} />}
    </div>
  );
}
