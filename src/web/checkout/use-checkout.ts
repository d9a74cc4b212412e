// Runs one checkout: requests the price, reserves packs for a card, takes the payment, opens the packs.
// `checkout-state.ts` has the states; this file calls the shop.
import { calculateTotal, createPaymentIntent, releaseReserved } from '#contract/checkout.ts';
import type { Sent } from '#contract/endpoint.ts';
import type { PaymentMethod } from '#domain/pricing.ts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useReducer, useRef, useState } from 'react';
import { chosenRegion } from '../accounts/region.ts';
import { call, newKey } from '../api/call.ts';
import { inBrowserTime } from '../api/server-time.ts';
import { signedInUser, type CartLine } from '../api/session.ts';
import { asApiError } from '../api/api-error.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { endPurchases, isBegun, notePayment, refsFor } from '../fairness/own-knowledge.ts';
import { showToast } from '../ui/toast.tsx';
import { forgetCart, type Cart } from './cart.ts';
import {
  beginCheckout,
  follow,
  type Checkout,
  type CheckoutEvent,
  type Choice,
} from './checkout-state.ts';
import { givenTo, type Asks, type Given } from './given.ts';
import { checkoutProblem } from './messages.ts';
import './navigation-state.ts';
import { rememberPayment } from './payment-memory.ts';
import { forgetPurchase, rememberPurchase, unheardPurchase } from './purchase-memory.ts';
import { packsIn, usePurchaseWithBalance } from './queries.ts';

/** The state of a checkout, and the actions of its page. */
export type Course = ReturnType<typeof useCheckout>;

type Tell = (event: CheckoutEvent) => void;

/** Returns the next state. An impossible event changes nothing and is logged. */
function followOrWarn(now: Checkout, event: CheckoutEvent): Checkout {
  const next = follow(now, event);
  // oxlint-disable-next-line no-console -- Helps to investigate a failed payment.
  if (next === null) console.warn(`Invalid payment step: ${now.kind} to ${event.type}`);
  return next ?? now;
}

export function useCheckout(cart: Cart, first: PaymentMethod, asks: Asks) {
  // The buyer gives consents by pressing a button. Until then, no packs are reserved for a card.
  const waits = asks.texts.length > 0 || asks.age !== null;
  const [checkout, tell] = useReducer(followOrWarn, first, (method) =>
    beginCheckout(method, { isEdited: waits }),
  );
  const [isOfAge, setOfAge] = useState(false);
  const given = givenTo(asks, isOfAge);
  const purchase = usePurchaseWithBalance();
  const release = useDo(releaseReserved, {
    onError: (error) =>
      showToast({ kind: 'error', title: 'Your packs stay reserved', text: messageOf(error) }),
  });
  const mark = useMarkOpened();
  // The present consents. They are in a ref, so that a change of the consents triggers no request.
  const sent = useRef(given);
  useEffect(() => {
    sent.current = given;
  });
  useEffect(() => prepare(cart, checkout, sent, tell), [cart, checkout, tell]);

  const what = purchaseOf(cart, checkout);
  /** Applies a press of a button, and starts the purchase if the new state requires it. */
  const press = (event: CheckoutEvent) => {
    tell(event);
    const next = follow(checkout, event);
    if (next?.kind !== 'paying') return;
    const asked = unheardPurchase(what) ?? { key: next.key, given };
    rememberPurchase(what, asked);
    purchase.mutate(
      {
        cart: cart.lines,
        amount: next.quote?.total ?? null,
        discountCode: next.choice.discountCode,
        key: asked.key,
        ...asked.given,
      },
      {
        onSuccess: (bought) => {
          forgetPurchase();
          forgetCart(cart);
          mark();
          tell({ type: 'bought', bought });
        },
        onError: (error) => {
          if (asApiError(error).isRefusal) forgetPurchase();
          tell({ type: 'failed', problem: checkoutProblem(error) });
        },
      },
    );
  };

  return {
    checkout,
    asks,
    isOfAge,
    setOfAge,
    /** Changes the choice and requests a new price. */
    choose: (change: Partial<Choice>) =>
      tell({
        type: 'chosen',
        choice: { ...checkout.choice, ...change, ...(waits && { isEdited: true }) },
      }),
    checkCode: (code: string) => refusalOfCode(cart, code),
    /** Whether this purchase was already requested and its response is missing, so that it may have succeeded. */
    isUnheard: unheardPurchase(what) !== null,
    payWithBalance: () =>
      press({ type: 'paid-with-balance', key: unheardPurchase(what)?.key ?? newKey() }),
    /** Called by the card form when the card is being charged, was charged, or was refused. */
    card: {
      onStart: () => tell({ type: 'card-started' }),
      onSucceeded: () => {
        forgetCart(cart);
        endPurchases(signedInUser()!.id);
        tell({ type: 'card-charged' });
      },
      onFailed: () => tell({ type: 'card-refused' }),
    },
    /** Ends the reservation of the packs, because the buyer can't pay for them after the card form has closed. */
    release: () =>
      release.mutate(
        { purpose: 'order' },
        {
          onSuccess: () => tell({ type: 'chosen', choice: { ...checkout.choice, isEdited: true } }),
        },
      ),
    isReleasing: release.isPending,
    /** Reserves the packs for a card after the buyer has changed the cart or given the consents. */
    goOn: () => tell({ type: 'continued' }),
    tryAgain: () => press({ type: 'retried' }),
    expire: () => {
      endPurchases(signedInUser()!.id);
      tell({ type: 'expired' });
    },
    dismiss: () => tell({ type: 'dismissed' }),
  };
}

/**
 * Returns a function that marks this checkout as done. After a reload, or when the buyer goes back, the page does not
 * offer the purchase again.
 */
function useMarkOpened(): () => void {
  const navigate = useNavigate();
  return () =>
    void navigate({
      to: '/checkout',
      search: true,
      state: (now) => ({ ...now, isOpened: true }),
      replace: true,
      resetScroll: false,
    });
}

/** Returns a text that identifies a purchase with credits. */
function purchaseOf({ lines }: Cart, { choice, quote }: Checkout): string {
  const packs = lines.map(({ packId, quantity }) => [packId, quantity]);
  const { discountCode } = choice;
  return JSON.stringify([
    signedInUser()?.id,
    packs,
    discountCode,
    quote?.total ?? null,
    chosenRegion(),
  ]);
}

/**
 * Makes the request that the present state waits for. Returns a cleanup that ignores the response, for use when the
 * state has changed.
 */
function prepare(
  { lines }: Cart,
  checkout: Checkout,
  sent: { current: Given },
  tell: Tell,
): (() => void) | undefined {
  const { method, discountCode } = checkout.choice;
  const input = { packs: lines, discountCode, region: chosenRegion() };
  if (checkout.kind === 'pricing') {
    return listen(call(calculateTotal, { ...input, paymentMethod: method }), tell, (quote) => ({
      type: 'priced',
      quote,
    }));
  }
  if (checkout.kind === 'reserving') {
    const { total: amount } = checkout.quote;
    return listen(beginPayment(lines, { ...input, amount, ...sent.current }), tell, (created) => {
      const intent = { ...created, endsAt: inBrowserTime(created, created.expiresAt) };
      return { type: 'reserved', intent: { ...intent, keptSeconds: rememberPayment(intent) } };
    });
  }
  return undefined;
}

/**
 * Starts the card payment of a cart, with a secret for each pack. A repeated start sends the same secrets, because
 * other secrets would start a second payment. If the shop refuses earlier secrets, they may have been used for a sale.
 * The payment then starts again with new secrets.
 */
async function beginPayment(lines: CartLine[], input: Sent<typeof createPaymentIntent>) {
  const userId = signedInUser()!.id;
  const purchase = JSON.stringify(lines.map(({ packId, quantity }) => [packId, quantity]));
  const wasBegun = isBegun(userId, purchase);
  const begin = async () => {
    const refs = await refsFor(userId, purchase, packsIn(lines));
    return call(createPaymentIntent, { ...input, ...(refs && { refs }) });
  };
  const begun = await begin().catch((error: unknown) => {
    if (!wasBegun || asApiError(error).code !== 'VALIDATION_ERROR') throw error;
    endPurchases(userId);
    return begin();
  });
  notePayment(userId, purchase, begun.paymentIntentId);
  return begun;
}

function listen<Answer>(
  asking: Promise<Answer>,
  tell: Tell,
  told: (answer: Answer) => CheckoutEvent,
): () => void {
  let isOver = false;
  asking.then(
    (answer) => {
      if (!isOver) tell(told(answer));
    },
    (error: unknown) => {
      if (!isOver) tell({ type: 'failed', problem: checkoutProblem(error) });
    },
  );
  return () => {
    isOver = true;
  };
}

/** Returns the reason why a discount code can't be used for this cart, or null. Changes nothing. */
async function refusalOfCode({ lines }: Cart, code: string): Promise<string | null> {
  try {
    await call(calculateTotal, {
      packs: lines,
      discountCode: code,
      region: chosenRegion(),
    });
    return null;
  } catch (error) {
    return checkoutProblem(error).message;
  }
}
