// Giving back packs that were paid by card and never opened.
import { refundTransaction } from '#contract/checkout-refunds.ts';
import type { Transaction } from '#contract/wallet.ts';
import { formatCad } from '#domain/money.ts';
import { useRef, useState, type FormEvent } from 'react';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Banner } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';

export function RefundButton({ transaction }: { transaction: Transaction }) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const refund = useDo(refundTransaction);
  const cancel = useRef<HTMLButtonElement>(null);

  const close = () => {
    setOpen(false);
    setChecked(false);
    refund.reset();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (reason.trim() === '') event.currentTarget.querySelector('input')?.focus();
    else if (!refund.isPending) {
      refund.mutate(
        { id: transaction.id, reason },
        {
          onSuccess: ({ amount, estimatedDays }) => {
            close();
            showToast({
              kind: 'success',
              title: 'Refund started',
              text: `${formatCad(amount)} goes back to your card within about ${estimatedDays} days.`,
            });
          },
        },
      );
    }
  };

  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
        Refund unopened packs
      </Button>
      {isOpen && (
        <Dialog
          isOpen
          role="alertdialog"
          title="Refund unopened packs?"
          onClose={close}
          canClose={!refund.isPending}
          initialFocus={cancel}
        >
          <form noValidate onSubmit={submit} className="grid gap-5">
            <p className="text-text-2">
              All packs of this purchase that you have not opened go back on sale, and what you paid
              for them goes back to your card. This can&apos;t be undone.
            </p>
            <Field
              label="Reason"
              value={reason}
              maxLength={200}
              onChange={({ target }) => setReason(target.value)}
              error={isChecked && reason.trim() === '' ? 'Reason is required' : undefined}
            />
            {refund.isError && (
              <Banner title="Nothing was refunded">{messageOf(refund.error)}</Banner>
            )}
            <div className="flex justify-end gap-3">
              <Button ref={cancel} look="secondary" onClick={close} disabled={refund.isPending}>
                Cancel
              </Button>
              <Button type="submit" look="danger-filled" busy={refund.isPending}>
                Refund
              </Button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
}
