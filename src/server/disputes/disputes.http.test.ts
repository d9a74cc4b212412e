// Tests chargebacks: what is locked during a dispute, and what happens to it after the bank's decision.
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { listMoneyQuestions } from '#contract/card-payments-admin.ts';
import type { listMyCards } from '#contract/collection.ts';
import { compareBooks } from '../card-payments/compare-books.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { brokenPromises, movedIn } from '../../testing/books.ts';
import {
  buyToDispute,
  decide,
  decided,
  disputeOf,
  topUpToDispute,
} from '../../testing/disputes.ts';
import { post, postAll, purchased, stockOf } from '../../testing/payments.ts';
import { stockPackType } from '../../testing/stock.ts';
import { inTransaction } from '#engine/database.ts';
import { decideDispute } from '#stripe-sandbox/disputes.ts';
import { lockObject, storeObject, type SandboxObject } from '#stripe-sandbox/sandbox-queries.ts';
import { reconcileDisputes } from './reconcile-disputes.ts';
import { updateDisputes } from './update-disputes.ts';

type Cards = z.input<typeof listMyCards.reply>;

const shop = useTestApp({}, { cards: true });
let made = 0;

beforeAll(async () => {
  await stockPackType(shop.context, { packs: 0, id: 'cards-of-all' });
});

/** Makes a new type with packs of CAD 10.00. Each pack contains three cards, worth CAD 1.40, 0.35 and 7.00. */
async function newType(packs: number): Promise<string> {
  made += 1;
  return stockPackType(shop.context, {
    packs,
    purchaseLimit: null,
    id: `disputed-${made}`,
    cardsAreMade: true,
  });
}

/** The amounts that moved in the books during `work`. */
const moved = (users: Record<string, SignedIn>, work: () => Promise<unknown>) =>
  movedIn(shop, users, work);

async function open(as: SignedIn, packId: string) {
  return shop.call<{ id: string; cards: { id: string }[] }>('POST', `/packs/${packId}/open`, {
    as,
  });
}

async function cardsOf(as: SignedIn): Promise<Cards['cards']> {
  return (await shop.call<Cards>('GET', '/cards/my?pageSize=100', { as })).body.data.cards;
}

async function statusesOf(as: SignedIn): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status, lockReason } of await cardsOf(as)) {
    const word = lockReason === null ? status : `${status} ${lockReason}`;
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}

async function balanceOf(as: SignedIn): Promise<number> {
  const { body } = await shop.call<{ account_balance: number }>('GET', '/users/credits', { as });
  return body.data.account_balance;
}

/** Buys packs and opens some of them before the shop learns of the dispute. */
async function buyAndOpen(
  as: SignedIn,
  type: string,
  { quantity, opened }: { quantity: number; opened: number },
): Promise<string> {
  const intentId = await buyToDispute(shop, as, type, { quantity });
  const { packIds } = await purchased(shop, as, intentId);
  for (const packId of packIds.slice(0, opened)) expect((await open(as, packId)).status).toBe(200);
  return intentId;
}

describe('a payment for packs', () => {
  test('locks its packs and cards, and pauses the account, until the bank decides for the shop', async () => {
    const type = await newType(3);
    const buyer = await shop.signUp();
    const intentId = await buyAndOpen(buyer, type, { quantity: 2, opened: 1 });
    const change = await moved({ buyer }, () => postAll(shop));
    // The payment is for two packs with 8 % tax and a card fee of 0.50. The provider's fee for the dispute is 15.00.
    expect(change).toEqual({
      'house:card_clearing': 2210 + 1500,
      'house:disputes': -2210,
      'house:dispute_losses': -1500,
    });
    expect(await stockOf(shop, type)).toEqual({ available: 1, disputed: 1, opened: 1 });
    expect(await statusesOf(buyer)).toEqual({ 'locked dispute': 3 });
    expect(await brokenPromises(shop.context)).toEqual([]);

    const { packs } = await purchased(shop, buyer, intentId);
    const sealed = packs.find((pack) => !pack.opened)!;
    const refused = await open(buyer, sealed.packId);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'DISPUTED']);

    expect(await moved({ buyer }, () => decided(shop, intentId, 'win'))).toEqual({
      'house:card_clearing': -2210,
      'house:disputes': 2210,
    });
    expect(await stockOf(shop, type)).toEqual({ available: 1, sold: 1, opened: 1 });
    expect(await statusesOf(buyer)).toEqual({ available: 3 });
    expect(await brokenPromises(shop.context)).toEqual([]);
  });

  test('makes unopened packs and remaining cards the shop’s, and the rest a debt, when the bank decides for the cardholder', async () => {
    const type = await newType(3);
    const buyer = await shop.signUp();
    const intentId = await buyAndOpen(buyer, type, { quantity: 2, opened: 1 });
    // The buyer sells the card of 7.00 to the shop for 3.50, and keeps the 3.50.
    const heron = (await cardsOf(buyer)).find((item) => item.marketValue === 7)!;
    await shop.call('POST', '/cards/sell', {
      as: buyer,
      body: { cardId: heron.card.id, packOpeningId: heron.packOpeningId },
    });
    await postAll(shop);
    const change = await moved({ buyer }, () => decided(shop, intentId, 'lose'));
    // The pack that is on sale again makes up for 10.00 and 0.80 tax. Of the other 11.30, the buyer's credits pay 3.50
    // at once, and the shop loses the rest.
    expect(change).toEqual({
      'house:sales': -1000,
      'house:tax': -80,
      'house:dispute_losses': -(2210 - 1080 - 350),
      'house:disputes': 2210,
      buyer: -350,
    });
    expect(await balanceOf(buyer)).toBe(0);
    expect(await stockOf(shop, type)).toEqual({ available: 2, opened: 1 });
    expect(await statusesOf(buyer)).toEqual({ reclaimed: 2, sold: 1 });
    expect(await brokenPromises(shop.context)).toEqual([]);
    // The buyer has paid the debt.
    expect(
      (
        await shop.call('POST', '/cards/convert', {
          as: buyer,
          body: { cards: [{ cardId: heron.card.id, packOpeningId: heron.packOpeningId }] },
        })
      ).status,
    ).toBe(200);
  });

  test.each<[string, ('created' | 'decided')[], 'win' | 'lose']>([
    ['won, its end first', ['decided', 'created'], 'win'],
    ['lost, its end first', ['decided', 'created'], 'lose'],
    ['won, each event twice', ['created', 'created', 'decided', 'decided'], 'win'],
    ['lost, each event twice', ['created', 'created', 'decided', 'decided'], 'lose'],
  ])('is %s: the result is the same', async (_what, order, how) => {
    const type = await newType(2);
    const buyer = await shop.signUp();
    const intentId = await buyAndOpen(buyer, type, { quantity: 2, opened: 1 });
    const created = await shop.sandbox.takeEvents();
    const change = await moved({ buyer }, async () => {
      let ended: typeof created = [];
      const isEndFirst = order[0] === 'decided';
      if (isEndFirst) {
        await decide(shop, intentId, how);
        ended = await shop.sandbox.takeEvents();
      }
      for (const part of order) {
        if (part === 'decided' && ended.length === 0) {
          await decide(shop, intentId, how);
          ended = await shop.sandbox.takeEvents();
        }
        for (const event of part === 'created' ? created : ended) {
          expect((await post(shop, event)).status).toBe(200);
        }
      }
    });
    expect(change).toEqual(
      how === 'win'
        ? { 'house:card_clearing': 1500, 'house:dispute_losses': -1500 }
        : {
            'house:card_clearing': 1500 + 2210,
            'house:dispute_losses': -1500 - (2210 - 1080),
            'house:sales': -1000,
            'house:tax': -80,
          },
    );
    expect(await stockOf(shop, type)).toEqual(
      how === 'win' ? { sold: 1, opened: 1 } : { available: 1, opened: 1 },
    );
    expect(await statusesOf(buyer)).toEqual(how === 'win' ? { available: 3 } : { reclaimed: 3 });
    expect(await brokenPromises(shop.context)).toEqual([]);
  });

  test('is processed once, however many of its events arrive at the same moment', async () => {
    const type = await newType(2);
    const buyer = await shop.signUp();
    const intentId = await buyAndOpen(buyer, type, { quantity: 2, opened: 1 });
    await decide(shop, intentId, 'lose');
    const events = await shop.sandbox.takeEvents();
    const change = await moved({ buyer }, async () => {
      const five = [1, 2, 3, 4, 5].flatMap(() => events);
      const responses = await Promise.all(five.map((event) => post(shop, event)));
      expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
    });
    expect(change['house:sales']).toBe(-1000);
    expect(await brokenPromises(shop.context)).toEqual([]);
  });

  test('is found by the hourly job if no event arrived', async () => {
    const type = await newType(1);
    const buyer = await shop.signUp();
    const intentId = await buyAndOpen(buyer, type, { quantity: 1, opened: 0 });
    await shop.sandbox.takeEvents();
    expect((await reconcileDisputes(shop.context)).failed).toBe(0);
    expect(await stockOf(shop, type)).toEqual({ disputed: 1 });
    await decide(shop, intentId, 'win');
    await shop.sandbox.takeEvents();
    expect((await reconcileDisputes(shop.context)).failed).toBe(0);
    expect(await stockOf(shop, type)).toEqual({ sold: 1 });
  });

  test('with only an inquiry locks nothing, until it becomes a dispute', async () => {
    const type = await newType(1);
    const buyer = await shop.signUp(10);
    const intentId = await buyToDispute(shop, buyer, type, { card: 'inquiry' });
    expect(await moved({ buyer }, () => postAll(shop))).toEqual(
      expect.not.objectContaining({ 'house:disputes': expect.anything() }),
    );
    expect(await stockOf(shop, type)).toEqual({ sold: 1 });
    await decided(shop, intentId, 'escalate');
    expect(await stockOf(shop, type)).toEqual({ disputed: 1 });
    await decided(shop, intentId, 'win');
    expect(await stockOf(shop, type)).toEqual({ sold: 1 });
  });

  test('with only an inquiry is left alone when the inquiry ends', async () => {
    const type = await newType(1);
    const buyer = await shop.signUp();
    const intentId = await buyToDispute(shop, buyer, type, { card: 'inquiry' });
    await postAll(shop);
    expect(await moved({ buyer }, () => decided(shop, intentId, 'win'))).toEqual({});
    expect(await stockOf(shop, type)).toEqual({ sold: 1 });
  });
});

/** Makes the bank take back the payment of an intent in two halves. Returns the two disputes. */
async function inHalves(intentId: string): Promise<string[]> {
  const first = await disputeOf(shop, intentId);
  await inTransaction(shop.context.db, async (db) => {
    const whole = (await lockObject<SandboxDispute>(db, 'dispute', first))!;
    const taken = (await lockObject<Movement>(
      db,
      'balance_transaction',
      whole.balance_transactions[0]!.id,
    ))!;
    const half = whole.amount / 2;
    await storeObject(db, { ...whole, amount: half });
    await storeObject(db, { ...whole, id: `${first}2`, amount: half });
    const moved = { ...taken, amount: -half, net: -half - taken.fee };
    await storeObject(db, moved);
    await storeObject(db, { ...moved, id: `${taken.id}2`, source: `${first}2` });
  });
  await shop.sandbox.takeEvents();
  await updateDisputes(shop.context, intentId);
  return [first, `${first}2`];
}

type Movement = SandboxObject & { amount: number; fee: number };
type SandboxDispute = SandboxObject & { amount: number; balance_transactions: Movement[] };

test('a dispute of more than its payment locks the purchase, and an operator must decide about the rest', async () => {
  const type = await newType(1);
  const buyer = await shop.signUp();
  const admin = await shop.signUp({ role: 'admin' });
  const intentId = await buyToDispute(shop, buyer, type);
  await inTransaction(shop.context.db, async (db) => {
    const asked = (await lockObject<SandboxDispute>(
      db,
      'dispute',
      await disputeOf(shop, intentId),
    ))!;
    const movement = asked.balance_transactions[0]!;
    await storeObject(db, { ...asked, amount: 1230 });
    await storeObject(db, { ...movement, amount: -1230, net: -1230 - movement.fee });
  });
  expect(await moved({ buyer }, () => postAll(shop))).toMatchObject({ 'house:disputes': -1130 });
  expect(await stockOf(shop, type)).toEqual({ disputed: 1 });

  await compareBooks(shop.context);
  const { body } = await shop.call<z.input<typeof listMoneyQuestions.reply>>(
    'GET',
    '/admin/money-questions',
    { as: admin },
  );
  const question = body.data.questions.find((one) => one.amount === -27.3)!;
  expect(question).toMatchObject({ kind: 'amounts_differ', booked: -26.3 });
  await shop.call('POST', `/admin/money-questions/${question.id}/close`, {
    as: admin,
    body: { note: 'Our bank is asked' },
  });
});

describe('a payment that is disputed in halves', () => {
  async function loseBoth(intentId: string): Promise<void> {
    for (const id of await inHalves(intentId)) {
      await inTransaction(shop.context.db, (db) => decideDispute(db, id, false));
      await shop.sandbox.takeEvents();
      await updateDisputes(shop.context, intentId);
    }
  }

  test('makes a debt of what its buyer kept once, when both are lost', async () => {
    const type = await newType(1);
    const buyer = await shop.signUp();
    const intentId = await buyAndOpen(buyer, type, { quantity: 1, opened: 1 });
    const heron = (await cardsOf(buyer)).find((item) => item.marketValue === 7)!;
    await shop.call('POST', '/cards/sell', {
      as: buyer,
      body: { cardId: heron.card.id, packOpeningId: heron.packOpeningId },
    });
    // The buyer got 3.50 for the sold card, and has not spent it.
    const change = await moved({ buyer }, () => loseBoth(intentId));
    expect([change['buyer'], change['debt of buyer']]).toEqual([-350, undefined]);
  });

  test('for credits takes the credits once', async () => {
    const buyer = await shop.signUp();
    const intentId = await topUpToDispute(shop, buyer, 20);
    const change = await moved({ buyer }, () => loseBoth(intentId));
    expect([change['buyer'], change['debt of buyer']]).toEqual([-2000, undefined]);
    expect(change['house:fees']).toBe(-120);
  });
});

describe('a payment for credits', () => {
  test('takes the remaining credits, and the rest is a debt that later credits pay', async () => {
    const type = await newType(1);
    const buyer = await shop.signUp();
    const admin = await shop.signUp({ role: 'admin' });
    // The buyer pays 21.20 for 20.00 in credits, and spends some of them.
    const intentId = await topUpToDispute(shop, buyer, 20);
    const bought = await shop.call('POST', '/packs/purchase', {
      as: buyer,
      body: { packId: type },
    });
    expect(bought.status).toBe(200);
    expect(await balanceOf(buyer)).toBe(9.2);
    await reconcileDisputes(shop.context);
    expect(await balanceOf(buyer)).toBe(9.2);

    expect(await moved({ buyer }, () => decided(shop, intentId, 'lose'))).toEqual({
      'house:disputes': 2120,
      'house:fees': -120,
      buyer: -920,
      'debt of buyer': -1080,
    });
    expect(await balanceOf(buyer)).toBe(0);
    expect(await brokenPromises(shop.context)).toEqual([]);
    const paused = await shop.call('POST', '/packs/purchase', {
      as: buyer,
      body: { packId: type },
    });
    expect([paused.status, paused.body.error.code]).toEqual([403, 'ACCOUNT_PAUSED']);

    await shop.call('POST', `/users/credits?userId=${buyer.userId}`, {
      as: admin,
      body: { amount: 10, reason: 'A gift' },
    });
    expect(await balanceOf(buyer)).toBe(0);
    await shop.call('POST', `/users/credits?userId=${buyer.userId}`, {
      as: admin,
      body: { amount: 1, reason: 'Another' },
    });
    expect(await balanceOf(buyer)).toBe(0.2);
    expect(await brokenPromises(shop.context)).toEqual([]);
  });
});
