import { toCents } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/pricing.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  beginCheckout,
  canPayWithBalance,
  nextCheckout,
  isLocked,
  problemOf,
  type Bought,
  type Checkout,
  type CheckoutEvent,
  type Intent,
  type Quote,
} from './checkout-state.ts';
import type { CheckoutProblem } from './messages.ts';

const QUOTE: Quote = {
  subtotal: toCents(549),
  discount: toCents(0),
  tax: toCents(44),
  taxes: [{ name: 'Tax', rate: 0.08, amount: toCents(44) }],
  needsRegion: false,
  processingFee: toCents(50),
  total: toCents(643),
};
const INTENT: Intent = {
  paymentIntentId: 'pi_1',
  clientSecret: 'pi_1_secret',
  amount: QUOTE.total,
  currency: 'cad',
  expiresAt: new Date('2026-03-01T12:10:00Z'),
  reservedSeconds: 600,
  endsAt: Date.parse('2026-03-01T12:10:00Z'),
};
const BOUGHT: Bought = {
  updatedBalance: toCents(9407),
  packOpenings: [],
  singles: [],
  totalCards: 0,
  totalValue: toCents(0),
  tickets: [],
};
const NO_RESPONSE: CheckoutProblem = { type: 'network_error', message: 'x', isRetryable: true };

const priced: CheckoutEvent = { type: 'priced', quote: QUOTE };
const reserved: CheckoutEvent = { type: 'reserved', intent: INTENT };
const pressed: CheckoutEvent = { type: 'paid-with-balance', key: 'key-1' };
const bought: CheckoutEvent = { type: 'bought', bought: BOUGHT };
const failed: CheckoutEvent = { type: 'failed', problem: NO_RESPONSE };
const started: CheckoutEvent = { type: 'card-started' };
const charged: CheckoutEvent = { type: 'card-charged' };
const refused: CheckoutEvent = { type: 'card-refused' };
const expired: CheckoutEvent = { type: 'expired' };
const retried: CheckoutEvent = { type: 'retried' };
const continued: CheckoutEvent = { type: 'continued' };
const dismissed: CheckoutEvent = { type: 'dismissed' };

const chosen = (method: PaymentMethod, discountCode: string | null = null): CheckoutEvent => ({
  type: 'chosen',
  choice: { method, discountCode },
});

/** Returns the checkout after all of these events. An impossible event is skipped. */
function after(method: PaymentMethod, ...events: CheckoutEvent[]): Checkout {
  return events.reduce((now, event) => nextCheckout(now, event) ?? now, beginCheckout(method));
}

const byBalance = (...events: CheckoutEvent[]) => after('balance', priced, ...events);
const byCard = (...events: CheckoutEvent[]) => after('stripe', priced, reserved, ...events);

describe('a shopper who pays with credits', () => {
  test('sees the price, presses once, and gets the opened packs', () => {
    expect(after('balance')).toMatchObject({ kind: 'pricing', quote: null });
    expect(byBalance()).toMatchObject({ kind: 'ready', quote: QUOTE });
    expect(byBalance(pressed)).toMatchObject({ kind: 'paying', key: 'key-1' });
    expect(byBalance(pressed, bought)).toMatchObject({ kind: 'opened', bought: BOUGHT });
  });

  test('can’t pay before there is a price, nor a second time during the first payment', () => {
    expect(nextCheckout(after('balance'), pressed)).toBeNull();
    expect(
      nextCheckout(byBalance(pressed), { type: 'paid-with-balance', key: 'key-2' }),
    ).toBeNull();
  });

  test('reads when the total has changed, and confirms the new one as a new purchase', () => {
    const changed: CheckoutEvent = {
      type: 'failed',
      problem: { type: 'total_changed', message: 'x', isRetryable: false },
    };
    const told = byBalance(pressed, changed);
    expect(told).toMatchObject({ kind: 'failed', key: null, quote: QUOTE });
    expect(nextCheckout(told, chosen('balance'))).toMatchObject({ kind: 'pricing' });
  });

  test('retries a failed purchase as the same purchase, so that it is bought once', () => {
    const again = byBalance(pressed, failed, retried);
    expect(again).toMatchObject({ kind: 'paying', key: 'key-1', retries: 1 });
  });

  test('makes another purchase by ordering anew after a failure', () => {
    expect(byBalance(pressed, failed, chosen('balance', 'WELCOME10'), failed, retried).kind).toBe(
      'pricing',
    );
  });

  test('sees the bought packs, whatever they pressed afterwards', () => {
    expect(byBalance(pressed, chosen('balance', 'WELCOME10'), bought).kind).toBe('opened');
    expect(byBalance(pressed, bought, chosen('balance'), priced, failed).kind).toBe('opened');
  });

  test('dismisses the message of a failed purchase, and can pay again: it is bought once', () => {
    expect(canPayWithBalance(byBalance(pressed, failed))).toBe(false);
    const tidied = byBalance(pressed, failed, dismissed);
    expect(canPayWithBalance(tidied)).toBe(true);
    expect(problemOf(tidied)).toBeNull();
    const again = nextCheckout(tidied, { type: 'paid-with-balance', key: 'key-2' });
    expect(again).toMatchObject({ kind: 'paying', key: 'key-1', retries: 1 });
  });

  test('can’t pay again after a final refusal, nor a fourth time', () => {
    const gone = { ...NO_RESPONSE, type: 'pack_unavailable', isRetryable: false } as const;
    const refusedForGood = byBalance(pressed, { type: 'failed', problem: gone }, dismissed);
    const four = byBalance(
      pressed,
      ...[1, 2, 3, 4].flatMap(() => [failed, dismissed, pressed]),
      dismissed,
    );
    expect(four).toMatchObject({ retries: 3 });
    for (const over of [refusedForGood, four]) {
      expect(canPayWithBalance(over)).toBe(false);
      expect(nextCheckout(over, pressed)).toBeNull();
    }
  });
});

describe('a shopper who pays by card', () => {
  test('gets packs reserved, is charged, and goes on to them', () => {
    expect(after('stripe', priced)).toMatchObject({ kind: 'reserving', quote: QUOTE });
    expect(byCard()).toMatchObject({ kind: 'reserved', intent: INTENT });
    expect(byCard(started)).toMatchObject({ kind: 'charging', intent: INTENT });
    expect(byCard(started, charged)).toMatchObject({ kind: 'paid', intent: INTENT });
  });

  test('can use another card for the same packs after one was refused', () => {
    const refusedOnce = byCard(started, refused);
    expect(refusedOnce).toMatchObject({ kind: 'refused', intent: INTENT });
    expect(problemOf(refusedOnce)).toBeNull();
    expect(byCard(started, refused, started, charged)).toMatchObject({ kind: 'paid', retries: 1 });
  });

  test('whose card is refused a fourth time has to choose another method', () => {
    const four = [1, 2, 3, 4].flatMap(() => [started, refused]);
    expect(byCard(...four.slice(0, 6)).kind).toBe('refused');
    expect(problemOf(byCard(...four))).toEqual({
      type: 'payment_error',
      message: 'Maximum retry attempts reached',
      isRetryable: false,
    });
    expect(byCard(...four, chosen('balance'))).toMatchObject({ kind: 'pricing', retries: 0 });
  });

  test('whose time is over reads so, and begins anew', () => {
    for (const late of [byCard(expired), byCard(started, refused, expired)]) {
      expect(late.kind).toBe('expired');
      expect(problemOf(late)?.type).toBe('reservation_expired');
      expect(nextCheckout(late, started)).toBeNull();
      expect(nextCheckout(late, chosen('stripe'))?.kind).toBe('pricing');
    }
  });

  test('who dismisses that message can still begin anew', () => {
    const tidied = byCard(expired, dismissed);
    expect(problemOf(tidied)).toBeNull();
    expect(tidied.kind).toBe('expired');
    expect(nextCheckout(tidied, chosen('stripe'))?.kind).toBe('pricing');
  });

  test('and changes the cart reserves packs only after confirming the change', () => {
    const edit: CheckoutEvent = {
      type: 'chosen',
      choice: { method: 'stripe', discountCode: null, isEdited: true },
    };
    const edited = byCard(edit, priced);
    expect(edited).toMatchObject({ kind: 'ready', quote: QUOTE });
    expect(canPayWithBalance(edited)).toBe(false);
    expect(nextCheckout(edited, pressed)).toBeNull();
    expect(byCard(edit, priced, edit, priced, continued)).toMatchObject({ kind: 'reserving' });
    // A checkout can't continue without a price. Nor can it continue if the buyer pays with credits.
    expect(nextCheckout(byCard(edit), continued)).toBeNull();
    expect(nextCheckout(byBalance(), continued)).toBeNull();
  });

  test('whose card is being charged when the time is over waits for the result', () => {
    expect(byCard(started, expired).kind).toBe('charging');
    expect(byCard(started, expired, charged, expired).kind).toBe('paid');
  });

  test('who has paid stays paid', () => {
    const paid = byCard(started, charged);
    for (const event of [chosen('balance'), failed, refused, priced, reserved, started, retried]) {
      expect(nextCheckout(paid, event)).toBeNull();
    }
  });

  test('hears nothing more about the card of an abandoned order', () => {
    for (const outcome of [charged, refused]) {
      const givenUp = byCard(started, refused, chosen('stripe', 'WELCOME10'));
      expect(nextCheckout(givenUp, outcome)).toBeNull();
    }
  });
});

describe('a shopper at any checkout', () => {
  test('sees the old price while a new one is calculated', () => {
    const again = byCard(chosen('balance', 'WELCOME10'));
    expect(again).toMatchObject({
      kind: 'pricing',
      quote: QUOTE,
      choice: { method: 'balance', discountCode: 'WELCOME10' },
    });
    expect(again).not.toHaveProperty('intent');
  });

  test('can retry three times, then no more', () => {
    const tries = (count: number) =>
      after('balance', failed, ...Array.from({ length: count }, () => [retried, failed]).flat());
    expect(nextCheckout(tries(2), retried)).toMatchObject({ kind: 'pricing', retries: 3 });
    expect(problemOf(nextCheckout(tries(3), retried)!)).toMatchObject({
      message: 'Maximum retry attempts reached',
      isRetryable: false,
    });
  });

  test('can dismiss a message', () => {
    expect(problemOf(after('balance', failed))).toBe(NO_RESPONSE);
    expect(problemOf(after('balance', failed, dismissed))).toBeNull();
  });

  test('can’t change the payment method or the discount code during a payment', () => {
    for (const underWay of [byBalance(pressed), byCard(started), byCard(started, charged)]) {
      expect(isLocked(underWay)).toBe(true);
      expect(nextCheckout(underWay, chosen('stripe', 'WELCOME10'))).toBeNull();
    }
    expect([byBalance(), byCard(), byCard(started, refused)].some(isLocked)).toBe(false);
  });

  test('never loses what was bought or paid by card, whatever happens', () => {
    const events = [
      chosen('balance'),
      chosen('stripe', 'WELCOME10'),
      priced,
      reserved,
      pressed,
      failed,
      started,
      charged,
      refused,
      expired,
      retried,
      dismissed,
      continued,
    ];
    const some = fc.array(fc.constantFrom(...events), { maxLength: 30 });
    fc.assert(
      fc.property(fc.constantFrom<PaymentMethod>('balance', 'stripe'), some, (method, steps) => {
        let now = beginCheckout(method);
        for (const event of steps) {
          const next = nextCheckout(now, event) ?? now;
          // A checkout becomes paid only if its card is being charged. Once it is paid, it stays paid.
          expect(now.kind === 'paid' && next.kind !== 'paid').toBe(false);
          expect(next.kind === 'paid' && !['charging', 'paid'].includes(now.kind)).toBe(false);
          expect(next.retries).toBeLessThanOrEqual(3);
          now = next;
        }
        expect(nextCheckout(now, bought)?.kind).toBe('opened');
      }),
    );
  });
});

test('nothing is reserved or paid before a buyer has said where they live, if the tax depends on that', () => {
  const unplaced: CheckoutEvent = { type: 'priced', quote: { ...QUOTE, needsRegion: true } };
  const byCard = nextCheckout(beginCheckout('stripe'), unplaced)!;
  expect(byCard.kind).toBe('ready');
  expect(nextCheckout(byCard, { type: 'continued' })).toBeNull();
  const byBalance = nextCheckout(beginCheckout('balance'), unplaced)!;
  expect(canPayWithBalance(byBalance)).toBe(false);
  expect(nextCheckout(byBalance, pressed)).toBeNull();
  // Once the price is known, the packs can be reserved.
  const placed = nextCheckout(
    nextCheckout(byCard, { type: 'chosen', choice: byCard.choice })!,
    priced,
  )!;
  expect(placed.kind).toBe('reserving');
});
