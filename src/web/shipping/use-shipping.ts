// Runs one shipment: pay for it, then request it. A failure never clears the user's input.
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

/** `endsAt`: when it expires, in epoch milliseconds of this browser's clock. */
type Intent = Reply<typeof createShippingPaymentIntent> & { endsAt: number };

/** The state of a card payment. While it is `open` or `charging` its cards are locked. */
export type CardPayment =
  | { state: 'none' | 'creating' | 'expired' }
  | { state: 'open' | 'charging'; intent: Intent }
  | { state: 'confirmed'; paymentIntentId: string };

/** Shows a problem as a toast as well. */
export function announce({ title, message, notice = message, detail }: ShippingProblem): void {
  showToast({ kind: 'error', title, text: detail === null ? notice : `${notice}. ${detail}` });
}

type Course = {
  cardGroups: CardGroup[];
  firstMethod: PaymentMethod;
  /** The quote whose price is shown and charged; null: there is none. */
  quoteId: string | null;
  /** The payment succeeded before the page was loaded. */
  paidIntentId: string | null;
  /** The card was charged, so the shipment can be requested. */
  onPaid: (paymentIntentId: string) => void;
  onCreated: (shipment: Shipment) => void;
  /** The server refused a step. */
  onRefused: (thrown: unknown) => void;
};

export function useShipping(course: Course) {
  const { cardGroups, quoteId, paidIntentId } = course;
  const [chosen, setMethod] = useState<PaymentMethod | null>(null);
  const method = paidIntentId === null ? (chosen ?? course.firstMethod) : 'stripe';
  const start: CardPayment =
    paidIntentId === null
      ? { state: 'none' }
      : { state: 'confirmed', paymentIntentId: paidIntentId };
  const [payment, showPayment] = useState<CardPayment>(start);
  // A response can arrive in an older render, so the payment's current state is read from this ref.
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
  // A response to an earlier attempt does not belong to this address any more.
  const newest = useRef(0);
  // The key of the last request, reused until the request changes.
  const last = useRef<{ order: string; key: string } | null>(null);

  const fail = (step: ShippingStep, thrown: unknown) => {
    const found = shippingProblem(step, thrown, failed === step);
    setFailed(step);
    setProblem(found);
    announce(found);
    course.onRefused(thrown);
  };

  /** Locks the cards and fetches what the card form needs. */
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

  /** The started payment is for another address or another payment method. */
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

  /** The events of the card form: the card is being charged, was charged, or was refused. */
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
    /** The payment has expired, unless the card is being charged: then its outcome decides. */
    expire: () => {
      if (current.current.state === 'open') setPayment({ state: 'expired' });
    },
    show: (found: ShippingProblem) => {
      setProblem(found);
      announce(found);
    },
    clearProblem: () => setProblem(null),
  };
}
