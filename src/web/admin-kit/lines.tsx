// A field of several texts, one per line.
import { useId, type ComponentProps } from 'react';
import { FieldFrame } from '../ui/field.tsx';
import { inputClass } from '../ui/input-class.ts';

type LinesProps = ComponentProps<'textarea'> & {
  label: string;
  hint?: string;
  error: string | undefined;
};

export function Lines({ label, hint, error, ...textarea }: LinesProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea
        {...textarea}
        id={id}
        rows={3}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error || hint ? `${id}-message` : undefined}
        className={`${inputClass} h-auto min-h-24 py-2.5`}
      />
    </FieldFrame>
  );
}

/** Splits a text into its lines. Empty lines are dropped. */
export function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
