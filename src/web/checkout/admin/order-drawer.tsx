// One order, beside the list: what was bought, how it was paid, and what came back of it.
import { showOrder, type OrderDetail } from '#contract/checkout-admin.ts';
import { refundTransaction } from '#contract/checkout-refunds.ts';
import { isAdmitted } from '#domain/access.ts';
import { difference, formatCad, times, ZERO } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useVisitor } from '../../accounts/visitor.ts';
import { useAsk } from '../../api/ask.ts';
import { useDo } from '../../api/do.ts';
import { asApiError } from '../../api/api-error.ts';
import { messageOf } from '../../api/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Banner, EmptyState, ErrorState, Loading, Skeleton } from '../../ui/states.tsx';
import { SumLine } from '../../ui/sum-line.tsx';
import { showToast } from '../../ui/toast.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { LOOK_AGAIN_MS } from '../../admin-kit/listing.ts';
import { Facts } from '../../admin-kit/list-parts.tsx';
import { METHOD_WORDS, OrderStateBadge, PAYMENT_WORDS } from './order-words.tsx';

export function OrderDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const order = useAsk(showOrder, { id }, { refetchInterval: LOOK_AGAIN_MS });
  return (
    <Dialog isOpen side="right" width={560} onClose={onClose} title={`Order ${id.slice(0, 8)}`}>
      {order.data ? (
        <Order order={order.data} />
      ) : order.isError ? (
        <OrderError error={order.error} onRetry={() => void order.refetch()} />
      ) : (
        <Loading text="Loading the order…">
          <Skeleton className="mt-6 h-60" />
        </Loading>
      )}
    </Dialog>
  );
}

function OrderError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return ['NOT_FOUND', 'VALIDATION_ERROR'].includes(asApiError(error).code) ? (
    <EmptyState title="Order not found" text="There is no such order." headingLevel="p" />
  ) : (
    <ErrorState title="Failed to load this order" text={messageOf(error)} onRetry={onRetry} />
  );
}

function Order({ order }: { order: OrderDetail }) {
  const me = useVisitor();
  const buyer = (
    <Link to="/admin/transactions" search={{ user: order.user.id }} className="link hit-44">
      {order.user.email}
    </Link>
  );
  return (
    <div className="grid gap-6">
      <Facts
        facts={[
          ['Order', order.id],
          ['Buyer', buyer],
          ['State', <OrderStateBadge key="state" state={order.state} />],
          ['Placed', formatMoment(order.createdAt)],
          ['Paid', order.paidAt === null ? '–' : formatMoment(order.paidAt)],
          ['Paid with', METHOD_WORDS[order.paymentMethod]],
        ]}
      />
      <Bought order={order} />
      {order.payment && <Payment payment={order.payment} />}
      {order.refund && <Refund refund={order.refund} />}
      {order.isRefundable && order.transactionId !== null && me && isAdmitted(me.role, 'admin') && (
        <RefundForm transactionId={order.transactionId} unopened={order.unopened} />
      )}
    </div>
  );
}

function Bought({ order }: { order: OrderDetail }) {
  return (
    <section aria-labelledby="order-lines">
      <h3 id="order-lines" className="mb-3 text-body font-semibold">
        What was bought
      </h3>
      <ul className="grid gap-2 text-small">
        {order.lines.map((line) => (
          <li key={line.packTypeId} className="flex justify-between gap-4">
            <span className="min-w-0">
              {line.quantity} × {line.name}
              {line.refunded > 0 && (
                <span className="text-text-2"> · {line.refunded} came back</span>
              )}
            </span>
            <span className="whitespace-nowrap">
              {formatCad(times(line.unitPrice, line.quantity))}
            </span>
          </li>
        ))}
      </ul>
      <dl className="mt-3 grid gap-1 border-t border-line pt-3 text-small">
        <SumLine label="Subtotal" amount={order.subtotal} />
        {order.discount > 0 && (
          <SumLine
            label={`Discount (${order.discountCode ?? ''})`}
            amount={difference(ZERO, order.discount)}
          />
        )}
        <SumLine label="Tax" amount={order.tax} />
        {order.processingFee > 0 && <SumLine label="Card fee" amount={order.processingFee} />}
        <SumLine label="Total" amount={order.total} isStrong />
      </dl>
    </section>
  );
}

function Payment({ payment }: { payment: NonNullable<OrderDetail['payment']> }) {
  return (
    <section aria-labelledby="order-payment">
      <h3 id="order-payment" className="mb-3 text-body font-semibold">
        Card payment
      </h3>
      <Facts
        facts={[
          ['State', PAYMENT_WORDS[payment.state]],
          ['Amount', formatCad(payment.amount)],
          ['At the provider', payment.intentId ?? 'Not known there'],
          ['Since', formatMoment(payment.updatedAt)],
        ]}
      />
      {payment.events.length > 0 && (
        <>
          <h4 className="mt-4 mb-2 text-small font-semibold">What the card provider told</h4>
          <ul className="grid gap-1.5 text-small">
            {payment.events.map((event) => (
              <li key={event.id} className="flex flex-wrap justify-between gap-x-4">
                <span className="break-all">{event.type}</span>
                <span className="text-text-2">
                  {formatMoment(event.receivedAt)}
                  {event.handledAt === null && ' · not handled yet'}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Refund({ refund }: { refund: NonNullable<OrderDetail['refund']> }) {
  return (
    <section aria-labelledby="order-refund">
      <h3 id="order-refund" className="mb-3 text-body font-semibold">
        Refund
      </h3>
      <Facts
        facts={[
          ['Amount', formatCad(refund.amount)],
          ['Reason', refund.reason],
          ['Asked for', formatMoment(refund.createdAt)],
          ['Paid', refund.paidAt === null ? 'Not yet' : formatMoment(refund.paidAt)],
        ]}
      />
    </section>
  );
}

const REASON_LENGTH_MAX = 200;

/** Asks in its place: a dialog over the drawer would hide what is given back. */
function RefundForm({ transactionId, unopened }: { transactionId: string; unopened: number }) {
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const refund = useDo(refundTransaction);
  const packs = unopened === 1 ? '1 unopened pack' : `${unopened} unopened packs`;
  if (!isAsking) {
    return (
      <div>
        <Button look="danger" onClick={() => setAsking(true)}>
          Refund {packs}
        </Button>
      </div>
    );
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (reason.trim() === '') event.currentTarget.querySelector('input')?.focus();
    else if (!refund.isPending) {
      refund.mutate(
        { id: transactionId, reason },
        {
          onSuccess: ({ amount }) =>
            showToast({
              kind: 'success',
              title: 'Refund started',
              text: `${formatCad(amount)} goes back to the card.`,
            }),
          // Said in the corner too: where nothing can be given back any more, the form goes away.
          onError: (error) =>
            showToast({ kind: 'error', title: 'Nothing was refunded', text: messageOf(error) }),
        },
      );
    }
  };
  return (
    <form
      noValidate
      aria-label="Refund"
      onSubmit={submit}
      className="grid gap-4 border-t border-line pt-5"
    >
      <p className="text-small text-text-2">
        {packs} of this order go back on sale, and what was paid for them goes back to the card.
        This can&apos;t be undone.
      </p>
      <Field
        autoFocus
        label="Reason"
        value={reason}
        maxLength={REASON_LENGTH_MAX}
        onChange={({ target }) => setReason(target.value)}
        error={isChecked && reason.trim() === '' ? 'Reason is required' : undefined}
      />
      {refund.isError && <Banner title="Nothing was refunded">{messageOf(refund.error)}</Banner>}
      <div className="flex gap-3">
        <Button type="submit" look="danger-filled" busy={refund.isPending}>
          Refund
        </Button>
        <Button look="secondary" disabled={refund.isPending} onClick={() => setAsking(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
