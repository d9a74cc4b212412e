// While a drop of a type is on sale, shoppers see statistics of the drop's sealed packs only. The
// tests compare the statistics with what these packs hold.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SignedIn } from '../../testing/app.ts';
import { expectTrue, heldBy, type Facts, type Held } from '../../testing/brute-facts.ts';
import { openDropShop, type WireDrop } from '../../testing/drop-shop.ts';
import { begunPayment, confirm, postAll, purchased } from '../../testing/payments.ts';

const { shop, people, at, call, advance, stocked, drafted, step, opened, bought } = openDropShop();

const factsOf = async (id: string) =>
  (await call<Facts>('GET', `/pack-types/${id}/facts`)).body.data;
const figuresOf = async (id: string) => {
  const { left: _left, ...figures } = await factsOf(id);
  return figures;
};
const ofDrop = ({ id }: WireDrop) =>
  `p.drop_id = '${id}' and p.state not in ('opened', 'withdrawn')`;

const KINDS = [
  ['1', '2', '5'],
  ['1', '2', '3'],
  ['1', '2', '4'],
];

/** Takes in packs of the test set. Each number in `kinds` is the index of a pack's kind in KINDS. */
async function takeIn(packTypeId: string, kinds: number[]): Promise<void> {
  const packs = kinds.map((kind) => {
    const serial = randomUUID();
    const cards = KINDS[kind]!.map((number) => ({ set: 'tst', number }));
    return { packTypeId, serial, certificationNumber: `C-${serial}`, cards };
  });
  const response = await call('POST', '/admin/stock/intake', { body: { packs } });
  expect(response.status).toBe(200);
}

const some = (packs: number, kind = 0) => Array.from({ length: packs }, () => kind);

/** Buys packs by card and leaves them sealed. */
async function leftSealed(packTypeId: string, quantity: number, as: SignedIn): Promise<void> {
  const intent = await begunPayment(shop, as, packTypeId, { quantity });
  await confirm(shop, intent);
  await purchased(shop, as, intent.paymentIntentId);
  await postAll(shop);
}

/** Refunds the user's last card payment as an operator. */
async function takenBack(from: SignedIn): Promise<void> {
  type Bought = { transactions: { id: string; paymentMethod: string }[] };
  const { body } = await shop.call<Bought>('GET', '/transactions?type=pack_purchase', { as: from });
  const last = body.data.transactions.find((one) => one.paymentMethod === 'stripe')!;
  const refund = { as: people.admin, body: { reason: 'A mistake' } };
  expect((await shop.call('POST', `/transactions/${last.id}/refund`, refund)).status).toBe(200);
  await postAll(shop);
}

async function withdrawn(drop: WireDrop): Promise<void> {
  const { rows } = await shop.owner.query<{ pack_id: string }>(
    `select pack_id from places where drop_id = $1 and state in ('available', 'waiting') order by number limit 1`,
    [drop.id],
  );
  const path = `/admin/stock/packs/${rows[0]!.pack_id}/withdraw`;
  expect((await call('POST', path, { body: { reason: 'Torn' } })).status).toBe(200);
}

describe('while a drop is on sale', () => {
  test('its sealed packs are counted, and no loose ones; before and afterwards all sealed ones are', async () => {
    const type = await stocked(0);
    await takeIn(type, [...some(20), 2, 2, ...some(8, 1)]);
    await takeIn(type, some(25, 1));
    const before = await factsOf(type);
    expect(before.counted).toMatchObject({ packs: 55, drop: null });
    const draft = await drafted(type, { packs: 30 });
    expect(await figuresOf(type)).toMatchObject({ counted: { packs: 55 } });

    const drop = await opened(draft);
    const during = await factsOf(type);
    expect(during.counted).toMatchObject({ packs: 30, newerPacks: 0, drop: drop.hash });
    expectTrue(during, await heldBy(shop.owner, type, ofDrop(drop)));

    await takeIn(type, some(21, 2));
    expect((await factsOf(type)).counted).toEqual(during.counted);
    await step(drop, 'pause');
    expect((await factsOf(type)).counted).toEqual(during.counted);
    await step(drop, 'close');
    const after = await factsOf(type);
    expect(after.counted).toMatchObject({ packs: 46, drop: null });
    expectTrue(after, await heldBy(shop.owner, type));
  });

  test('openings, withdrawals and returns with shown contents change the statistics; sales and reservations do not', async () => {
    const type = await stocked(0);
    await takeIn(type, [...some(20), 2, 2, 2, ...some(7, 1)]);
    const drop = await opened(await drafted(type));
    const buyer = await shop.signUp(0);
    const packsNow = async () => {
      const facts = await factsOf(type);
      expectTrue(facts, await heldBy(shop.owner, type, ofDrop(drop)));
      return facts.counted!.packs;
    };
    const first = await figuresOf(type);
    await leftSealed(type, 2, buyer);
    await begunPayment(shop, people.buyer, type, { quantity: 2 });
    expect(await figuresOf(type)).toEqual(first);
    await bought(type, 3);
    expect(await packsNow()).toBe(27);
    await withdrawn(drop);
    expect(await packsNow()).toBe(26);
    // The returned packs still count until the log has shown them, because until then the public
    // has to count them as sealed.
    await takenBack(buyer);
    await advance();
    expect(await packsNow()).toBe(24);
    expect((await factsOf(type)).left).toBe(24);
  });

  test('below twenty nothing is shown, neither for the drop nor for other packs after it', async () => {
    const type = await stocked(0);
    await takeIn(type, [...some(15), ...some(7, 1)]);
    const drop = await opened(await drafted(type));
    await bought(type, 2);
    expect((await factsOf(type)).counted).toMatchObject({ packs: 20, isCurrent: true });
    await bought(type, 1);
    expectNothingTold(await factsOf(type));
    await advance();
    await step(drop, 'close');
    expectNothingTold(await factsOf(type));
  });

  test('a few packs that arrived meanwhile are not counted separately after it', async () => {
    const type = await stocked(0);
    await takeIn(type, some(45));
    const drop = await opened(await drafted(type, { packs: 20 }));
    await takeIn(type, [2]);
    await step(drop, 'pause');
    await step(drop, 'close');
    const after = await factsOf(type);
    expect(after.counted).toMatchObject({ packs: 25, newerPacks: 1 });
    expect(after.odds.find(({ rarity }) => rarity === 'mythic')?.packs ?? 0).toBe(0);
    await takeIn(type, some(19));
    expect((await factsOf(type)).counted).toMatchObject({ packs: 45, newerPacks: 0 });
  });
});

test('of drops that end at once, one type is counted at a time, and the others show nothing meanwhile', async () => {
  const drops: { type: string; drop: WireDrop }[] = [];
  for (const kind of [0, 1, 2]) {
    const type = await stocked(0);
    await takeIn(type, some(20, kind));
    const drop = await opened(await drafted(type, { closesBy: at(40_000) }));
    await takeIn(type, some(25, kind));
    drops.push({ type, drop });
  }
  const told = async () => {
    const { rows } = await shop.owner.query<{ id: string; packs: number }>(
      `select pack_type_id as id, packs from pack_type_facts where pack_type_id = any ($1)`,
      [drops.map(({ type }) => type)],
    );
    return rows.map(({ packs }) => packs).toSorted((a, b) => a - b);
  };
  const recounted = async () =>
    (await shop.owner.query<{ more: boolean }>('select settle_next_facts(true) as more')).rows[0]!
      .more;
  while (await recounted());
  expect(await told()).toEqual([20, 20, 20]);
  for (const action of ['pause', 'close']) {
    for (const { drop } of drops) expect((await step(drop, action)).status).toBe(200);
  }
  expect([await recounted(), await told()]).toEqual([true, [25]]);
  expect([await recounted(), await told()]).toEqual([true, [25, 25]]);
  expect([await recounted(), await told()]).toEqual([false, [25, 25, 25]]);
  for (const { type } of drops) expectTrue(await factsOf(type), await heldBy(shop.owner, type));
});

/**
 * Checks the statistics of a drop on sale. They must cover its sealed packs. If it has fewer than
 * twenty sealed packs, there must be no statistics.
 */
function expectTold(facts: Facts, sealed: Held[]): void {
  if (sealed.length >= 20) expectTrue(facts, sealed);
  else expectNothingTold(facts);
}

function expectNothingTold(facts: Facts): void {
  expect(facts).toMatchObject({ basis: 'unknown', counted: null, odds: [] });
  expect(facts.top.map((hit) => hit.packs)).toEqual(facts.top.map(() => null));
}

/**
 * Checks the statistics while no drop is on sale. They must cover all sealed packs. If there are
 * too few packs, there may be no statistics.
 */
function expectAllTold({ counted }: Facts, sealed: Held[]): void {
  const told = counted && counted.packs + counted.newerPacks;
  expect(told === null ? sealed.length < 40 : told === sealed.length).toBe(true);
}

test('the statistics match any drop, whatever is bought, withdrawn, returned and added', async () => {
  const kinds = fc.array(fc.nat({ max: 2 }), { minLength: 20, maxLength: 40 });
  const step_ = fc.oneof(
    fc.record({ buy: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ leave: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ withdraw: fc.constant(true) }),
    fc.record({ add: fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 25 }) }),
    fc.record({ pause: fc.boolean() }),
  );
  await fc.assert(
    fc.asyncProperty(
      kinds,
      kinds,
      fc.array(step_, { maxLength: 6 }),
      async (held, loose, steps) => {
        const type = await stocked(0, { cardsAreMade: true });
        await takeIn(type, held);
        const drop = await opened(await drafted(type, { closesBy: at(40_000) }));
        await takeIn(type, loose);
        const stranger = await shop.signUp(1000);
        expectTrue(await factsOf(type), await heldBy(shop.owner, type, ofDrop(drop)));
        for (const one of steps) {
          const { left } = await factsOf(type);
          if ('buy' in one && one.buy <= left) await bought(type, one.buy, stranger);
          if ('leave' in one && one.leave <= left) await leftSealed(type, one.leave, stranger);
          if ('withdraw' in one && left > 0) await withdrawn(drop);
          if ('add' in one) await takeIn(type, one.add);
          if ('pause' in one && one.pause) {
            for (const action of ['pause', 'open']) await step(drop, action);
          }
          expectTold(await factsOf(type), await heldBy(shop.owner, type, ofDrop(drop)));
        }
        await advance();
        expect((await shop.owner.query('select facts_counted_wrong()')).rows).toEqual([]);
        expect((await step(drop, 'close')).status).toBe(200);
        expectAllTold(await factsOf(type), await heldBy(shop.owner, type));
        expect((await shop.owner.query('select facts_counted_wrong()')).rows).toEqual([]);
      },
    ),
    { numRuns: 6 },
  );
});
