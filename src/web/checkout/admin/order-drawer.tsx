// The panel with one order, beside the list: the packs bought, the payment, and the refunds.
import { showOrder, type OrderDetail, type OrderRefund } from '#contract/checkout-admin.ts';
import { decideReturn, refundPacks } from '#contract/checkout-refunds.ts';
import { isAdmitted } from '#domain/access.ts';
import { difference, formatCad, times, ZERO, type Cents } from '#domain/money.ts';
import { preview, refundSentence } from '#domain/refund-words.ts';
import { GRANT_DAYS, type RequestState } from '#domain/returns.ts';
import { rowsOfTaxes } from '#domain/tax-lines.ts';
import { Link } from '@tanstack/react-router';
import { useRef, useState, type Ref } from 'react';
import { useVisitor } from '../../accounts/visitor.ts';
import { asApiError } from '../../api/api-error.ts';
import { messageOf } from '../../api/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { SumLine } from '../../ui/sum-line.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import { formatMoment } from '../../ui/moments.ts';
import { wordsOf } from '../../ui/words-of.ts';
import { POLL_MS } from '../../admin-kit/listing.ts';
import { Drawer, DrawerSection, DetailList } from '../../admin-kit/drawer.tsx';
import { ReasonForm } from '../../admin-kit/reason-form.tsx';
import { METHOD_WORDS, OrderBadges, PAYMENT_WORDS, REFUND_WORDS } from './order-words.tsx';
import { useAsk } from '../../api/ask.ts';
import { useDo } from '../../api/do.ts';

export function OrderDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const order = useAsk(showOrder, { id }, { refetchInterval: POLL_MS });
  return (
    <Drawer title={`Order ${id.slice(0, 8)}`} what="order" query={order} onClose={onClose}>
      {(found) => <Order order={found} />}
    </Drawer>
  );
}

function Order({ order }: { order: OrderDetail }) {
  const me = useVisitor();
  const isAdmin = me ? isAdmitted(me.role, 'admin') : false;
  // The refund form may disappear after a refund. The focus then moves to the heading of the refunds, or else to the
  // order.
  const all = useRef<HTMLDivElement>(null);
  const refunds = useRef<HTMLHeadingElement>(null);
  const kept = useFocusFallback(() => refunds.current ?? all.current);
  const buyer = (
    <Link to="/admin/transactions" search={{ user: order.user.id }} className="link hit-44">
      {order.user.email}
    </Link>
  );
  return (
    <div ref={all} tabIndex={-1} {...kept} className="grid gap-6">
      <DetailList
        details={[
          ['Order', order.id],
          ['Buyer', buyer],
          ['State', <OrderBadges key="state" order={order} />],
          ['Placed', formatMoment(order.createdAt)],
          ['Paid', order.paidAt === null ? '–' : formatMoment(order.paidAt)],
          ['Paid with', METHOD_WORDS[order.paymentMethod]],
        ]}
      />
      <Bought order={order} />
      {order.payment && <Payment payment={order.payment} fee={order.providerFee} />}
      {order.refunds.length > 0 && (
        <Refunds headingRef={refunds} refunds={order.refunds} opened={order.openedBeforeRefund} />
      )}
      {order.returnRequest && (
        <ReturnRequest order={order} request={order.returnRequest} isAdmin={isAdmin} />
      )}
      {order.isRefundable && isAdmin && <RefundForm key={order.unopened} order={order} />}
    </div>
  );
}

function Bought({ order }: { order: OrderDetail }) {
  return (
    <DrawerSection title="Items">
      <ul className="grid gap-2 text-small">
        {order.lines.map((line) => (
          <li key={line.packTypeId} className="flex justify-between gap-4">
            <span className="min-w-0">
              {line.quantity} × {line.name}
              {line.refunded > 0 && (
                <span className="text-text-2"> · {line.refunded} returned</span>
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
        {rowsOfTaxes(order).map(([label, amount]) => (
          <SumLine key={label} label={label} amount={amount} />
        ))}
        {order.processingFee > 0 && <SumLine label="Card fee" amount={order.processingFee} />}
        <SumLine label="Total" amount={order.total} isStrong />
      </dl>
    </DrawerSection>
  );
}

function Payment({
  payment,
  fee,
}: {
  payment: NonNullable<OrderDetail['payment']>;
  fee: OrderDetail['providerFee'];
}) {
  return (
    <DrawerSection title="Card payment">
      <DetailList
        details={[
          ['State', PAYMENT_WORDS[payment.state]],
          ['Amount', formatCad(payment.amount)],
          [
            'Provider’s fee',
            fee === null
              ? 'Not known before its books are compared, once a night'
              : `${formatCad(fee)}, which it keeps when the payment is refunded`,
          ],
          ['Payment ID', payment.intentId ?? 'Not created yet'],
          ['Updated', formatMoment(payment.updatedAt)],
        ]}
      />
      {payment.events.length > 0 && (
        <>
          <h4 className="mt-4 mb-2 text-small font-semibold">Card provider events</h4>
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
    </DrawerSection>
  );
}

const REQUEST_WORDS: Record<RequestState, string> = {
  asked: 'Waits for an answer',
  granted: 'Allowed',
  refused: 'Refused',
};

/** The buyer's return request, with the number of packs that were opened since the payment. */
function ReturnRequest({
  order,
  request,
  isAdmin,
}: {
  order: OrderDetail;
  request: NonNullable<OrderDetail['returnRequest']>;
  isAdmin: boolean;
}) {
  const { state, reason, askedAt, decidedAt } = request;
  const nameOf = (packTypeId: string) =>
    order.lines.find((line) => line.packTypeId === packTypeId)?.name ?? packTypeId;
  const opened = (count: number, best: Cents | null) =>
    best === null ? `${count}` : `${count}, best card ${formatCad(best)} in credits`;
  return (
    <DrawerSection title="Return">
      <DetailList
        details={[
          ['State', REQUEST_WORDS[state]],
          ['Reason', reason],
          ['Asked', formatMoment(askedAt)],
          ...(decidedAt === null ? [] : ([['Decided', formatMoment(decidedAt)]] as const)),
          ['Accounts of this buyer', String(order.buyersAccounts)],
        ]}
      />
      <h4 className="mt-4 mb-2 text-small font-semibold">Opened since it was paid</h4>
      {order.openedSince.map((one) => (
        <DetailList
          key={one.packTypeId}
          details={[
            ['Pack', nameOf(one.packTypeId)],
            ['By this buyer', opened(one.byBuyer, one.bestOfBuyer)],
            ['By everybody', opened(one.byAll, one.bestOfAll)],
          ]}
        />
      ))}
      {state === 'asked' && isAdmin && <DecideReturn order={order} />}
    </DrawerSection>
  );
}

const DECISIONS = {
  granted: {
    label: 'Allow the return',
    variant: 'primary',
    text: `The buyer can return the unopened packs by themselves for ${GRANT_DAYS} days, so that the shop can sell them again. That ends when they open a pack of the type. Your reason is mailed to them.`,
  },
  refused: {
    label: 'Refuse',
    variant: 'danger',
    text: 'The packs stay the buyer’s, who can’t ask again. Your reason is mailed to them.',
  },
} as const;

function DecideReturn({ order: { id } }: { order: OrderDetail }) {
  const [decision, setDecision] = useState<keyof typeof DECISIONS | null>(null);
  const decide = useDo(decideReturn, {
    untilFresh: true,
    onSuccess: () => showToast({ kind: 'success', title: 'The buyer is told by mail' }),
  });
  if (decision === null) {
    return (
      <div className="mt-4 flex flex-wrap gap-3">
        {(['granted', 'refused'] as const).map((one) => (
          <Button key={one} variant={DECISIONS[one].variant} onClick={() => setDecision(one)}>
            {DECISIONS[one].label}
          </Button>
        ))}
      </div>
    );
  }
  return (
    <div className="mt-4">
      <ReasonForm
        {...DECISIONS[decision]}
        busy={decide.isPending}
        error={decide.error}
        onSubmit={(reason) => decide.mutate({ id, decision, reason })}
        onCancel={() => {
          setDecision(null);
          decide.reset();
        }}
      />
    </div>
  );
}

function Refunds({
  headingRef,
  refunds,
  opened,
}: {
  headingRef: Ref<HTMLHeadingElement>;
  refunds: OrderRefund[];
  /** The number of packs of the order that were already open when the others were refunded. */
  opened: number;
}) {
  return (
    <DrawerSection title={refunds.length === 1 ? 'Refund' : 'Refunds'} headingRef={headingRef}>
      {opened > 0 && (
        <p className="mb-3 text-small">
          {opened === 1 ? 'One pack' : `${opened} packs`} of this order had already been opened.
          Somebody who knows what packs hold could keep the best and return the rest.
        </p>
      )}
      <ul className="grid gap-5">
        {refunds.map((refund) => (
          <li key={refund.id}>
            <DetailList
              details={[
                ['Amount', formatCad(refund.amount)],
                ['State', refundState(refund)],
                ...(refund.problem === null
                  ? []
                  : [['What went wrong', wordsOf(refund.problem)] satisfies [string, string]]),
                ['Reason', refund.reason],
                ['Requested', formatMoment(refund.createdAt)],
                ['Paid', refund.paidAt === null ? 'Not yet' : formatMoment(refund.paidAt)],
              ]}
            />
          </li>
        ))}
      </ul>
    </DrawerSection>
  );
}

const PAID_ELSEWHERE = {
  credits: 'Paid in credits',
  transfer: 'Paid in another way',
  bank: 'Paid by the bank',
} as const;

function refundState({ state, method, isReplaced }: OrderRefund): string {
  if (isReplaced) return 'Failed, another took its place';
  return method === 'card' ? REFUND_WORDS[state] : PAID_ELSEWHERE[method];
}

/**
 * Returns the title for a failed refund. A refusal means that nothing was refunded. After any other error, the outcome
 * is unknown.
 */
function titleOf(error: Error | null): string {
  return asApiError(error).isRefusal
    ? 'Nothing was refunded'
    : 'It is not known whether this was refunded';
}

function RefundForm({ order }: { order: OrderDetail }) {
  const [isAsking, setAsking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const kept = useFocusFallback(() => opener.current);
  const lines = order.lines.filter(({ unopened }) => unopened > 0);
  const [counts, setCounts] = useState<Record<string, number>>({});
  const refund = useDo(refundPacks, {
    // The action ends only after the order has been refetched. Until then, the form still lists the packs that were
    // just refunded.
    untilFresh: true,
    // No automatic retry. If a first attempt succeeded and its response was lost, the retry would be refused, and the
    // operator would wrongly read that nothing was refunded.
    retry: false,
    onSuccess: ({ amount }) =>
      showToast({
        kind: 'success',
        title: 'Refund started',
        text: `${formatCad(amount)} goes back to the card.`,
      }),
    // Shown as a toast too, because the form disappears if nothing can be returned any more.
    onError: (error) => showToast({ kind: 'error', title: titleOf(error), text: messageOf(error) }),
  });
  const packs = lines.map(({ packTypeId, unopened }) => ({
    packTypeId,
    unopened,
    quantity: counts[packTypeId] ?? unopened,
  }));
  const chosen = packs.filter(({ quantity }) => quantity > 0);
  const count = chosen.reduce((total, { quantity }) => total + quantity, 0);
  const words = count === 1 ? '1 unopened pack' : `${count} unopened packs`;
  if (!isAsking) {
    return (
      <div {...kept}>
        <Button ref={opener} variant="danger" onClick={() => setAsking(true)}>
          Refund {words}
        </Button>
      </div>
    );
  }
  return (
    <div {...kept}>
      <ReasonForm
        label="Refund"
        text={count === 0 ? 'Choose at least one pack.' : refundSentence(preview(order, counts))}
        variant="danger-filled"
        failed={titleOf(refund.error)}
        busy={refund.isPending}
        error={refund.error}
        onSubmit={(reason) => refund.mutate({ id: order.id, packs: chosen, reason })}
        onCancel={() => setAsking(false)}
      >
        {order.unopened > 1 &&
          lines.map(({ packTypeId, name, unopened }) => (
            <Select
              key={packTypeId}
              label={`Packs of ${name}`}
              value={String(counts[packTypeId] ?? unopened)}
              onChange={({ target }) =>
                setCounts((before) => ({ ...before, [packTypeId]: Number(target.value) }))
              }
              options={Array.from({ length: unopened + 1 }, (_one, index) => ({
                value: String(index),
                label: String(index),
              }))}
            />
          ))}
      </ReasonForm>
    </div>
  );
}
