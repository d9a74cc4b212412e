// Giving back packs that were paid by card and never opened; and, for operators, what is left of bought credits.
import { showPurchasedPacks } from '#contract/checkout.ts';
import type { Transaction } from '#contract/wallet.ts';
import type { Reply, Sent } from '#contract/endpoint.ts';
import { formatCad } from '#domain/money.ts';
import { RETURN_LABEL, RETURN_SENTENCE } from '#domain/refund-words.ts';
import { useState, type FormEvent } from 'react';
import { refundTransaction } from '#contract/checkout-refunds.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Field } from '../ui/field.tsx';
import { showToast } from '../ui/toast.tsx';
import { call } from '../api/call.ts';
import { useAct } from '../api/do.ts';
import { signedInUser } from '../api/session.ts';
import { forgetTickets, secretsToGiveBack } from '../fairness/own-knowledge.ts';

const WORDS = {
  packs: {
    label: RETURN_LABEL,
    text: RETURN_SENTENCE,
    done: (amount: string, days: number) =>
      `${amount} goes back to your card within about ${days} days.`,
  },
  credits: {
    label: 'Refund credits',
    text: "What is left of these credits leaves the balance, and its money goes back to the card; with all of them, the fee too. This can't be undone.",
    done: (amount: string) => `${amount} goes back to the card.`,
  },
};

/** Gives sealed packs back with the secrets of their tickets, which then are no longer kept here. */
function useRefund(
  paymentIntentId: string | null,
  onSuccess: (refund: Reply<typeof refundTransaction>) => void,
) {
  const refund = async (given: Sent<typeof refundTransaction>) => {
    const tickets = paymentIntentId === null ? [] : await sealedTickets(paymentIntentId);
    if (tickets.length === 0) return call(refundTransaction, given);
    const userId = signedInUser()!.id;
    const secrets = secretsToGiveBack(userId, tickets);
    const refunded = await call(refundTransaction, { ...given, secrets });
    forgetTickets(userId, tickets);
    return refunded;
  };
  return useAct([refundTransaction], refund, { onSuccess });
}

async function sealedTickets(paymentIntentId: string) {
  const { packs, tickets } = await call(showPurchasedPacks, { paymentIntentId });
  const sealed = new Set(packs.filter(({ opened }) => !opened).map(({ packId }) => packId));
  return tickets.filter(({ placeId }) => sealed.has(placeId));
}

export function RefundButton({
  transaction,
  what = 'packs',
}: {
  /** `paymentId`: the card payment of packs, whose tickets are given back with them. */
  transaction: Pick<Transaction, 'id'> & Partial<Pick<Transaction, 'paymentId'>>;
  what?: keyof typeof WORDS;
}) {
  const words = WORDS[what];
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  // Credits have no tickets, and who gives them back is an operator.
  const refund = useRefund(
    (what === 'packs' && transaction.paymentId) || null,
    ({ amount, estimatedDays }) =>
      showToast({
        kind: 'success',
        title: 'Refund started',
        text: words.done(formatCad(amount), estimatedDays),
      }),
  );

  const close = () => {
    setOpen(false);
    setChecked(false);
    refund.reset();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    setChecked(true);
    if (reason.trim() === '') event.currentTarget.querySelector('input')?.focus();
    else refund.mutate({ id: transaction.id, reason }, { onSuccess: close });
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
