// An input with a label above it and a hint below it. If there is an error, an icon and the error text replace the
// hint.
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, LineIcon } from './icon.tsx';
import { inputClass } from './input-class.ts';
import { steadyPresses } from './steady-presses.ts';

// The call is in this module, because every page that has a validated field loads this module.
if (!import.meta.env.SSR) steadyPresses();

type FieldFrameProps = {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** A plain sentence below the error. */
  plainError?: string | undefined;
  /** Content at the right end of the label's line, such as a link. */
  aside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
};

/** The label, hint and error around a control. The control must have `aria-describedby` with `messageId(id)`. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  plainError,
  aside,
  className,
  children,
}: FieldFrameProps) {
  return (
    <div className={classNames('grid min-w-0 grid-cols-1 content-start gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-small font-[560]">
          {label}
        </label>
        {aside}
      </div>
      {children}
      <FieldMessage id={messageId(id)} hint={hint} error={error} plainError={plainError} />
    </div>
  );
}

export function messageId(id: string): string {
  return `${id}-message`;
}

/** The hint below a control. If there is an error, the error replaces the hint. */
export function FieldMessage({
  id,
  hint,
  error,
  plainError,
}: {
  id: string;
  hint?: ReactNode;
  error?: string | undefined;
  plainError?: string | undefined;
}) {
  if (error) {
    return (
      <p id={id} className="flex items-start gap-1.5 text-small text-danger">
        <Icon name="warning" size={18} className="mt-0.5 shrink-0" />
        <span>
          {error}
          {plainError !== undefined && <span className="block text-text-2">{plainError}</span>}
        </span>
      </p>
    );
  }
  return hint ? (
    <p id={id} className="text-small text-text-3">
      {hint}
    </p>
  ) : null;
}

type FieldProps = ComponentProps<'input'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  plainError?: string | undefined;
  aside?: ReactNode;
};

/** An `<input>` with a label. Other props go to the input, such as those from a form's `register(...)`. */
export function Field({
  label,
  hint,
  error,
  plainError,
  aside,
  className,
  id,
  ...input
}: FieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  return (
    <FieldFrame
      id={inputId}
      label={label}
      hint={hint}
      error={error}
      plainError={plainError}
      aside={aside}
      className={className}
    >
      <input
        {...input}
        id={inputId}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? messageId(inputId) : undefined}
        className={classNames(inputClass, input.readOnly && 'bg-surface-2')}
      />
    </FieldFrame>
  );
}

const EYE = (
  <>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
    <circle cx="12" cy="12" r="2.8" />
  </>
);
const EYE_OFF = (
  <path d="M3.5 3.5l17 17M9.9 9.9a3 3 0 0 0 4.2 4.2M6.7 6.9C4 8.8 2.5 12 2.5 12S6 18.5 12 18.5c1.7 0 3.2-.5 4.5-1.2M10 5.7a9 9 0 0 1 2-.2c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.3 3.1" />
);

/** A password field with a button that reveals the password. `autoComplete` must say current or new password. */
export function PasswordField({
  label,
  hint,
  error,
  aside,
  className,
  id,
  ...input
}: Omit<FieldProps, 'plainError'> & { autoComplete: 'current-password' | 'new-password' }) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const [isShown, setShown] = useState(false);
  return (
    <FieldFrame
      id={inputId}
      label={label}
      hint={hint}
      error={error}
      aside={aside}
      className={className}
    >
      <div className="relative">
        <input
          {...input}
          id={inputId}
          type={isShown ? 'text' : 'password'}
          spellCheck={false}
          autoCapitalize="none"
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? messageId(inputId) : undefined}
          className={classNames(inputClass, 'pr-12')}
        />
        <button
          type="button"
          aria-label="Show password"
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-text-2 hover:text-text"
        >
          <LineIcon>{isShown ? EYE_OFF : EYE}</LineIcon>
        </button>
      </div>
    </FieldFrame>
  );
}
