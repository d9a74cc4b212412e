// Giving back packs that were paid by card and never opened; and, for operators, what is left of bought credits.
import type { Transaction } from '#contract/wallet.ts';
import { formatCad } from '#domain/money.ts';
import { useState, type FormEvent } from 'react';
import { refundTransaction } from '#contract/checkout-refunds.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Field } from '../ui/field.tsx';
import { showToast } from '../ui/toast.tsx';
import { useDo } from '../api/do.ts';

const WORDS = {
  packs: {
    label: 'Refund unopened packs',
    text: "All packs of this purchase that you have not opened go back on sale, and what you paid for them goes back to your card. This can't be undone.",
    done: (amount: string, days: number) =>
      `${amount} goes back to your card within about ${days} days.`,
  },
  credits: {
    label: 'Refund credits',
    text: "What is left of these credits leaves the balance, and its money goes back to the card; with all of them, the fee too. This can't be undone.",
    done: (amount: string) => `${amount} goes back to the card.`,
  },
};

export function RefundButton({
  transaction,
  what = 'packs',
}: {
  transaction: Pick<Transaction, 'id'>;
  what?: keyof typeof WORDS;
}) {
  const words = WORDS[what];
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const refund = useDo(refundTransaction);

  const close = () => {
    setOpen(false);
    setChecked(false);
    refund.reset();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    setChecked(true);
    if (reason.trim() === '') event.currentTarget.querySelector('input')?.focus();
    else {
      refund.mutate(
        { id: transaction.id, reason },
        {
          onSuccess: ({ amount, estimatedDays }) => {
            close();
            showToast({
              kind: 'success',
              title: 'Refund started',
              text: words.done(formatCad(amount), estimatedDays),
            });
          },
        },
      );
    }
  };

  return (
    <>
      <Button
        look="danger"
        size={what === 'credits' ? 'small' : 'normal'}
        onClick={() => setOpen(true)}
      >
        {words.label}
      </Button>
      {isOpen && (
        <Confirm
          title={`${words.label}?`}
          text={words.text}
          confirm="Refund"
          busy={refund.isPending}
          problem={refund.error && { title: 'Nothing was refunded', text: messageOf(refund.error) }}
          onConfirm={submit}
          onCancel={close}
        >
          <Field
            label="Reason"
            value={reason}
            maxLength={200}
            onChange={({ target }) => setReason(target.value)}
            error={isChecked && reason.trim() === '' ? 'Reason is required' : undefined}
          />
        </Confirm>
      )}
    </>
  );
}
