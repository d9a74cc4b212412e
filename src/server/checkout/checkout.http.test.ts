import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { purchaseWithBalance } from '#contract/checkout.ts';
import { toCents } from '#domain/money.ts';
import type * as z from 'zod/mini';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { giveCredits } from '../../testing/give-credits.ts';
import { stockPackType } from '../../testing/stock.ts';

type Bought = z.input<typeof purchaseWithBalance.reply>;

const shop = useTestApp();
let once: string;
let unlimited: string;
let soldOut: string;

beforeAll(async () => {
  once = await stockPackType(shop.context, { packs: 20 });
  unlimited = await stockPackType(shop.context, { packs: 40, purchaseLimit: null });
  soldOut = await stockPackType(shop.context, { packs: 0 });
  await shop.owner.query(
    `insert into discount_codes (code, percent, uses_max) values ('TENOFF', 10, null), ('ONEUSE', 10, 1)`,
  );
});

function buy(
  buyer: SignedIn | undefined,
  packs: { packId: string; quantity: number }[],
  more: object = {},
  key?: string,
) {
  return shop.call<Bought>('POST', '/payments/purchase-with-balance', {
    as: buyer,
    body: { packs, paymentMethod: 'balance', ...more },
    ...(key === undefined ? {} : { key }),
  });
}

async function balanceOf(buyer: SignedIn): Promise<number> {
  const { body } = await shop.call<{ account_balance: number }>('GET', '/users/profile', {
    as: buyer,
  });
  return body.data.account_balance;
}

describe('buying with credits', () => {
  test('a pack is paid with tax, opened, and its cards belong to the buyer', async () => {
    const buyer = await shop.signUp(100);
    const { status, body } = await buy(buyer, [{ packId: once, quantity: 1 }]);

    expect(status).toBe(200);
    expect(body.data.updatedBalance).toBe(89.2); // 100.00 - 10.00 - 8% tax
    expect(body.data.packOpenings).toHaveLength(1);
    expect(body.data.totalCards).toBe(3);
    expect(body.data.totalValue).toBe(8.75); // 1.40 + 0.35 + 7.00
    expect(
      body.data.packOpenings[0]!.cards.map((card) => [card.name, card.value, card.sellPrice]),
    ).toEqual([
      ['Harbour Lantern', 1.4, 0.7],
      ['Moss Wall', 0.35, 0.17],
      ['Glass Heron', 7, 3.5],
    ]);
    const { body: cards } = await shop.call<{ cards: unknown[] }>(
      'GET',
      '/cards/my?status=available',
      { as: buyer },
    );
    expect(cards.data.cards).toHaveLength(3);
  });

  test('each opening shows what its pack cost; together they cost the payment', async () => {
    const buyer = await shop.signUp(100);
    const { body } = await buy(buyer, [{ packId: unlimited, quantity: 7 }], {
      discountCode: 'TENOFF',
    });
    const paid = body.data.packOpenings.map((opening) => Math.round(opening.paid * 100));
    const total = Math.round((100 - body.data.updatedBalance) * 100);
    expect(paid.reduce((sum, one) => sum + one, 0)).toBe(total);
    expect(Math.max(...paid) - Math.min(...paid)).toBeLessThanOrEqual(1);
    for (const { id, paid: told } of body.data.packOpenings) {
      const again = await shop.call<{ paid: number }>('GET', `/packs/openings/${id}`, {
        as: buyer,
      });
      expect(again.body.data.paid).toBe(told);
    }
  });

  test('a pack with a limit of one is refused the second time, without a charge', async () => {
    const buyer = await shop.signUp(100);
    await buy(buyer, [{ packId: once, quantity: 1 }]);
    const again = await buy(buyer, [{ packId: once, quantity: 1 }]);

    expect(again.status).toBe(400);
    expect(again.body.error).toMatchObject({
      code: 'PURCHASE_LIMIT_REACHED',
      message: 'You can only purchase this pack once',
    });
    expect(await balanceOf(buyer)).toBe(89.2);
  });

  test('a buyer who saw another total pays nothing: a price that was raised meanwhile is not charged', async () => {
    const raised = await stockPackType(shop.context, { packs: 2, purchaseLimit: null });
    const buyer = await shop.signUp(200);
    const lines = [{ packId: raised, quantity: 1 }];
    const seen = await shop.call<{ total: number }>('POST', '/payments/calculate-total', {
      as: buyer,
      body: { packs: lines, paymentMethod: 'balance' },
    });
    expect(seen.body.data.total).toBe(10.8);
    await shop.owner.query('update pack_types set price = 10000 where id = $1', [raised]);

    const refused = await buy(buyer, lines, { amount: seen.body.data.total });
    expect([refused.status, refused.body.error.code, refused.body.error.message]).toEqual([
      400,
      'AMOUNT_MISMATCH',
      'The total has changed. Please check your order and try again.',
    ]);
    expect(await balanceOf(buyer)).toBe(200);

    const bought = await buy(buyer, lines, { amount: 108 });
    expect([bought.status, bought.body.data.updatedBalance]).toEqual([200, 92]);
  });

  test('a cart of one line is bought at the seen total, too', async () => {
    const buyer = await shop.signUp(100);
    const buyOne = (amount: number) =>
      shop.call<Bought>('POST', '/packs/purchase', {
        as: buyer,
        body: { packId: unlimited, amount },
      });
    const refused = await buyOne(10);
    expect([refused.status, refused.body.error.code]).toEqual([400, 'AMOUNT_MISMATCH']);
    expect((await buyOne(10.8)).body.data.updatedBalance).toBe(89.2);
  });

  test('several packs of several types are one purchase', async () => {
    const buyer = await shop.signUp(100);
    const { body } = await buy(buyer, [
      { packId: unlimited, quantity: 2 },
      { packId: once, quantity: 1 },
      { packId: unlimited, quantity: 1 },
    ]);
    expect(body.data.packOpenings).toHaveLength(4);
    expect(body.data.updatedBalance).toBe(56.8); // 100.00 - 40.00 - 3.20
  });

  test('a physical pack’s id counts as one more pack of its type', async () => {
    const buyer = await shop.signUp(100);
    const { rows } = await shop.owner.query<{ id: string }>(
      `select id from places where pack_type_id = $1 and state = 'available' limit 1`,
      [unlimited],
    );
    const { body } = await buy(buyer, [{ packId: rows[0]!.id, quantity: 1 }]);
    expect(body.data.packOpenings[0]!.packTypeId).toBe(unlimited);
  });

  test('too few credits are refused with the missing sum, and nothing is charged', async () => {
    const buyer = await shop.signUp(10.79);
    const { status, body } = await buy(buyer, [{ packId: once, quantity: 1 }]);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      message: 'Insufficient credits. Add CAD 0.01 more to purchase.',
    });
    expect(await balanceOf(buyer)).toBe(10.79);
  });

  test('exactly enough credits are enough', async () => {
    const buyer = await shop.signUp(10.8);
    const { body } = await buy(buyer, [{ packId: once, quantity: 1 }]);
    expect(body.data.updatedBalance).toBe(0);
  });

  test('a sold-out pack is refused by its name', async () => {
    const buyer = await shop.signUp(100);
    const { status, body } = await buy(buyer, [{ packId: soldOut, quantity: 1 }]);
    expect(status).toBe(404);
    expect(body.error).toMatchObject({
      code: 'PACK_UNAVAILABLE',
      message: `Pack "Pack ${soldOut}" is no longer available. Please return to the catalog.`,
    });
  });

  test('an unknown pack is not found, as a slug or as an id', async () => {
    const buyer = await shop.signUp(100);
    for (const packId of ['no-such-pack', randomUUID()]) {
      const { status, body } = await buy(buyer, [{ packId, quantity: 1 }]);
      expect([status, body.error.code]).toEqual([404, 'PACK_NOT_FOUND']);
    }
  });

  test.each([
    [[], 'Packs array cannot be empty'],
    [[{ packId: 'a b', quantity: 1 }], 'Invalid pack ID at index 0: a b'],
    [
      [{ packId: 'x', quantity: 0 }],
      'Invalid quantity at index 0: 0. Must be a positive integer between 1 and 100.',
    ],
    [
      [
        { packId: 'x', quantity: 1 },
        { packId: 'y', quantity: 101 },
      ],
      'Invalid quantity at index 1: 101. Must be a positive integer between 1 and 100.',
    ],
    [
      [{ packId: 'x', quantity: 1.5 }],
      'Invalid quantity at index 0: 1.5. Must be a positive integer between 1 and 100.',
    ],
  ])('the cart %j is refused with a message', async (packs, message) => {
    const buyer = await shop.signUp();
    const { status, body } = await buy(buyer, packs);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', message });
  });

  test('a discount code applies before tax, and a used-up or unknown one is refused', async () => {
    const buyer = await shop.signUp(100);
    const { body } = await buy(buyer, [{ packId: unlimited, quantity: 1 }], {
      discountCode: 'tenoff',
    });
    expect(body.data.updatedBalance).toBe(90.28); // 100.00 - 9.00 - 0.72

    await buy(buyer, [{ packId: unlimited, quantity: 1 }], { discountCode: 'ONEUSE' });
    for (const discountCode of ['ONEUSE', 'NONSENSE']) {
      const refused = await buy(buyer, [{ packId: unlimited, quantity: 1 }], { discountCode });
      expect([refused.status, refused.body.error.code]).toEqual([400, 'DISCOUNT_CODE_INVALID']);
    }
  });
});

describe('the same key', () => {
  test('gets the first response again, to the byte, and buys once', async () => {
    const buyer = await shop.signUp(100);
    const key = randomUUID();
    const first = await buy(buyer, [{ packId: unlimited, quantity: 1 }], {}, key);
    const second = await buy(buyer, [{ packId: unlimited, quantity: 1 }], {}, key);
    expect(second.body).toEqual(first.body);
    expect(await balanceOf(buyer)).toBe(89.2);
  });

  test('with another body is refused', async () => {
    const buyer = await shop.signUp(100);
    const key = randomUUID();
    await buy(buyer, [{ packId: unlimited, quantity: 1 }], {}, key);
    const other = await buy(buyer, [{ packId: unlimited, quantity: 2 }], {}, key);
    expect([other.status, other.body.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  test('after a refusal is checked again', async () => {
    const buyer = await shop.signUp();
    const key = randomUUID();
    const refused = await buy(buyer, [{ packId: once, quantity: 1 }], {}, key);
    expect(refused.status).toBe(402);
    await giveCredits(shop.owner, [buyer.userId], toCents(5000));
    const bought = await buy(buyer, [{ packId: once, quantity: 1 }], {}, key);
    expect(bought.status).toBe(200);
  });
});

describe('viewing a cart', () => {
  test('shows its price with the card fee, or without it for the balance', async () => {
    const buyer = await shop.signUp();
    const packs = [{ packId: once, quantity: 1 }];
    const card = await shop.call('POST', '/payments/calculate-total', {
      as: buyer,
      body: { packs },
    });
    expect(card.body.data).toEqual({
      subtotal: 10,
      discount: 0,
      tax: 0.8,
      taxes: [{ name: 'Tax', rate: 0.08, amount: 0.8 }],
      region: null,
      needsRegion: false,
      processingFee: 0.5,
      total: 11.3,
      currency: 'CAD',
    });
    const balance = await shop.call('POST', '/payments/calculate-total', {
      as: buyer,
      body: { packs, paymentMethod: 'balance', discountCode: 'TENOFF' },
    });
    expect(balance.body.data).toEqual({
      subtotal: 10,
      discount: 1,
      tax: 0.72,
      taxes: [{ name: 'Tax', rate: 0.08, amount: 0.72 }],
      region: null,
      needsRegion: false,
      processingFee: 0,
      total: 9.72,
      currency: 'CAD',
    });
  });

  test('refuses to price an unknown pack, or with an unknown discount code', async () => {
    const buyer = await shop.signUp();
    const unknown = await shop.call('POST', '/payments/calculate-total', {
      as: buyer,
      body: { packs: [{ packId: 'no-such-pack', quantity: 1 }] },
    });
    expect(unknown.body.error.code).toBe('PACK_NOT_FOUND');
    const noCode = await shop.call('POST', '/payments/calculate-total', {
      as: buyer,
      body: { packs: [{ packId: once, quantity: 1 }], discountCode: 'NONSENSE' },
    });
    expect(noCode.body.error.code).toBe('DISCOUNT_CODE_INVALID');
  });

  test('shows whether the user may buy, and whether the credits suffice', async () => {
    const buyer = await shop.signUp(5);
    const eligible = await shop.call('POST', '/payments/purchase-eligibility', {
      as: buyer,
      body: { packs: [{ packId: once, quantity: 1 }] },
    });
    expect(eligible.body.data).toEqual({
      asks: { texts: [], age: null },
      eligible: true,
      ineligibilityReason: null,
      isSoldHere: true,
      availablePaymentMethods: ['balance'],
      hasInsufficientBalance: true,
      totalCost: 10.8,
      singles: [],
      lines: [
        {
          packTypeId: once,
          name: `Pack ${once}`,
          price: 10,
          quantity: 1,
          quantityMax: 1,
          ineligibilityReason: null,
        },
      ],
    });
    const tooMany = await shop.call('POST', '/payments/purchase-eligibility', {
      as: buyer,
      body: { packs: [{ packId: once, quantity: 2 }] },
    });
    expect(tooMany.body.data).toMatchObject({
      eligible: false,
      ineligibilityReason: 'You can only purchase this pack once',
    });
    const unknown = await shop.call('POST', '/payments/purchase-eligibility', {
      as: buyer,
      body: { packs: [{ packId: 'no-such-pack', quantity: 1 }] },
    });
    expect(unknown.body.error.code).toBe('PACK_NOT_FOUND');
  });
});

describe('the edges of a cart', () => {
  test('an empty discount code counts as none', async () => {
    const buyer = await shop.signUp(20);
    const { status } = await buy(buyer, [{ packId: unlimited, quantity: 1 }], {
      discountCode: ' ',
    });
    expect(status).toBe(200);
  });

  test('a cart can’t reserve a whole warehouse', async () => {
    const buyer = await shop.signUp(20);
    const lines = Array.from({ length: 2 }, () => ({ packId: unlimited, quantity: 100 }));
    const { status, body } = await buy(buyer, lines);
    expect([status, body.error.message]).toEqual([400, 'A cart holds at most 100 packs']);
  });

  test('a large sum is shown, without a fault', async () => {
    const dear = await stockPackType(shop.context, { packs: 0, price: 900_000_00 });
    const buyer = await shop.signUp();
    const { status, body } = await shop.call<{ total: number }>(
      'POST',
      '/payments/calculate-total',
      {
        as: buyer,
        body: { packs: [{ packId: dear, quantity: 100 }] },
      },
    );
    expect([status, body.data.total]).toEqual([200, 97_200_000.5]);
  });
});
