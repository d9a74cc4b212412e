// Money problems that operators must investigate: failed refunds, and differences between the books and the card
// provider.
import {
  closeMoneyQuestion,
  type FailedRefund,
  type MoneyQuestion,
} from '#contract/card-payments-admin.ts';
import { replaceRefund } from '#contract/wallet-admin.ts';
import type { MoneyQuestionKind } from '#domain/money-question.ts';
import { difference, formatCad } from '#domain/money.ts';
import { REFUND_METHODS, type RefundMethod } from '#domain/refund.ts';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useMay } from '../../admin-kit/use-may.ts';
import { ReasonForm } from '../../admin-kit/reason-form.tsx';
import { ReferenceField } from '../../admin-kit/reference-field.tsx';
import { useDo } from '../../api/do.ts';
import { Button } from '../../ui/button.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { showToast } from '../../ui/toast.tsx';
import { wordsOf } from '../../ui/words-of.ts';

type RowProps = {
  title: string;
  text: string;
  note?: string | null;
  at: Date;
  user: { id: string; email: string } | null;
  orderId: string | null;
  children: ReactNode;
};

/** One problem that an operator must investigate, as a row of the list. */
export function MatterRow({ title, text, note = null, at, user, orderId, children }: RowProps) {
  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface p-4 text-small">
      <div>
        <p className="font-semibold">{title}</p>
        <p className="mt-1 break-words text-text-2">{text}</p>
        {note !== null && <p className="mt-1">{note}</p>}
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-text-2">
        <span>{formatMoment(at)}</span>
        {user && (
          <Link to="/admin/transactions" search={{ user: user.id }} className="link hit-44">
            {user.email}
          </Link>
        )}
        {orderId !== null && (
          <Link to="/admin/orders" search={{ id: orderId }} className="link hit-44">
            Order {orderId.slice(0, 8)}
          </Link>
        )}
      </p>
      {children}
    </li>
  );
}

/** How an operator can resolve a failed refund. */
const WAYS: Record<RefundMethod, { button: string; label: string; failed: string }> = {
  card: { button: 'Pay to the card again', label: 'Pay to the card', failed: 'Nothing was paid' },
  credits: { button: 'Pay in credits', label: 'Pay in credits', failed: 'Nothing was paid' },
  transfer: {
    button: 'Paid in another way',
    label: 'Note the payment',
    failed: 'Nothing was noted',
  },
  bank: {
    button: 'Close without paying',
    label: 'Close without paying',
    failed: 'It is not closed',
  },
};

function textOfWay(method: RefundMethod, { amount, paidByBank }: FailedRefund): string {
  switch (method) {
    case 'card':
      return `${formatCad(amount)} goes to the same card again.`;
    case 'credits':
      return `Its owner gets ${formatCad(amount)} in credits instead. This can't be undone.`;
    case 'transfer':
      return `You paid ${formatCad(amount)} in another way, such as by bank transfer. This can't be undone.`;
    case 'bank': {
      const rest = difference(amount, paidByBank);
      return rest > 0
        ? `The bank has paid ${formatCad(paidByBank)} of it to the cardholder, so the shop no longer owes that; ${formatCad(rest)} is still owed. This can't be undone.`
        : "The bank has paid it to the cardholder, so the shop no longer owes it. This can't be undone.";
    }
  }
}

function waysOf({ canBePaid, canBeCredited, paidByBank }: FailedRefund): RefundMethod[] {
  return REFUND_METHODS.filter(
    (method) =>
      ({ card: canBePaid, credits: canBeCredited, transfer: canBePaid, bank: paidByBank > 0 })[
        method
      ],
  );
}

const DISPUTE_WORDS = {
  open: 'Its payment is disputed: there is nothing to do here until the bank has decided.',
  lost: 'The dispute over its payment was lost.',
} as const;

function doneWords(method: RefundMethod, status: string): string {
  if (method === 'bank') return 'Refund closed';
  return status === 'completed' ? 'Refund paid' : 'Refund started';
}

export function FailedRefundMatter({ refund }: { refund: FailedRefund }) {
  const mayReplace = useMay(replaceRefund);
  const [method, setMethod] = useState<RefundMethod | null>(null);
  const [reference, setReference] = useState('');
  const replace = useDo(replaceRefund, {
    onSuccess: ({ amount, status }, { method: way }) =>
      showToast(
        status === 'failed'
          ? { kind: 'error', title: 'The refund failed again' }
          : { kind: 'success', title: doneWords(way, status), text: formatCad(amount) },
      ),
  });
  const ways = waysOf(refund);
  return (
    <MatterRow
      title={`A refund of ${formatCad(refund.amount)} failed`}
      text={refund.problem === null ? 'The card provider gave no reason.' : wordsOf(refund.problem)}
      note={refund.dispute && DISPUTE_WORDS[refund.dispute]}
      at={refund.failedAt}
      user={refund.user}
      orderId={refund.orderId}
    >
      {mayReplace && method === null && ways.length > 0 && (
        <div className="flex flex-wrap gap-3">
          {ways.map((way) => (
            <Button key={way} size="small" variant="secondary" onClick={() => setMethod(way)}>
              {WAYS[way].button}
            </Button>
          ))}
        </div>
      )}
      {method !== null && (
        <ReasonForm
          label={WAYS[method].label}
          text={textOfWay(method, refund)}
          failed={WAYS[method].failed}
          busy={replace.isPending}
          error={replace.error}
          onSubmit={(reason) =>
            replace.mutate({
              id: refund.id,
              method,
              reason,
              ...(method === 'transfer' && { reference }),
            })
          }
          onCancel={() => setMethod(null)}
        >
          {method === 'transfer' && <ReferenceField value={reference} onChange={setReference} />}
        </ReasonForm>
      )}
    </MatterRow>
  );
}

const QUESTION_WORDS: Record<MoneyQuestionKind, (question: MoneyQuestion) => [string, string]> = {
  refund_uncovered: ({ amount }) => [
    `${formatCad(amount)} was refunded with nothing taken back`,
    'It was refunded outside the shop, and doesn’t match the price of any packs, credits or shipping that could be taken back.',
  ],
  refund_owed: ({ amount }) => [
    `A user owes ${formatCad(amount)} from a refund`,
    'It went back to the card for credits that were spent, or the bank had paid it as well. Credits pay the debt first; to waive it, give some with a reason.',
  ],
  not_in_books: ({ amount, subject }) => [
    `${formatCad(amount)} at the card provider is not in the books`,
    subject,
  ],
  not_at_provider: ({ booked, amount, subject }) => [
    `${formatCad(booked ?? amount)} in the books is not at the card provider`,
    subject,
  ],
  amounts_differ: ({ amount, booked, subject }) => [
    `The card provider has ${formatCad(amount)} where the books have ${formatCad(booked ?? amount)}`,
    subject,
  ],
  other_currency: ({ subject }) => [
    'The card provider has something that is not in CAD and not in the books',
    subject,
  ],
};

export function MoneyQuestionMatter({ question }: { question: MoneyQuestion }) {
  const mayClose = useMay(closeMoneyQuestion);
  const [isClosing, setClosing] = useState(false);
  const close = useDo(closeMoneyQuestion);
  const [title, text] = QUESTION_WORDS[question.kind](question);
  return (
    <MatterRow
      title={title}
      text={text}
      at={question.foundAt}
      user={question.user}
      orderId={question.orderId}
    >
      {mayClose && !isClosing && (
        <div>
          <Button size="small" variant="secondary" onClick={() => setClosing(true)}>
            Close
          </Button>
        </div>
      )}
      {isClosing && (
        <ReasonForm
          label="Close"
          text="Say what you found. It is kept in the audit log."
          failed="It is not closed"
          busy={close.isPending}
          error={close.error}
          onSubmit={(note) => close.mutate({ id: question.id, note })}
          onCancel={() => setClosing(false)}
        />
      )}
    </MatterRow>
  );
}
