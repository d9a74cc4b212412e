// The form for an action that requires a reason. It is shown next to the object of the action.
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { messageOf } from '../api/messages.ts';
import { Button, type ButtonVariant } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Banner } from '../ui/states.tsx';

const REASON_LENGTH_MAX = 200;

type ReasonFormProps = {
  /** The name of the action, which is also the label of its button. */
  label: string;
  text: string;
  variant?: ButtonVariant;
  /** The heading above the error if the action failed. */
  failed?: string;
  /** True from the call of `onSubmit` until the action has finished. */
  busy: boolean;
  error: Error | null;
  /** Further inputs, shown above the field for the reason. */
  children?: ReactNode;
  onSubmit: (reason: string) => void;
  onCancel: () => void;
};

/** The form is a part of the page rather than a dialog, because a dialog would hide the object of the action. */
export function ReasonForm({
  label,
  text,
  variant = 'primary',
  failed = 'Nothing was done',
  busy,
  error,
  children,
  onSubmit,
  onCancel,
}: ReasonFormProps) {
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  // Whether the form has been submitted. A second press must have no effect, even if `busy` has not been rendered yet.
  const isBegun = useRef(false);
  useEffect(() => {
    if (!busy) isBegun.current = false;
  }, [busy]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (reason.trim() === '') return event.currentTarget.querySelector('input')?.focus();
    if (busy || isBegun.current) return;
    isBegun.current = true;
    onSubmit(reason);
  };
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={submit}
      className="grid gap-4 rounded-card border border-line p-4"
    >
      <p className="text-small text-text-2">{text}</p>
      {children}
      <Field
        autoFocus
        label="Reason"
        value={reason}
        maxLength={REASON_LENGTH_MAX}
        onChange={({ target }) => setReason(target.value)}
        error={isChecked && reason.trim() === '' ? 'Reason is required' : undefined}
      />
      {error && <Banner title={failed}>{messageOf(error)}</Banner>}
      <div className="flex gap-3">
        <Button type="submit" variant={variant} busy={busy}>
          {label}
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
