// Runs one checkout: requests the price, reserves packs for a card, takes the payment, and opens the packs.
// `checkout-state.ts` defines the states; this file calls the shop.
import { calculateTotal, createPaymentIntent, releaseReserved } from '#contract/checkout.ts';
import type { Sent } from '#contract/endpoint.ts';
import type { PaymentMethod } from '#domain/pricing.ts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useReducer, useRef, useState } from 'react';
import { chosenRegion } from '../accounts/region.ts';
import { call, newKey } from '../api/call.ts';
import { inBrowserTime } from '../api/server-time.ts';
import { signedInUser } from '../api/session.ts';
import { asApiError } from '../api/api-error.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { endPurchases, isBegun, notePayment } from '../fairness/own-knowledge.ts';
import { openingWay } from '../opening/opening-way.ts';
import { showToast } from '../ui/toast.tsx';
import { forgetCart, type Cart } from './cart.ts';
import { draftOf, storeInDraft } from './checkout-draft.ts';
import {
  beginCheckout,
  nextCheckout,
  type Checkout,
  type CheckoutEvent,
  type Choice,
} from './checkout-state.ts';
import { givenTo, type Asks, type Given } from './given.ts';
import { checkoutProblem } from './messages.ts';
import './navigation-state.ts';
import { rememberPayment } from './payment-memory.ts';
import { forgetPurchase, rememberPurchase, unheardPurchase } from './purchase-memory.ts';
import { goodsOf, refsOf, usePurchaseWithBalance } from './queries.ts';

/** The state of a checkout, and the actions that its page offers. */
export type Course = ReturnType<typeof useCheckout>;

type Tell = (event: CheckoutEvent) => void;

/** Returns the next state. If the event is impossible, logs it and returns the present state. */
function followOrWarn(now: Checkout, event: CheckoutEvent): Checkout {
  const next = nextCheckout(now, event);
  // oxlint-disable-next-line no-console -- Helps to investigate a failed payment.
  if (next === null) console.warn(`Invalid payment step: ${now.kind} to ${event.type}`);
  return next ?? now;
}

export function useCheckout(cart: Cart, first: PaymentMethod, asks: Asks) {
  // The buyer gives the consents by pressing a button. Until that press, no packs are reserved for a card.
  const waits = asks.texts.length > 0 || asks.age !== null;
  const [checkout, tell] = useReducer(followOrWarn, first, (method) => {
    const before = draftOf(cart);
    return beginCheckout(method, { ...before, isEdited: waits || before.isEdited });
  });
  const [isOfAge, setOfAge] = useState(false);
  const given = givenTo(asks, isOfAge);
  const purchase = usePurchaseWithBalance();
  const release = useDo(releaseReserved, {
    onError: (error) =>
      showToast({ kind: 'error', title: 'Your cart stays reserved', text: messageOf(error) }),
  });
  const mark = useMarkOpened();
  const way = openingWay.useChosen();
  // The current consents, in a ref, so that a change of the consents does not trigger a request.
  const sent = useRef(given);
  useEffect(() => {
    sent.current = given;
  });
  useEffect(() => prepare(cart, checkout, sent, tell), [cart, checkout, tell]);

  const what = purchaseOf(cart, checkout);
  /** Handles a press of a button, and starts the purchase if the new state requires it. */
  const press = (event: CheckoutEvent) => {
    tell(event);
    const next = nextCheckout(checkout, event);
    if (next?.kind !== 'paying') return;
    // A buyer who has chosen to always see the list is not asked how to open the packs.
    const asked = unheardPurchase(what) ?? { key: next.key, given, covered: way !== 'list' };
    rememberPurchase(what, asked);
    purchase.mutate(
      {
        cart,
        amount: next.quote?.total ?? null,
        discountCode: next.choice.discountCode,
        key: asked.key,
        covered: asked.covered,
        ...asked.given,
      },
      {
        onSuccess: (bought) => {
          forgetPurchase();
          forgetCart(cart);
          mark(bought.packOpenings.map(({ id }) => id));
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
    choose: (change: Partial<Choice>) => {
      storeInDraft(cart, change);
      tell({
        type: 'chosen',
        choice: { ...checkout.choice, ...change, ...(waits && { isEdited: true }) },
      });
    },
    checkCode: (code: string) => refusalOfCode(cart, code),
    /**
     * Whether this purchase was already requested and no response has arrived. If so, the purchase may have succeeded.
     */
    isUnheard: unheardPurchase(what) !== null,
    payWithBalance: () =>
      press({ type: 'paid-with-balance', key: unheardPurchase(what)?.key ?? newKey() }),
    /** Called by the card form when a charge begins, succeeds or fails. */
    card: {
      onStart: () => tell({ type: 'card-started' }),
      onSucceeded: () => {
        forgetCart(cart);
        endPurchases(signedInUser()!.id);
        tell({ type: 'card-charged' });
      },
      onFailed: () => tell({ type: 'card-refused' }),
    },
    /** Ends the reservation of the packs, and then closes the card form, because its packs are no longer reserved. */
    release: () =>
      release.mutate(
        { purpose: 'order' },
        {
          onSuccess: () => {
            storeInDraft(cart, { isEdited: true });
            tell({ type: 'chosen', choice: { ...checkout.choice, isEdited: true } });
          },
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
 * Returns a function that marks this checkout as done, so that the page does not offer the purchase again after a
 * reload or when the buyer goes back.
 */
function useMarkOpened(): (openings: string[]) => void {
  const navigate = useNavigate();
  return (openings) =>
    void navigate({
      to: '/checkout',
      search: true,
      state: (now) => ({ ...now, isOpened: true, openings }),
      replace: true,
      resetScroll: false,
    });
}

/** Returns a text that identifies this purchase with credits. A different purchase has a different text. */
function purchaseOf(cart: Cart, { choice, quote }: Checkout): string {
  const { discountCode } = choice;
  return JSON.stringify([
    signedInUser()?.id,
    partsOf(cart),
    discountCode,
    quote?.total ?? null,
    chosenRegion(),
  ]);
}

/** The parts by which two carts differ. */
function partsOf({ lines, singles }: Cart): unknown[] {
  return [...lines.map(({ packId, quantity }) => [packId, quantity]), ...singles];
}

/**
 * Sends the request that the present state needs. Returns a cleanup function, after which the response is ignored
 * because the state has changed.
 */
function prepare(
  cart: Cart,
  checkout: Checkout,
  sent: { current: Given },
  tell: Tell,
): (() => void) | undefined {
  const { method, discountCode } = checkout.choice;
  const input = { ...goodsOf(cart), discountCode, region: chosenRegion() };
  if (checkout.kind === 'pricing') {
    return listen(call(calculateTotal, { ...input, paymentMethod: method }), tell, (quote) => ({
      type: 'priced',
      quote,
    }));
  }
  if (checkout.kind === 'reserving') {
    const { total: amount } = checkout.quote;
    return listen(beginPayment(cart, { ...input, amount, ...sent.current }), tell, (created) => {
      const intent = { ...created, endsAt: inBrowserTime(created, created.expiresAt) };
      return { type: 'reserved', intent: { ...intent, reservedSeconds: rememberPayment(intent) } };
    });
  }
  return undefined;
}

/**
 * Starts the card payment of a cart, with a secret for each pack. A repeated start sends the same secrets, because
 * other secrets would start a second payment. If the shop refuses the secrets because an earlier sale used them, the
 * payment is started once more with new secrets.
 */
async function beginPayment(cart: Cart, input: Sent<typeof createPaymentIntent>) {
  const userId = signedInUser()!.id;
  const purchase = JSON.stringify(partsOf(cart));
  const wasBegun = isBegun(userId, purchase);
  const begin = async () => {
    const refs = await refsOf(userId, purchase, cart.lines);
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

function listen<Result>(
  asking: Promise<Result>,
  tell: Tell,
  told: (result: Result) => CheckoutEvent,
): () => void {
  let isOver = false;
  asking.then(
    (result) => {
      if (!isOver) tell(told(result));
    },
    (error: unknown) => {
      if (!isOver) tell({ type: 'failed', problem: checkoutProblem(error) });
    },
  );
  return () => {
    isOver = true;
  };
}

/**
 * Returns the reason why a discount code can't be used for this cart. Returns null if the code can be used. The call
 * changes nothing at the shop.
 */
async function refusalOfCode(cart: Cart, code: string): Promise<string | null> {
  try {
    await call(calculateTotal, {
      ...goodsOf(cart),
      discountCode: code,
      region: chosenRegion(),
    });
    return null;
  } catch (error) {
    return checkoutProblem(error).message;
  }
}
