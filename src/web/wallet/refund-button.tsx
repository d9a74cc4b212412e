// Buttons that refund packs, if they were paid by card and are still sealed. An operator can also refund bought credits
// that are unspent.
import { showPurchasedPacks } from '#contract/checkout.ts';
import type { Transaction } from '#contract/wallet.ts';
import type { Reply, Sent } from '#contract/endpoint.ts';
import { formatCad } from '#domain/money.ts';
import { ASK_LABEL, RETURN_LABEL, RETURN_SENTENCE } from '#domain/refund-words.ts';
import { GRANT_DAYS } from '#domain/returns.ts';
import { useState, type FormEvent } from 'react';
import { refundTransaction, requestReturn } from '#contract/checkout-refunds.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Field } from '../ui/field.tsx';
import { showToast } from '../ui/toast.tsx';
import { call } from '../api/call.ts';
import { useAct, useDo } from '../api/do.ts';
import { signedInUser } from '../api/session.ts';
import { forgetTickets, secretsToGiveBack } from '../fairness/own-knowledge.ts';

/** A button that asks an operator to accept a return. For packs that can no longer be returned without asking. */
export function AskReturnButton({ transaction }: { transaction: Pick<Transaction, 'id'> }) {
  const ask = useDo(requestReturn, {
    onSuccess: () =>
      showToast({ kind: 'success', title: 'Asked', text: 'We write to you when we have decided.' }),
  });
  return (
    <ReasonedButton
      label={ASK_LABEL}
      variant="secondary"
      text={`We decide whether we take the packs back, and write to you. If we do, you can return them here for ${GRANT_DAYS} days, as long as you open none of their type. You can ask once.`}
      confirm="Ask"
      failed="Nothing was asked"
      act={ask}
      onSubmit={(reason, onSuccess) => ask.mutate({ id: transaction.id, reason }, { onSuccess })}
    />
  );
}

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

/** Returns sealed packs to the shop with the secrets of their tickets. Then deletes the secrets in the browser. */
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
  /** `paymentId`: the card payment with which the packs were bought. */
  transaction: Pick<Transaction, 'id'> & Partial<Pick<Transaction, 'paymentId'>>;
  what?: keyof typeof WORDS;
}) {
  const words = WORDS[what];
  // Null for credits, because credits have no tickets.
  const refund = useRefund(
    (what === 'packs' && transaction.paymentId) || null,
    ({ amount, estimatedDays }) =>
      showToast({
        kind: 'success',
        title: 'Refund started',
        text: words.done(formatCad(amount), estimatedDays),
      }),
  );
  return (
    <ReasonedButton
      label={words.label}
      variant="danger"
      size={what === 'credits' ? 'small' : 'normal'}
      text={words.text}
      confirm="Refund"
      failed="Nothing was refunded"
      act={refund}
      onSubmit={(reason, onSuccess) => refund.mutate({ id: transaction.id, reason }, { onSuccess })}
    />
  );
}

/** A button that opens a dialog, which asks for a reason. */
function ReasonedButton({
  label,
  variant,
  size = 'normal',
  text,
  confirm,
  failed,
  act,
  onSubmit,
}: {
  label: string;
  variant: 'danger' | 'secondary';
  size?: 'small' | 'normal';
  text: string;
  confirm: string;
  /** The heading above the error. */
  failed: string;
  act: { isPending: boolean; error: Error | null; reset: () => void };
  onSubmit: (reason: string, onSuccess: () => void) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const close = () => {
    setOpen(false);
    setChecked(false);
    act.reset();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    setChecked(true);
    if (reason.trim() === '') event.currentTarget.querySelector('input')?.focus();
    else onSubmit(reason, close);
  };

  return (
    <>
      <Button variant={variant} size={size} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Confirm
          title={`${label}?`}
          text={text}
          confirm={confirm}
          variant={variant === 'danger' ? 'danger-filled' : 'primary'}
          busy={act.isPending}
          problem={act.error && { title: failed, text: messageOf(act.error) }}
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
