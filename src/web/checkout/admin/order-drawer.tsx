// The panel with one order, beside the list of orders: the packs, the payment, and the refunds.
import { removeOrderNote, showOrderTimeline, writeOrderNote } from '#contract/admin-timeline.ts';
import { showOrder, type OrderDetail, type OrderRefund } from '#contract/checkout-admin.ts';
import { giveCredits } from '#contract/profile.ts';
import { showSingle } from '#contract/singles-admin.ts';
import { decideReturn, refundPacks } from '#contract/checkout-refunds.ts';
import { difference, formatCad, times, ZERO, type Cents } from '#domain/money.ts';
import { previewRefund, refundSentence } from '#domain/refund-words.ts';
import { GRANT_DAYS, type RequestState } from '#domain/returns.ts';
import { rowsOfTaxes } from '#domain/tax-lines.ts';
import { Link } from '@tanstack/react-router';
import { useRef, useState, type Ref } from 'react';
import { useMay } from '../../admin-kit/use-may.ts';
import { asApiError } from '../../api/api-error.ts';
import { messageOf } from '../../api/messages.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { SumLine } from '../../ui/sum-line.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import { formatMoment } from '../../ui/moments.ts';
import { wordsOf } from '../../ui/words-of.ts';
import { POLL_MS } from '../../admin-kit/listing.ts';
import { Drawer, DrawerSection, DetailList } from '../../admin-kit/drawer.tsx';
import { useBegins } from '../../admin-kit/begun-act.ts';
import { Timeline } from '../../admin-kit/timeline.tsx';
import { ReasonForm } from '../../admin-kit/reason-form.tsx';
import { METHOD_WORDS, OrderBadges, paymentInWords, refundInWords } from './order-words.tsx';
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
  const mayRefund = useMay(refundPacks);
  // After a refund the refund form may disappear. Then the focus moves to the heading of the refunds. If there is no
  // such heading, the focus moves to the order.
  const all = useRef<HTMLDivElement>(null);
  const refunds = useRef<HTMLHeadingElement>(null);
  const fallback = useFocusFallback(() => refunds.current ?? all.current);
  const buyer = (
    <Link to="/admin/transactions" search={{ user: order.user.id }} className="link hit-44">
      {order.user.email}
    </Link>
  );
  return (
    <div ref={all} tabIndex={-1} {...fallback} className="grid gap-6">
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
      {order.payment && (
        <Payment payment={order.payment} refunds={order.refunds} fee={order.providerFee} />
      )}
      {order.refunds.length > 0 && (
        <Refunds headingRef={refunds} refunds={order.refunds} opened={order.openedBeforeRefund} />
      )}
      {order.returnRequest && <ReturnRequest order={order} request={order.returnRequest} />}
      {order.isRefundable && mayRefund && <RefundForm key={order.unopened} order={order} />}
      {isOfCredits(order) && <GivenBack order={order} />}
      <Timeline id={order.id} calls={TIMELINE} whose="The buyer" />
    </div>
  );
}

const TIMELINE = { shows: showOrderTimeline, writes: writeOrderNote, removes: removeOrderNote };

const isOfCredits = ({ paymentMethod, paidAt, packs }: OrderDetail) =>
  paymentMethod === 'balance' && paidAt !== null && packs > 0;

/** Says how an order that was paid with credits is given back, because it has no refund. */
function GivenBack({ order: { user } }: { order: OrderDetail }) {
  const mayGive = useMay(giveCredits);
  return (
    <DrawerSection title="Giving back">
      <p className="text-small">
        Credits paid for this order, so nothing goes back to a card, and its packs were opened when
        they were bought. To make up for it, give the buyer credits.
      </p>
      {mayGive && (
        <Link
          to="/admin/users"
          search={{ id: user.id }}
          state={{ begins: 'give_credits' }}
          className={`${buttonClass({ variant: 'secondary' })} mt-3`}
        >
          Give credits
        </Link>
      )}
    </DrawerSection>
  );
}

function Bought({ order }: { order: OrderDetail }) {
  const seesSingles = useMay(showSingle);
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
        {order.singles.map((one) => (
          <li key={one.singleId} className="flex justify-between gap-4">
            <span className="min-w-0">
              {seesSingles ? (
                <Link to="/admin/singles" search={{ id: one.singleId }} className="link hit-44">
                  {one.name}
                </Link>
              ) : (
                one.name
              )}
              {one.refunded !== null && <span className="text-text-2"> · returned</span>}
            </span>
            <span className="whitespace-nowrap">{formatCad(one.unitPrice)}</span>
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
  refunds,
  fee,
}: {
  refunds: OrderRefund[];
  payment: NonNullable<OrderDetail['payment']>;
  fee: OrderDetail['providerFee'];
}) {
  return (
    <DrawerSection title="Card payment">
      <DetailList
        details={[
          ['State', paymentInWords({ payment, refunds })],
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

/** The buyer's request for a return. It also says how many packs were opened after the payment. */
function ReturnRequest({
  order,
  request,
}: {
  order: OrderDetail;
  request: NonNullable<OrderDetail['returnRequest']>;
}) {
  const mayDecide = useMay(decideReturn);
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
      {state === 'asked' && mayDecide && <DecideReturn order={order} />}
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
  /** The number of packs that were already open when the other packs of the order were refunded. */
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
                ['State', refundInWords(refund)],
                ...(refund.problem === null
                  ? []
                  : [['What went wrong', wordsOf(refund.problem)] satisfies [string, string]]),
                ['Reason', refund.reason],
                ['Requested', formatMoment(refund.createdAt)],
              ]}
            />
          </li>
        ))}
      </ul>
    </DrawerSection>
  );
}

/**
 * Returns the title for a failed refund. If the shop refused, nothing was refunded. After any other error, it is
 * unknown whether the shop refunded anything.
 */
function titleOf(error: Error | null): string {
  return asApiError(error).isRefusal
    ? 'Nothing was refunded'
    : 'It is not known whether this was refunded';
}

function RefundForm({ order }: { order: OrderDetail }) {
  const [isAsking, setAsking] = useState(false);
  useBegins('refund', () => setAsking(true));
  const opener = useRef<HTMLButtonElement>(null);
  const fallback = useFocusFallback(() => opener.current);
  const lines = order.lines.filter(({ unopened }) => unopened > 0);
  const [counts, setCounts] = useState<Record<string, number>>({});
  const refund = useDo(refundPacks, {
    // The action ends only after the order has been refetched. If it ended earlier, the form would still list the packs
    // that were just refunded.
    untilFresh: true,
    // There is no automatic retry. If the first attempt succeeded and its response was lost, the shop would refuse the
    // retry, and the operator would wrongly read that nothing was refunded.
    retry: false,
    onSuccess: ({ amount }) =>
      showToast({
        kind: 'success',
        title: 'Refund started',
        text: `${formatCad(amount)} goes back to the card.`,
      }),
    // A toast shows the error too, because the form disappears if no more packs can be refunded.
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
      <div {...fallback}>
        <Button ref={opener} variant="danger" onClick={() => setAsking(true)}>
          Refund {words}
        </Button>
      </div>
    );
  }
  return (
    <div {...fallback}>
      <ReasonForm
        label="Refund"
        text={
          count === 0 ? 'Choose at least one pack.' : refundSentence(previewRefund(order, counts))
        }
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
