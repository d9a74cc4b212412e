// Runs one shipment: takes the payment, then requests the shipment. An error never clears what the user has typed.
import { releaseReserved } from '#contract/checkout.ts';
import type { Reply, Sent } from '#contract/endpoint.ts';
import { createShippingPaymentIntent, requestShipment, type Shipment } from '#contract/shipping.ts';
import type { PaymentMethod } from '#domain/pricing.ts';
import type { CardGroup, ShippingAddress } from '#domain/shipping.ts';
import { useRef, useState } from 'react';
import { call, newKey } from '../api/call.ts';
import { useAct, useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { inBrowserTime } from '../api/server-time.ts';
import { showToast } from '../ui/toast.tsx';
import { shippingProblem, type ShippingProblem, type ShippingStep } from './shipping-problem.ts';

/** A payment intent. `endsAt`: when it expires, in epoch milliseconds of the browser's clock. */
type Intent = Reply<typeof createShippingPaymentIntent> & { endsAt: number };

/** The state of the card payment. While it is `open` or `charging`, the shop keeps the cards locked. */
export type CardPayment =
  | { state: 'none' | 'creating' | 'expired' }
  | { state: 'open' | 'charging'; intent: Intent }
  | { state: 'confirmed'; paymentIntentId: string };

/** Shows a problem as a toast, in addition to the form, which also shows it. */
export function showProblemToast({
  title,
  message,
  notice = message,
  detail,
}: ShippingProblem): void {
  showToast({ kind: 'error', title, text: detail === null ? notice : `${notice}. ${detail}` });
}

type Course = {
  cardGroups: CardGroup[];
  firstMethod: PaymentMethod;
  /** Whether the fee can be paid by card. A fee of zero can't. */
  takesCards: boolean;
  /** The quote whose price the page shows and the payment charges. Null if there is no quote. */
  quoteId: string | null;
  /** The intent of a card payment that succeeded before a reload of the page. Null if there is none. */
  paidIntentId: string | null;
  /** Called after the card was charged, when the shipment can be requested. */
  onPaid: (paymentIntentId: string) => void;
  onCreated: (shipment: Shipment) => void;
  /** Called after a step has failed. */
  onRefused: (thrown: unknown) => void;
};

export function useShipping(course: Course) {
  const { cardGroups, quoteId, paidIntentId } = course;
  const [chosen, setMethod] = useState<PaymentMethod | null>(null);
  const open = course.takesCards ? (chosen ?? course.firstMethod) : 'balance';
  const method = paidIntentId === null ? open : 'stripe';
  const start: CardPayment =
    paidIntentId === null
      ? { state: 'none' }
      : { state: 'confirmed', paymentIntentId: paidIntentId };
  const [payment, showPayment] = useState<CardPayment>(start);
  // The current payment, for callbacks: a callback may belong to an older render, whose state is outdated.
  const current = useRef<CardPayment>(start);
  const setPayment = (next: CardPayment) => {
    current.current = next;
    showPayment(next);
  };
  const [problem, setProblem] = useState<ShippingProblem | null>(null);
  const [failed, setFailed] = useState<ShippingStep | null>(null);
  const begin = useDo(createShippingPaymentIntent);
  const release = useDo(releaseReserved, {
    onError: (error) =>
      showToast({ kind: 'error', title: 'Your cards stay reserved', text: messageOf(error) }),
  });
  const request = useAct(
    [requestShipment],
    ({ key, ...order }: Sent<typeof requestShipment> & { key: string }) =>
      call(requestShipment, order, { key }),
    { onlyIfDone: true },
  );
  // The number of the newest attempt to pay. Responses to earlier attempts are ignored, because the address may have
  // changed since.
  const newest = useRef(0);
  // The last request and its Idempotency-Key. If the same request is sent again, it gets the same key.
  const last = useRef<{ order: string; key: string } | null>(null);

  const fail = (step: ShippingStep, thrown: unknown) => {
    const found = shippingProblem(step, thrown, failed === step);
    setFailed(step);
    setProblem(found);
    showProblemToast(found);
    course.onRefused(thrown);
  };

  /** Starts a payment. The shop locks the cards and returns the data that the card form needs. */
  const beginPayment = (shippingAddress: ShippingAddress) => {
    if (current.current.state === 'charging') return;
    const mine = (newest.current += 1);
    setProblem(null);
    setPayment({ state: 'creating' });
    begin.mutate(
      { cardGroups, shippingAddress, quoteId },
      {
        onSuccess: (begun) => {
          if (mine !== newest.current) return;
          setFailed(null);
          const endsAt = inBrowserTime(begun, begun.expiresAt);
          setPayment({ state: 'open', intent: { ...begun, endsAt } });
        },
        onError: (error) => {
          if (mine !== newest.current) return;
          setPayment({ state: 'none' });
          fail('intent', error);
        },
      },
    );
  };

  /** Drops the payment that was started, because the address or the payment method has changed. */
  const dropPayment = () => {
    const { state } = current.current;
    if (state === 'charging' || state === 'confirmed') return;
    newest.current += 1;
    if (state !== 'none') setPayment({ state: 'none' });
  };

  const submit = (shippingAddress: ShippingAddress) => {
    const { current: paying } = current;
    const paid = paying.state === 'confirmed' ? paying.paymentIntentId : null;
    const order = {
      cardGroups,
      shippingAddress,
      quoteId,
      paymentMethod: method,
      ...(method === 'stripe' ? { paymentIntentId: paid } : {}),
    };
    const text = JSON.stringify(order);
    if (last.current?.order !== text) last.current = { order: text, key: newKey() };
    setProblem(null);
    request.mutate(
      { ...order, key: last.current.key },
      { onSuccess: course.onCreated, onError: (error) => fail('request', error) },
    );
  };

  /** Handlers for the card form. It calls them when a charge starts, succeeds or fails. */
  const card = {
    onStart: () => {
      setProblem(null);
      if (current.current.state === 'open') {
        setPayment({ state: 'charging', intent: current.current.intent });
      }
    },
    onSucceeded: (paymentIntentId: string) => {
      setPayment({ state: 'confirmed', paymentIntentId });
      course.onPaid(paymentIntentId);
    },
    onFailed: () => {
      if (current.current.state !== 'charging') return;
      const { intent } = current.current;
      const isOver = intent.endsAt <= Date.now();
      setPayment(isOver ? { state: 'expired' } : { state: 'open', intent });
    },
  };

  return {
    method,
    payment,
    problem,
    isSubmitting: request.isPending || request.isSuccess,
    hasFailed: failed === 'request',
    isUnpaid: method === 'stripe' && payment.state !== 'confirmed',
    chooseMethod: (chosen: PaymentMethod) => {
      setMethod(chosen);
      setProblem(null);
      dropPayment();
    },
    beginPayment,
    dropPayment,
    submit,
    card,
    release: () => release.mutate({ purpose: 'shipment' }, { onSuccess: dropPayment }),
    isReleasing: release.isPending,
    /** Ends an open payment that has expired. If the card is already being charged, the payment continues. */
    expire: () => {
      if (current.current.state === 'open') setPayment({ state: 'expired' });
    },
    show: (found: ShippingProblem) => {
      setProblem(found);
      showProblemToast(found);
    },
    clearProblem: () => setProblem(null),
  };
}
