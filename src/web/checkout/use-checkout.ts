// The course of one checkout: price it, for a card reserve the packs, take the money, hand over.
import type { Reply } from '#contract/endpoint.ts';
import {
  calculateTotal,
  createPaymentIntent,
  type purchaseWithBalance,
} from '#contract/checkout.ts';
import type { PaymentMethod, Quote } from '#domain/pricing.ts';
import { useRef, useState } from 'react';
import { call, newKey } from '../api/call.ts';
import { forgetCart, type CartLine } from './cart.ts';
import { checkoutProblem, EXPIRED_PROBLEM, type CheckoutProblem } from './messages.ts';
import { NEW_PAYMENT, retry, step, type Payment, type PaymentState } from './payment-state.ts';
import { rememberPayment } from './payment-memory.ts';
import { usePurchaseWithBalance } from './queries.ts';

/** A card payment that can be paid, and how long its packs are kept in all. */
export type Intent = Reply<typeof createPaymentIntent> & { keptSeconds: number };
export type Bought = Reply<typeof purchaseWithBalance>;

const TO_INTENT: PaymentState[] = [
  'calculating',
  'price_calculated',
  'creating_intent',
  'intent_created',
];

function warn(from: PaymentState, to: PaymentState): void {
  // oxlint-disable-next-line no-console -- Refused steps are logged (docs/product.md §7).
  console.warn(`Invalid payment step: ${from} to ${to}`);
}

function walk(payment: Payment, ...states: PaymentState[]): Payment {
  return states.reduce((at, next) => step(at, next, warn), payment);
}

export function useCheckout(cart: CartLine[]) {
  const [payment, showPayment] = useState(NEW_PAYMENT);
  // Answers come late and find an older render: what counts is where the payment is by then.
  const current = useRef(NEW_PAYMENT);
  const setPayment = (next: Payment) => {
    current.current = next;
    showPayment(next);
  };
  const [method, setMethod] = useState<PaymentMethod | null>(null);
  const [discountCode, setDiscountCode] = useState<string | null>(null);
  const [price, setPrice] = useState<Quote | null>(null);
  const [intent, setIntent] = useState<Intent | null>(null);
  const [problem, setProblem] = useState<CheckoutProblem | null>(null);
  const [bought, setBought] = useState<Bought | null>(null);
  const purchase = usePurchaseWithBalance();
  // Only the newest preparation counts: an answer to an older one is not for this cart any more.
  const newest = useRef(0);
  // The key of the purchase that failed, for as long as nothing about it has changed.
  const lastKey = useRef<string | null>(null);

  const fail = (at: Payment, error: unknown) => {
    setPayment(walk(at, 'error'));
    setProblem(checkoutProblem(error));
  };

  /** Prices the cart for a method and a code; for a card it reserves the packs as well. */
  const prepare = async (chosen: PaymentMethod, code: string | null, from = NEW_PAYMENT) => {
    const mine = (newest.current += 1);
    const isOld = () => mine !== newest.current;
    lastKey.current = null;
    setMethod(chosen);
    setDiscountCode(code);
    setIntent(null);
    setProblem(null);
    let at = walk(from, 'calculating');
    setPayment(at);
    try {
      const input = { packs: cart, discountCode: code };
      const quote = await call(calculateTotal, { ...input, paymentMethod: chosen });
      if (isOld()) return;
      setPrice(quote);
      at = walk(at, 'price_calculated');
      if (chosen === 'stripe') {
        at = walk(at, 'creating_intent');
        setPayment(at);
        const created = await call(createPaymentIntent, { ...input, amount: quote.total });
        if (isOld()) return;
        setIntent({ ...created, keptSeconds: rememberPayment(created) });
        at = walk(at, 'intent_created');
      }
      setPayment(at);
    } catch (error) {
      if (!isOld()) fail(at, error);
    }
  };

  /** Why a discount code can't be used for this cart, or null. Changes nothing. */
  const checkCode = async (code: string): Promise<string | null> => {
    try {
      await call(calculateTotal, { packs: cart, discountCode: code });
      return null;
    } catch (error) {
      return checkoutProblem(error).message;
    }
  };

  /** A purchase that may have gone through unseen is asked for again with the same key: bought once. */
  const payWithBalance = (key = newKey()) => {
    setProblem(null);
    lastKey.current = key;
    const at = walk(current.current, 'processing_payment');
    setPayment(at);
    purchase.mutate(
      { cart, discountCode, key },
      {
        onSuccess: (answer) => {
          setPayment(walk(at, 'payment_succeeded', 'opening_packs', 'complete'));
          forgetCart();
          setBought(answer);
        },
        onError: (error) => fail(at, error),
      },
    );
  };

  /** What the card form tells: the card is being charged, was charged, or was not. */
  const card = {
    onStart: () => {
      setProblem(null);
      setPayment(walk(fromFailure(current.current), 'processing_payment'));
    },
    onSucceeded: () => {
      forgetCart();
      setPayment(walk(current.current, 'payment_succeeded'));
    },
    onFailed: () => {
      const failed = walk(current.current, 'error');
      setPayment(failed);
      const next = retry(failed);
      if (typeof next !== 'string') return;
      // Enough: the card form goes, another method may still be chosen.
      setIntent(null);
      setProblem({ type: 'payment_error', message: next, isRetryable: false });
    },
  };

  /** After a card was refused the same reservation stands: back to it, counting the tries. */
  function fromFailure(now: Payment): Payment {
    const next = retry(now);
    return typeof next === 'string' ? now : walk(next, ...TO_INTENT);
  }

  const tryAgain = () => {
    const next = retry(current.current);
    if (typeof next === 'string') {
      setProblem({ type: 'unknown_error', message: next, isRetryable: false });
    } else if (lastKey.current !== null) {
      setPayment(walk(next, 'calculating', 'price_calculated'));
      payWithBalance(lastKey.current);
    } else if (method !== null) {
      void prepare(method, discountCode, next);
    }
  };

  const expire = () => {
    // The card provider may be at it; then its answer decides.
    const { state } = current.current;
    if (state === 'processing_payment' || state === 'payment_succeeded') return;
    setProblem(EXPIRED_PROBLEM);
  };

  return {
    payment,
    method,
    discountCode,
    price,
    intent,
    problem,
    bought,
    prepare,
    checkCode,
    payWithBalance: () => payWithBalance(),
    card,
    tryAgain,
    expire,
    dismiss: () => setProblem(null),
  };
}
