// Bought and earned credits: which of them are spent first, and which are refunded to the card that
// paid (docs/product.md §6).
import { expect, test } from 'vitest';
import type * as wallet from '#contract/wallet.ts';
import type * as z from 'zod/mini';
import { toCents } from '#domain/money.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { giveCredits } from '../../testing/give-credits.ts';
import { confirm } from '../../testing/payments.ts';
import { ownerOfCards, ship } from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';

type Begun = z.input<typeof wallet.buyCredits.reply>;

const shop = useTestApp({}, { cards: true });

/** Buys credits with a card; returns the transaction. */
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

/** Buys a pack at this price before tax, with credits. */
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
  expect((await askBack(admin, first)).status).toBe(200);
  const refused = await askBack(admin, second);
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
