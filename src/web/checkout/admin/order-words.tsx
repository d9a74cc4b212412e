// The words with which operator pages describe the state of an order.
import type { OrderDetail, OrderRefund, OrderSummary } from '#contract/checkout-admin.ts';
import { formatCad, sum } from '#domain/money.ts';
import type { OrderFlag, OrderState } from '#domain/order.ts';
import type { PaymentState } from '#domain/payment.ts';
import type { RefundMethod } from '#domain/refund.ts';
import { dayInWords } from '../../ui/moments.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

const STATES: Record<OrderState, { word: string; tone: BadgeTone }> = {
  open: { word: 'Open', tone: 'warn' },
  paid: { word: 'Paid', tone: 'brand' },
  refunded: { word: 'Refunded', tone: 'outline' },
  canceled: { word: 'Canceled', tone: 'plain' },
};

export function orderStateWord(state: OrderState): string {
  return STATES[state].word;
}

function OrderStateBadge({ state }: { state: OrderState }) {
  const { word, tone } = STATES[state];
  return <Badge tone={tone}>{word}</Badge>;
}

export const FLAG_WORDS: Record<OrderFlag, string> = {
  return_asked: 'Asks to return packs',
  opened_before_refund: 'Opened, then refunded',
};

/** The badges of an order: its state, and what needs an operator's attention. */
export function OrderBadges({
  order,
}: {
  order: Pick<OrderSummary, 'state' | 'openedBeforeRefund' | 'isReturnAsked'>;
}) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <OrderStateBadge state={order.state} />
      {order.isReturnAsked && <Badge tone="warn">{FLAG_WORDS.return_asked}</Badge>}
      {order.openedBeforeRefund > 0 && <Badge tone="warn">{FLAG_WORDS.opened_before_refund}</Badge>}
    </span>
  );
}

export const METHOD_WORDS = { balance: 'Credits', stripe: 'Card' } as const;

const PAYMENT_WORDS: Record<PaymentState, string> = {
  creating: 'Not started at the card provider',
  open: 'Waiting for the shopper',
  processing: 'Waiting for the bank',
  succeeded: 'Paid',
  refund_due: 'Paid, full refund due',
  refunded: 'Refunded in full',
  canceled: 'Canceled without payment',
  failed: 'Declined by the card provider',
};

const PAID_BACK: Record<RefundMethod, string> = {
  card: 'Refunded',
  credits: 'Refunded in credits:',
  transfer: 'Refunded in another way:',
  bank: 'The bank refunded',
};

/** Says in words how far a refund is: "Refunded CAD 14.53 on 27 Nov". */
export function refundInWords(
  { amount, state, method, isReplaced, paidAt }: OrderRefund,
  now = new Date(),
): string {
  const money = formatCad(amount);
  if (isReplaced) return `${money} did not reach the card, and another refund took its place`;
  switch (state) {
    case 'due':
      return `${money} is to be refunded, and the bank is not asked yet`;
    case 'pending':
      return `${money} is on its way back: the bank has been asked`;
    case 'failed':
      return `${money} could not be refunded`;
    case 'paid':
      return `${PAID_BACK[method]} ${money}${paidAt === null ? '' : ` on ${dayInWords(paidAt, now)}`}`;
  }
}

/** Says how far a payment is, and how much of it went back. */
export function paymentInWords({
  payment: { state },
  refunds,
}: {
  payment: Pick<NonNullable<OrderDetail['payment']>, 'state'>;
  refunds: readonly OrderRefund[];
}): string {
  const back = sum(...refunds.filter((one) => one.state === 'paid').map(({ amount }) => amount));
  if (state !== 'succeeded' || back === 0) return PAYMENT_WORDS[state];
  return `Paid, then ${formatCad(back)} refunded`;
}
