// The confirmation dialog before an admin changes a user's data. If the user will notice the change, the dialog asks
// for a reason.
import type { Endpoint, Sent } from '#contract/endpoint.ts';
import { useState, type FormEvent } from 'react';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Field } from '../ui/field.tsx';
import { showToast } from '../ui/toast.tsx';

/** The texts of the confirmation. `done` is the message after the change. */
export type Words = { title: string; text: string; confirm: string; done: string };

type AskProps<One extends Endpoint> = Words & {
  endpoint: One;
  sent: (reason: string) => Sent<One>;
  needsReason?: boolean;
  onClose: () => void;
};

/** Asks for confirmation before a change of a user's data. If the change fails, the dialog shows the cause. */
export function Ask<One extends Endpoint>({
  endpoint,
  sent,
  title,
  text,
  needsReason = false,
  confirm,
  done,
  onClose,
}: AskProps<One>) {
  const change = useDo(endpoint);
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (needsReason && reason.trim() === '') {
      event.currentTarget.querySelector('input')?.focus();
      return setMissing(true);
    }
    change.mutate(sent(reason.trim()), {
      onSuccess: () => {
        showToast({ kind: 'success', title: done });
        onClose();
      },
    });
  };
  return (
    <Confirm
      title={title}
      text={text}
      confirm={confirm}
      busy={change.isPending}
      problem={change.error && { title: 'Nothing was changed', text: messageOf(change.error) }}
      onConfirm={submit}
      onCancel={onClose}
    >
      {needsReason && (
        <Field
          label="Reason"
          hint="It stays in the audit log for good, so don’t include personal data."
          maxLength={500}
          value={reason}
          onChange={({ target }) => {
            setReason(target.value);
            setMissing(false);
          }}
          error={isMissing ? 'Reason is required' : undefined}
        />
      )}
    </Confirm>
  );
}
