// Asks for confirmation before an action that can't be undone. At first, the cancel button has the focus.
import { useRef, type FormEvent, type ReactNode } from 'react';
import { Button, type ButtonVariant } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Banner } from './states.tsx';

type ConfirmProps = {
  title: string;
  /** What the action does, in words. */
  text: ReactNode;
  confirm: string;
  /** The label of the cancel button. */
  cancel?: string;
  variant?: ButtonVariant;
  /** Whether the action is running. Until it ends, both buttons are disabled. */
  busy?: boolean;
  /** The reason why the action failed. Null if it has not failed. */
  problem?: { title?: string; text: string } | null;
  onConfirm: (event: FormEvent<HTMLFormElement>) => void;
  onCancel: () => void;
  /** Further fields that the action needs. */
  children?: ReactNode;
};

export function Confirm({
  title,
  text,
  confirm,
  cancel = 'Cancel',
  variant = 'danger-filled',
  busy = false,
  problem = null,
  onConfirm,
  onCancel,
  children,
}: ConfirmProps) {
  const wayOut = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={title}
      initialFocus={wayOut}
      canClose={!busy}
      onClose={onCancel}
      width={460}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onConfirm(event);
        }}
        className="grid gap-4"
      >
        <p className="text-text-2">{text}</p>
        {children}
        {problem && (
          <Banner {...(problem.title && { title: problem.title })}>{problem.text}</Banner>
        )}
        <div className="mt-2 grid gap-3 sm:grid-cols-2">
          <Button ref={wayOut} variant="secondary" disabled={busy} onClick={onCancel}>
            {cancel}
          </Button>
          <Button type="submit" variant={variant} busy={busy}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
