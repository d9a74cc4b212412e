// How the operator pages describe the state of an order.
import type { OrderSummary } from '#contract/checkout-admin.ts';
import type { OrderFlag, OrderState } from '#domain/order.ts';
import type { PaymentState } from '#domain/payment.ts';
import type { RefundState } from '#domain/refund.ts';
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

/** The badges of an order: its state, and flags that need attention. */
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

export const PAYMENT_WORDS: Record<PaymentState, string> = {
  creating: 'Not started at the card provider',
  open: 'Waiting for the shopper',
  processing: 'Waiting for the bank',
  succeeded: 'Paid',
  refund_due: 'Paid, full refund due',
  refunded: 'Refunded in full',
  canceled: 'Canceled without payment',
  failed: 'Declined by the card provider',
};

export const REFUND_WORDS: Record<RefundState, string> = {
  due: 'Due',
  pending: 'Waiting for the bank',
  paid: 'Paid',
  failed: 'Failed',
};
