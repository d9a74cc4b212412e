// Tests bought and earned credits: which credits are spent first, and which are refunded to the
// card that paid for them (docs/product.md §6).
import { expect, test } from 'vitest';
import type * as wallet from '#contract/wallet.ts';
import type * as credits from '#contract/wallet-credits.ts';
import type * as z from 'zod/mini';
import { toCents } from '#domain/money.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { decided, DISPUTING } from '../../testing/disputes.ts';
import { giveCredits } from '../../testing/give-credits.ts';
import { confirm, dashboardOf, postAll, refundOutside } from '../../testing/payments.ts';
import { ownerOfCards, ship } from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';

type Begun = z.input<typeof wallet.buyCredits.reply>;
type Parts = z.input<typeof credits.creditParts>;
type Requests = z.input<typeof credits.listCreditRequests.reply>;
type Questions = { failedRefunds: { id: string; user: { id: string } }[] };

const shop = useTestApp({}, { cards: true });

/** Buys credits with a card. Returns the transaction's id. */
async function topUp(as: SignedIn, amount: number, card = 'pm_card_visa'): Promise<string> {
  const { body } = await shop.call<Begun>('POST', '/transactions/credits', {
    as,
    body: { amount, currency: 'CAD', paymentMethod: 'stripe' },
  });
  await confirm(shop, body.data, { payment_method: card });
  await shop.call('GET', `/transactions/${body.data.transaction.id}`, { as });
  return body.data.transaction.id;
}

const give = (to: SignedIn, amount: number) =>
  giveCredits(shop.owner, [to.userId], toCents(amount * 100));

/** Buys a pack with credits. `price` is the price before tax. */
async function spend(as: SignedIn, price: number): Promise<void> {
  const packId = await stockPackType(shop.context, { packs: 1, price: price * 100 });
  const { status } = await shop.call('POST', '/packs/purchase', { as, body: { packId } });
  expect(status).toBe(200);
}

const askBack = (as: SignedIn, id: string) =>
  shop.call<{ amount: number }>('POST', `/transactions/${id}/refund`, {
    as,
    body: { reason: 'Asked for' },
  });

async function balanceOf(as: SignedIn): Promise<number> {
  const { body } = await shop.call<{ account_balance: number }>('GET', '/users/credits', { as });
  return body.data.account_balance;
}

/** Returns the bought and the earned part of a balance. */
async function partsOf(as: SignedIn): Promise<[bought: number, earned: number]> {
  const { body } = await shop.call<Parts>('GET', '/users/credits', { as });
  return [body.data.bought, body.data.earned];
}

const press = (as: SignedIn, amount?: number) =>
  shop.call<Parts>('POST', '/users/credits/return', { as, body: { amount } });

const showParts = async (as: SignedIn) =>
  (await shop.call<Parts>('GET', '/users/credits/parts', { as })).body.data;

/** The id of the payment of a top-up at the card provider. */
async function intentOf(as: SignedIn, id: string): Promise<string> {
  const { body } = await shop.call<{ paymentId: string }>('GET', `/transactions/${id}`, { as });
  return body.data.paymentId;
}

/** Returns the amounts in CAD that the card provider refunded for a top-up. */
async function paidBack(as: SignedIn, id: string): Promise<number[]> {
  const refunds = await dashboardOf(shop).refunds.list({ payment_intent: await intentOf(as, id) });
  return refunds.data.filter(({ status }) => status !== 'failed').map(({ amount }) => amount / 100);
}

const giftFor = (admin: SignedIn, to: SignedIn, amount: number, topUpId: string | null) =>
  shop.call('POST', `/users/credits?userId=${to.userId}`, {
    as: admin,
    body: { amount, reason: 'For the trouble', topUpId },
  });

const requestsOf = async (admin: SignedIn, user: SignedIn) =>
  (await shop.call<Requests>('GET', '/admin/credit-requests', { as: admin })).body.data.filter(
    (one) => one.user.id === user.userId,
  );

const decideRequest = (admin: SignedIn, id: string, body: object) =>
  shop.call('POST', `/admin/credit-requests/${id}`, { as: admin, body });

/** Returns the id of the failed refund of a user, as operators see it. */
async function failedRefundOf(admin: SignedIn, user: SignedIn): Promise<string> {
  const { body } = await shop.call<Questions>('GET', '/admin/money-questions', { as: admin });
  return body.data.failedRefunds.find((one) => one.user.id === user.userId)!.id;
}

const replace = (admin: SignedIn, id: string, body: object) =>
  shop.call('POST', `/admin/refunds/${id}/replace`, {
    as: admin,
    body: { reason: 'The card is closed', ...body },
  });

test('an operator’s refund of a top-up pays out no earned credits', async () => {
  const [user, admin] = [await shop.signUp(), await shop.signUp({ role: 'admin' })];
  const id = await topUp(user, 10.8);
  await spend(user, 10);
  await give(user, 10.8);
  const refused = await askBack(admin, id);
  expect([refused.status, refused.body.error?.code]).toEqual([409, 'INVALID_TRANSITION']);
  expect(await balanceOf(user)).toBe(10.8);
});

test('a second refund pays out no earned credits either: what the first took was bought', async () => {
  const [user, admin] = [await shop.signUp(), await shop.signUp({ role: 'admin' })];
  const [first, second] = [await topUp(user, 10.8), await topUp(user, 10.8)];
  await spend(user, 10);
  await give(user, 10.8);
  expect((await askBack(admin, second)).status).toBe(200);
  const refused = await askBack(admin, first);
  expect([refused.status, refused.body.error?.code]).toEqual([409, 'INVALID_TRANSITION']);
  expect(await balanceOf(user)).toBe(10.8);
});

test('bought credits that paid for a cancelled parcel count as bought again', async () => {
  const packTypeId = await stockPackType(shop.context, { packs: 1, price: 1_000 });
  const { user, items } = await ownerOfCards(shop, packTypeId, { credits: 0 });
  const admin = await shop.signUp({ role: 'admin' });
  const id = await topUp(user, 50);
  const parcel = await ship(shop, user, items.slice(0, 1));
  expect(await balanceOf(user)).toBeLessThan(50);
  await shop.call('POST', `/shipping/requests/${parcel.body.data.id}/cancel`, { as: user });
  expect((await askBack(admin, id)).status).toBe(200);
  expect(await balanceOf(user)).toBe(0);
});

test('earned credits are spent first, and a screen can show both parts of the balance', async () => {
  const user = await shop.signUp();
  await topUp(user, 50);
  await give(user, 10);
  expect(await partsOf(user)).toEqual([50, 10]);
  await spend(user, 10);
  expect(await partsOf(user)).toEqual([49.2, 0]);
  expect(await balanceOf(user)).toBe(49.2);
});

test('credits given by an operator for a top-up go back with it, less what was spent of them', async () => {
  const [user, admin] = [await shop.signUp(), await shop.signUp({ role: 'admin' })];
  const id = await topUp(user, 50);
  expect((await giftFor(admin, user, 20, id)).status).toBe(200);
  await give(user, 5);
  await spend(user, 10);
  expect(await partsOf(user)).toEqual([50, 14.2]);
  expect((await showParts(user)).toCards).toEqual({
    credits: 50,
    fees: 2.25,
    gifts: 9.2,
    total: 52.25,
  });
  expect((await press(user, 52.25)).status).toBe(200);
  expect(await partsOf(user)).toEqual([0, 5]);
  expect(await paidBack(user, id)).toEqual([52.25]);
});

test('credits are given for a top-up of their owner alone', async () => {
  const [user, admin] = [await shop.signUp(), await shop.signUp({ role: 'admin' })];
  const id = await topUp(await shop.signUp(), 10);
  const refused = await giftFor(admin, user, 5, id);
  expect([refused.status, refused.body.error.code]).toEqual([404, 'NOT_FOUND']);
  expect(await balanceOf(user)).toBe(0);
});

test('spending before the release: the past is told apart by the same rule, and its sums are the balances', async () => {
  const [user, other] = [await shop.signUp(), await shop.signUp()];
  await topUp(user, 50);
  await give(user, 10);
  await spend(user, 30);
  await topUp(user, 20);
  await give(other, 7);
  const before = [await partsOf(user), await partsOf(other)];
  expect(before).toEqual([
    [47.6, 0],
    [0, 7],
  ]);
  const stamps = async () =>
    (await shop.owner.query('select journal_id, leg, bought from transfers order by 1, 2')).rows;
  const stamped = await stamps();
  // Makes the state that a process of the previous version leaves, in which no credits are marked
  // as bought.
  await shop.owner.query(`
    set session_replication_role = replica;
    update transfers set bought = 0;
    update ledger_accounts set bought = null;
    set session_replication_role = default`);
  // While the replay runs, a user gets credits before the replay has reached that user's transfers.
  await shop.owner.query('alter table transfers disable trigger transfers_never_change');
  const replayed: number[] = [];
  const replay = async () => {
    const { rows } = await shop.owner.query<{ done: number }>('select done from replay_credits(3)');
    replayed.push(rows[0]!.done);
    return rows[0]!.done;
  };
  await replay();
  await replay();
  await give(other, 1);
  await expect.poll(replay).toBe(0);
  await shop.owner.query('alter table transfers enable trigger transfers_never_change');
  expect(replayed.length).toBeGreaterThan(3);
  expect([await partsOf(user), await partsOf(other)]).toEqual([before[0], [0, 8]]);
  expect(await stamps()).toEqual(expect.arrayContaining(stamped));
});

test('of two top-ups on two cards the older is spent first, and each card gets what remains of its own', async () => {
  const user = await shop.signUp();
  const [first, second] = [await topUp(user, 50), await topUp(user, 30, 'pm_card_mastercard')];
  await spend(user, 40);
  expect((await showParts(user)).toCards).toMatchObject({ credits: 36.8, fees: 1.55 });
  const wrong = await press(user, 36.8);
  expect([wrong.status, wrong.body.error.code]).toEqual([400, 'AMOUNT_MISMATCH']);
  expect((await press(user, 38.35)).status).toBe(200);
  expect([await paidBack(user, first), await paidBack(user, second)]).toEqual([[6.8], [31.55]]);
  expect(await partsOf(user)).toEqual([0, 0]);
  // A repeated press of the button finds no credits, and changes nothing.
  const again = await press(user, 38.35);
  expect([again.status, again.body.data.way]).toEqual([200, 'closed']);
  expect(await paidBack(user, first)).toEqual([6.8]);
});

test('ten top-ups and refunds: the third in thirty days asks an operator, who pays within two business days', async () => {
  const [user, admin] = [await shop.signUp(), await shop.signUp({ role: 'admin' })];
  const ids: string[] = [];
  for (let at = 0; at < 2; at += 1) {
    ids.push(await topUp(user, 10 + at));
    expect((await press(user)).body.data).toMatchObject({ bought: 0, way: 'closed' });
  }
  for (let at = 2; at < 10; at += 1) {
    ids.push(await topUp(user, 10 + at));
    expect((await showParts(user)).way).toBe('ask');
    // The requested credits stay with the user until the operator decides.
    expect((await press(user)).body.data).toMatchObject({ bought: 10 + at, way: 'closed' });
    expect((await press(user)).status).toBe(200);
    const [request] = await requestsOf(admin, user);
    expect(Date.parse(request!.dueAt)).toBeGreaterThan(Date.parse(request!.askedAt));
    const decision = { decision: 'paid', reason: 'As you asked' };
    expect((await decideRequest(admin, request!.id, decision)).status).toBe(200);
    // A repeated decision changes nothing.
    expect((await decideRequest(admin, request!.id, decision)).status).toBe(200);
    expect(await partsOf(user)).toEqual([0, 0]);
  }
  const returns = await shop.owner.query(
    'select count(*) filter (where is_by_button)::int as pressed, count(*)::int as all from credit_returns where user_id = $1',
    [user.userId],
  );
  expect(returns.rows).toEqual([{ pressed: 2, all: 10 }]);
  const back = await Promise.all(ids.map((id) => paidBack(user, id)));
  expect(back.every((amounts) => amounts.length === 1)).toBe(true);
});

test('a request can be refused with a reason, which its owner reads in a mail', async () => {
  const [user, admin] = [await shop.signUp(), await shop.signUp({ role: 'admin' })];
  for (let at = 0; at < 3; at += 1) {
    await topUp(user, 10);
    await press(user);
  }
  const [request] = await requestsOf(admin, user);
  const refused = { decision: 'refused', reason: 'Write to us first' };
  expect((await decideRequest(admin, request!.id, refused)).status).toBe(200);
  const late = await decideRequest(admin, request!.id, { decision: 'paid', reason: 'After all' });
  expect([late.status, late.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
  expect(await partsOf(user)).toEqual([10, 0]);
  const { rows } = await shop.owner.query<{ text: string }>(
    `select text from mails where user_id = $1 and kind = 'credits_decided'`,
    [user.userId],
  );
  expect(rows[0]!.text).toContain('Write to us first');
  const missing = await decideRequest(admin, user.userId, refused);
  expect([missing.status, missing.body.error.code]).toEqual([404, 'NOT_FOUND']);
});

test('3.20 bought with a dead card go back by button, and an operator pays them in another way', async () => {
  const [user, admin] = [await shop.signUp(), await shop.signUp({ role: 'admin' })];
  for (let at = 0; at < 2; at += 1) {
    await topUp(user, 10);
    await press(user);
  }
  await topUp(user, 14, 'pm_card_refundFail');
  await spend(user, 10);
  expect((await showParts(user)).way).toBe('open');
  expect((await press(user, 3.2)).status).toBe(200);
  await shop.sandbox.finishRefunds();
  await postAll(shop);
  expect(await balanceOf(user)).toBe(0);
  const failed = await failedRefundOf(admin, user);
  const without = await replace(admin, failed, { method: 'transfer' });
  expect([without.status, without.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  const paid = await replace(admin, failed, { method: 'transfer', reference: 'E-transfer 17' });
  expect(paid.status).toBe(200);
  const { rows } = await shop.owner.query(
    `select r.method, r.amount::int as amount, r.reference from refunds f join refunds r on r.id = f.replaced_by where f.id = $1`,
    [failed],
  );
  expect(rows).toEqual([{ method: 'transfer', amount: 320, reference: 'E-transfer 17' }]);
});

test('a failed refund replaced by credits stands for money: no card takes it, so an operator pays it on request', async () => {
  const [user, admin] = [await shop.signUp(), await shop.signUp({ role: 'admin' })];
  const id = await topUp(user, 20, 'pm_card_refundFail');
  await press(user);
  await shop.sandbox.finishRefunds();
  await postAll(shop);
  const failed = await failedRefundOf(admin, user);
  expect((await replace(admin, failed, { method: 'credits' })).status).toBe(200);
  await give(user, 3);
  expect(await partsOf(user)).toEqual([21.2, 3]);
  expect(await showParts(user)).toMatchObject({
    toCards: { total: 0 },
    cardless: 21.2,
    way: 'ask',
  });
  expect((await askBack(admin, id)).status).toBe(200);
  expect(await partsOf(user)).toEqual([21.2, 3]);
  await press(user);
  const [request] = await requestsOf(admin, user);
  expect(request).toMatchObject({ toCards: 0, cardless: 21.2 });
  const unnamed = await decideRequest(admin, request!.id, { decision: 'paid', reason: 'Yes' });
  expect([unnamed.status, unnamed.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
  const decision = { decision: 'paid', reason: 'Yes', reference: 'Cheque 5' };
  expect((await decideRequest(admin, request!.id, decision)).status).toBe(200);
  expect(await partsOf(user)).toEqual([0, 3]);
  const { body } = await shop.call<{ transactions: { type: string; amount: number }[] }>(
    'GET',
    '/transactions?type=take_back',
    { as: user },
  );
  expect(body.data.transactions[0]).toMatchObject({ type: 'take_back', amount: -21.2 });
});

test('debt with an open dispute: nothing goes back before the debt is paid, nor of the disputed payment', async () => {
  const [user, admin] = [await shop.signUp(), await shop.signUp({ role: 'admin' })];
  const lost = await topUp(user, 20, DISPUTING.fraudulent);
  await spend(user, 18);
  const disputed = await topUp(user, 30, DISPUTING.fraudulent);
  const undisputed = await topUp(user, 10);
  await postAll(shop);
  const refused = await askBack(admin, disputed);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'DISPUTED']);
  // The rest of the undisputed top-up can still go back to its card.
  expect((await showParts(user)).toCards.credits).toBe(10);
  await decided(shop, await intentOf(user, lost), 'lose');
  // The debt of 20 first takes the rest of the lost top-up, and then credits of the oldest other
  // top-up.
  expect(await partsOf(user)).toEqual([20.56, 0]);
  expect((await showParts(user)).toCards).toMatchObject({ credits: 10, fees: 0.85 });
  await decided(shop, await intentOf(user, disputed), 'lose');
  expect(await balanceOf(user)).toBe(0);
  const owing = await press(user);
  expect([owing.status, owing.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
  const byAdmin = await askBack(admin, undisputed);
  expect([byAdmin.status, byAdmin.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
  // Credits that the user gets later pay the debt first, so no earned credits are left.
  await give(user, 5);
  await topUp(user, 20);
  expect((await partsOf(user))[1]).toBe(0);
});

test('while the only payment is disputed, its credits can’t go back', async () => {
  const user = await shop.signUp();
  const id = await topUp(user, 20, DISPUTING.fraudulent);
  await postAll(shop);
  const refused = await press(user);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'DISPUTED']);
  await decided(shop, await intentOf(user, id), 'win');
  expect((await press(user, 21.2)).status).toBe(200);
});

test('what a bank has paid is not paid out a second time, though earned credits paid the debt', async () => {
  const user = await shop.signUp();
  const id = await topUp(user, 20, DISPUTING.fraudulent);
  await give(user, 20);
  await postAll(shop);
  await decided(shop, await intentOf(user, id), 'lose');
  expect(await partsOf(user)).toEqual([20, 0]);
  const refused = await press(user);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'DISPUTED']);
});

test('a refund made at the card provider takes what an operator gave for the top-up as well', async () => {
  const [user, admin] = [await shop.signUp(), await shop.signUp({ role: 'admin' })];
  const id = await topUp(user, 20);
  await giftFor(admin, user, 4, id);
  await give(user, 1);
  await refundOutside(shop, { paymentIntentId: await intentOf(user, id) });
  await postAll(shop);
  expect(await partsOf(user)).toEqual([0, 1]);
});

test('an operator who refunds what was bought with credits, and names it, gives back the parts as they were spent', async () => {
  const [user, admin] = [await shop.signUp(), await shop.signUp({ role: 'admin' })];
  await topUp(user, 20);
  await give(user, 2);
  await spend(user, 10);
  expect(await partsOf(user)).toEqual([11.2, 0]);
  const { body } = await shop.call<{ transactions: { id: string }[] }>(
    'GET',
    '/transactions?type=pack_purchase',
    { as: user },
  );
  const refund = (amount: number, reference?: string) =>
    shop.call('POST', '/transactions', {
      as: admin,
      body: { userId: user.userId, type: 'refund', amount, description: 'Torn pack', reference },
    });
  expect((await refund(10.8, body.data.transactions[0]!.id)).status).toBe(200);
  expect(await partsOf(user)).toEqual([20, 2]);
  // If a refund names no purchase, it gives earned credits. If a refund exceeds the amount spent on
  // its purchase, the excess gives earned credits, too.
  await refund(3);
  await refund(1, body.data.transactions[0]!.id);
  expect(await partsOf(user)).toEqual([20, 6]);
});
