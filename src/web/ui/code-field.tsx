import { useId, useState, type ClipboardEvent, type Ref } from 'react';
import { classNames } from './class-names.ts';
import { FieldFrame, messageId } from './field.tsx';

/** The number of digits of a code. */
export const CODE_LENGTH = 6;

type CodeFieldProps = {
  label: string;
  value: string;
  /** Called with the digits of the input, at most six. */
  onChange: (code: string) => void;
  error?: string | undefined;
  /** Whether the field gets the focus when it appears. Must be false if another field comes before it. */
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** A field for a six-digit code. It is one input that looks like six boxes. Only digits of a pasted text stay. */
export function CodeField({
  label,
  value,
  onChange,
  error,
  autoFocus = true,
  ref,
}: CodeFieldProps) {
  const id = useId();
  const [hasFocus, setFocus] = useState(false);
  const digitsOf = (text: string) => text.replaceAll(/\D/g, '').slice(0, CODE_LENGTH);
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    onChange(digitsOf(event.clipboardData.getData('text')));
  };
  return (
    <FieldFrame id={id} label={label} error={error}>
      <div className="relative">
        <div aria-hidden="true" className="flex items-center gap-2">
          {Array.from({ length: CODE_LENGTH }, (_none, at) => (
            <span
              // oxlint-disable-next-line react/no-array-index-key -- The boxes never move.
              key={at}
              className={classNames(
                'grid h-13 min-w-0 flex-1 place-items-center rounded-control border bg-surface text-h3 font-semibold',
                error ? 'border-2 border-danger' : 'border-line-strong',
                hasFocus &&
                  at === Math.min(value.length, CODE_LENGTH - 1) &&
                  'outline-2 outline-offset-2 outline-focus',
                at === 3 &&
                  'relative ml-5 before:absolute before:-left-4.5 before:h-px before:w-2.5 before:bg-line-strong',
              )}
            >
              {value[at] ?? ''}
            </span>
          ))}
        </div>
        <input
          ref={ref}
          id={id}
          value={value}
          onChange={({ target }) => onChange(digitsOf(target.value))}
          onPaste={paste}
          onFocus={() => setFocus(true)}
          onBlur={() => setFocus(false)}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={CODE_LENGTH}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- The code is the first field of its step.
          autoFocus={autoFocus}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? messageId(id) : undefined}
          className="absolute inset-0 w-full cursor-text rounded-control bg-transparent text-transparent caret-transparent outline-none selection:bg-transparent selection:text-transparent"
        />
      </div>
    </FieldFrame>
  );
}
