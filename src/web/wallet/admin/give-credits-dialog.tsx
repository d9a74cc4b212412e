// The dialog in which an operator gives credits to a user. Both the user and operators see the reason.
import { giveCredits } from '#contract/profile.ts';
import { typedCad } from '#domain/decimals.ts';
import { formatCad } from '#domain/money.ts';
import { useState } from 'react';
import { newKey } from '../../api/call.ts';
import { useDo } from '../../api/do.ts';
import { useEndpointForm } from '../../forms/endpoint-form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Banner } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';

type Props = { user: { id: string; email: string }; onClose: () => void };

export function GiveCreditsDialog({ user, onClose }: Props) {
  // One Idempotency-Key for each form, so that a second press after a failure does not give the credits twice.
  const [key] = useState(newKey);
  const give = useDo(giveCredits, { key });
  const { field, submit, problem } = useEndpointForm(giveCredits, {
    start: { amount: '', reason: '', topUpId: '' },
    checks: 'left',
    requestOf: ({ amount, reason, topUpId }) => ({
      amount: typedCad(amount),
      reason,
      // Null if the credits are not given for a top-up.
      topUpId: topUpId.trim() || null,
    }),
    send: async (gift) => {
      await give.mutateAsync({ userId: user.id, ...gift });
      showToast({ kind: 'success', title: `${formatCad(gift.amount)} given to ${user.email}` });
      onClose();
    },
  });
  return (
    <Dialog isOpen title="Give credits" onClose={onClose} canClose={!give.isPending}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-small break-words text-text-2">
          {user.email} gets them at once, as a bonus, and sees the reason.
        </p>
        <Field {...field('amount')} label="Amount in CAD" inputMode="decimal" autoComplete="off" />
        <Field {...field('reason')} label="Reason" maxLength={200} />
        <Field
          {...field('topUpId')}
          label="For a top-up (optional)"
          hint="The ID of its transaction: the credits then go back with it."
          autoComplete="off"
        />
        {problem && <Banner title="Nothing was given">{problem.message}</Banner>}
        <div className="flex justify-end gap-3">
          <Button variant="secondary" onClick={onClose} disabled={give.isPending}>
            Cancel
          </Button>
          <Button type="submit" busy={give.isPending}>
            Give credits
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
