// Tests the terms of a discount code: how often one user may use it, the minimum order, and the minimum that remains to
// be paid. They are tested over HTTP, and against the database itself.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { createDiscountCode, listDiscountCodes } from '#contract/checkout-admin.ts';
import type * as z from 'zod/mini';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { beginPayment, begunPayment, confirm, postAll, purchased } from '../../testing/payments.ts';
import { stockPackType } from '../../testing/stock.ts';

type Code = z.input<typeof createDiscountCode.reply>;
type Codes = z.input<typeof listDiscountCodes.reply>;

const shop = useTestApp({}, { cards: true });
let admin: SignedIn;
/** A pack type that costs CAD 4.99. */
let cheap: string;
/** A pack type that costs CAD 10.00. */
let usual: string;

beforeAll(async () => {
  admin = await shop.signUp({ role: 'admin' });
  cheap = await stockPackType(shop.context, { packs: 20, purchaseLimit: null, price: 499 });
  usual = await stockPackType(shop.context, { packs: 60, purchaseLimit: null });
});

const create = (body: object) =>
  shop.call<Code>('POST', '/admin/discount-codes', { as: admin, key: randomUUID(), body });

/** Creates a new code with these terms. */
async function codeOf(terms: object): Promise<string> {
  const code = `C-${randomUUID().slice(0, 8)}`.toUpperCase();
  const { status, body } = await create({ code, ...terms });
  expect([status, body.error]).toEqual([200, undefined]);
  return code;
}

type Quote = { discount: number; tax: number; total: number };

const quote = (as: SignedIn, packId: string, discountCode: string, quantity = 1) =>
  shop.call<Quote>('POST', '/payments/calculate-total', {
    as,
    body: { packs: [{ packId, quantity }], discountCode, paymentMethod: 'balance' },
  });

const buy = (as: SignedIn, packId: string, discountCode: string, quantity = 1) =>
  shop.call<{ updatedBalance: number }>('POST', '/payments/purchase-with-balance', {
    as,
    body: { packs: [{ packId, quantity }], paymentMethod: 'balance', discountCode },
  });

const refusalIn = ({ status, body }: Awaited<ReturnType<typeof buy>>) => [
  status,
  body.error.code,
  body.error.message,
];

describe('a discount code that is not a gift', () => {
  test('leaves CAD 0.50 of the packs’ price, before tax and fee', async () => {
    const code = await codeOf({ amountOff: 5 });
    const buyer = await shop.signUp(1);
    expect((await quote(buyer, cheap, code)).body.data).toMatchObject({
      discount: 4.49,
      tax: 0.04,
      total: 0.54,
    });
    expect((await buy(buyer, cheap, code)).body.data.updatedBalance).toBe(0.46);
    const all = await codeOf({ percent: 100 });
    expect((await quote(buyer, usual, all, 2)).body.data).toMatchObject({ discount: 19.5 });
  });

  test('can be made a gift by its operator, and then a pack may cost nothing', async () => {
    const code = await codeOf({ amountOff: 5, isFree: true });
    const buyer = await shop.signUp();
    expect((await quote(buyer, cheap, code)).body.data).toMatchObject({ discount: 4.99, total: 0 });
    expect((await buy(buyer, cheap, code)).body.data.updatedBalance).toBe(0);
  });
});

describe('a discount code with a limit of uses for each person', () => {
  test('is refused to them afterwards, with a message, and not to others', async () => {
    const code = await codeOf({ percent: 10, usesPerPerson: 1 });
    const buyer = await shop.signUp(100);
    expect((await buy(buyer, usual, code)).status).toBe(200);
    const words = [400, 'DISCOUNT_CODE_INVALID', 'You have used this discount code already.'];
    expect(refusalIn(await buy(buyer, usual, code.toLowerCase()))).toEqual(words);
    expect(refusalIn((await quote(buyer, usual, code)) as never)).toEqual(words);
    expect(
      refusalIn((await beginPayment(shop, buyer, usual, { discountCode: code })) as never),
    ).toEqual(words);
    expect((await buy(await shop.signUp(100), usual, code)).status).toBe(200);
  });

  test('counts twice for two, and shows its number of uses', async () => {
    const code = await codeOf({ percent: 10, usesPerPerson: 2 });
    const buyer = await shop.signUp(100);
    await buy(buyer, usual, code);
    expect((await buy(buyer, usual, code)).status).toBe(200);
    expect((await buy(buyer, usual, code)).body.error.message).toBe(
      'You have used this discount code 2 times already.',
    );
  });

  test('ten times at once is used once', async () => {
    const code = await codeOf({ percent: 10, usesPerPerson: 1 });
    const buyer = await shop.signUp(200);
    const responses = await Promise.all(Array.from({ length: 10 }, () => buy(buyer, usual, code)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('is not used by a card payment without a result, nor blocked by it', async () => {
    const code = await codeOf({ percent: 10, usesPerPerson: 1 });
    const buyer = await shop.signUp(100);
    await begunPayment(shop, buyer, usual, { discountCode: code });
    // A reserved use of the code does not prevent a quote for the user's next cart, because that cart ends the
    // reservation.
    expect((await quote(buyer, usual, code)).status).toBe(200);
    expect((await buy(buyer, usual, code)).status).toBe(200);
  });

  test('is used by a card payment', async () => {
    const code = await codeOf({ percent: 10, usesPerPerson: 1 });
    const buyer = await shop.signUp(100);
    const intent = await begunPayment(shop, buyer, usual, { discountCode: code });
    await confirm(shop, intent);
    await postAll(shop);
    expect((await purchased(shop, buyer, intent.paymentIntentId)).status).toBe('succeeded');
    expect((await buy(buyer, usual, code)).body.error.code).toBe('DISCOUNT_CODE_INVALID');
  });
});

describe('a discount code with a minimum order', () => {
  test('is refused below the minimum, with a message, and works from it on', async () => {
    const code = await codeOf({ amountOff: 5, leastOrder: 20 });
    const buyer = await shop.signUp(100);
    const words = [
      400,
      'DISCOUNT_CODE_INVALID',
      'This discount code is for orders of CAD 20.00 or more, before tax.',
    ];
    expect(refusalIn(await buy(buyer, usual, code))).toEqual(words);
    expect(refusalIn((await quote(buyer, usual, code)) as never)).toEqual(words);
    expect((await buy(buyer, usual, code, 2)).body.data.updatedBalance).toBe(83.8);
  });
});

describe('the operators’ list', () => {
  test('shows the terms; an older code has none', async () => {
    const code = await codeOf({ amountOff: 5, leastOrder: 20, usesPerPerson: 3, isFree: true });
    const plain = await codeOf({ percent: 5 });
    await shop.owner.query(`insert into discount_codes (code, percent) values ('OF-BEFORE', 10)`);
    const { body } = await shop.call<Codes>('GET', '/admin/discount-codes?limit=100', {
      as: admin,
    });
    const termsOf = (name: string) => {
      const found = body.data.codes.find((one) => one.code === name)!;
      return [found.usesPerPerson, found.leastOrder, found.isFree];
    };
    expect(termsOf(code)).toEqual([3, 20, true]);
    expect(termsOf(plain)).toEqual([null, null, false]);
    expect(termsOf('OF-BEFORE')).toEqual([null, null, false]);
    const { rows } = await shop.owner.query<{ after: object }>(
      `select after from audit_log where subject_id = $1`,
      [code],
    );
    expect(rows[0]!.after).toMatchObject({ usesPerPerson: 3, leastOrder: 20, isFree: true });
  });

  test.each([
    [{ usesPerPerson: 0 }, 'Uses must be at least 1'],
    [{ leastOrder: 0 }, 'Amount must be between 0.01 and 10000'],
    [{ isFree: 'yes' }, 'isFree must be true or false'],
  ])('refuses a code with %j', async (terms, message) => {
    const { status, body } = await create({ code: 'WRONG-TERMS', percent: 5, ...terms });
    expect([status, body.error.message]).toEqual([400, message]);
  });
});

describe('the database refuses', () => {
  /** Makes an order paid with credits, as a faulty shop might write it. */
  const order = async (
    buyer: SignedIn,
    code: string | null,
    subtotal: number,
    discount: number,
  ) => {
    const client = await shop.owner.connect();
    try {
      await client.query('begin; set local role felt_and_foil_app');
      const { rows } = await client.query<{ id: string }>(
        `insert into reservations (id, user_id, state) values (gen_random_uuid(), $1, 'paid') returning id`,
        [buyer.userId],
      );
      await client.query(
        `insert into orders (id, user_id, payment_method, subtotal, discount, tax, processing_fee, total, discount_code, paid_at)
         values ($1, $2, 'balance', $3, $4, 0, 0, $3::bigint - $4::bigint, $5, now())`,
        [rows[0]!.id, buyer.userId, subtotal, discount, code],
      );
    } finally {
      await client.query('rollback');
      client.release();
    }
  };

  test('an order whose discount leaves less than CAD 0.50, is not allowed, or has no code', async () => {
    const buyer = await shop.signUp(100);
    const code = await codeOf({ amountOff: 5, leastOrder: 4 });
    await expect(order(buyer, code, 499, 450)).rejects.toThrow(/leaves CAD 0.50/);
    await expect(order(buyer, code, 399, 100)).rejects.toThrow(/smaller than its discount code/);
    await expect(order(buyer, null, 499, 100)).rejects.toThrow(/discount has its code/);
    await expect(order(buyer, 'NOTHING', 499, 100)).rejects.toThrow(/discount has its code/);
    await expect(order(buyer, code, 499, 449)).resolves.toBeUndefined();
  });

  test('a person’s order beyond the uses of a code, and terms that change', async () => {
    const buyer = await shop.signUp(100);
    const code = await codeOf({ percent: 10, usesPerPerson: 1 });
    expect((await buy(buyer, usual, code)).status).toBe(200);
    await expect(order(buyer, code.toLowerCase(), 1000, 100)).rejects.toThrow(/used .* as often/);
    await expect(
      shop.context.db.client.query(
        'update discount_codes set uses_per_person = null where code = $1',
        [code],
      ),
    ).rejects.toThrow(/terms of a discount code never change/);
  });
});
