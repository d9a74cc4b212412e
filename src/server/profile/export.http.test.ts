// Tests a user's export, which must contain all that the shop stores about the user, and nothing else.
import { describe, expect, test } from 'vitest';
import type { exportData } from '#contract/profile-data.ts';
import type * as z from 'zod/mini';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { holdClock } from '../../testing/clock.ts';
import { begunPayment, confirm, postAll, purchased } from '../../testing/payments.ts';
import { ADDRESS, ownerOfCards, shipped } from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';

type Exported = z.input<typeof exportData.reply>;

const shop = useTestApp({}, { cards: true });
const limited = useTestApp({ RATE_LIMITS: 'on' });

async function exported(as: SignedIn): Promise<Exported> {
  const { status, body } = await shop.call<Exported>('GET', '/users/export', { as });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
}

describe('the exported data of a user', () => {
  test('have everything in one file: profile, orders, money, packs, cards, shipments, mails, sessions', async () => {
    const packTypeId = await stockPackType(shop.context, { packs: 5, purchaseLimit: null });
    const { user, items } = await ownerOfCards(shop, packTypeId);
    await shop.call('PUT', '/users/settings/general', { as: user, body: { username: 'mira' } });
    const shipment = await shipped(shop, user, items.slice(0, 1));
    await shop.call('POST', '/cards/sell', {
      as: user,
      body: { cardId: items[1]!.card.id, packOpeningId: items[1]!.packOpeningId },
    });
    await shop.call('POST', '/transactions/payments', {
      as: user,
      body: { paymentMethodId: 'pm_card_visa', nickname: 'Everyday' },
    });
    const intent = await begunPayment(shop, user, packTypeId);
    await confirm(shop, intent);
    await purchased(shop, user, intent.paymentIntentId);
    await postAll(shop);

    const data = await exported(user);
    expect(data.profile).toEqual(
      (await shop.call('GET', '/users/profile', { as: user })).body.data,
    );
    expect(data.settings).toMatchObject({ username: 'mira', twoFactorEnabled: false });
    expect(data.sessions.entries).toHaveLength(1);
    expect(data.orders.entries.map((order) => [order.paymentMethod, order.total])).toEqual([
      ['stripe', 11.3],
      ['balance', 10.8],
    ]);
    expect(data.orders.entries[0]!.lines).toEqual([
      {
        packTypeId,
        packName: `Pack ${packTypeId}`,
        quantity: 1,
        refunded: 0,
        unitPrice: 10,
      },
    ]);
    expect(data.cardPayments.entries).toMatchObject([
      { purpose: 'order', amount: 11.3, state: 'succeeded', intentId: intent.paymentIntentId },
    ]);
    const { body } = await shop.call<{ transactions: object[] }>('GET', '/transactions?limit=100', {
      as: user,
    });
    expect(data.transactions).toEqual({ entries: body.data.transactions, olderLeftOut: 0 });
    expect(data.packs.entries.map((pack) => pack.openingId === null)).toEqual([true, false]);
    const cards = new Map(data.cards.entries.map((card) => [card.id, card]));
    expect(items.map((item) => cards.get(item.card.id)?.status)).toEqual([
      'shipped',
      'sold',
      'available',
    ]);
    expect(cards.get(items[1]!.card.id)).toMatchObject({ paid: items[1]!.sellPrice });
    expect(data.shipments.entries).toMatchObject([
      {
        id: shipment.id,
        state: 'requested',
        cardIds: [items[0]!.card.id],
        fee: 8,
        address: { firstName: ADDRESS.firstName, city: ADDRESS.city, addressLine2: null },
      },
    ]);
    expect(data.savedCards).toEqual([
      expect.objectContaining({ brand: 'visa', last4: '4242', nickname: 'Everyday' }),
    ]);
    expect(data.pendingCodes).toMatchObject([{ purpose: 'verify_email', email: user.email }]);
    expect(data.mails.entries.map((mail) => mail.kind)).toContain('verify_email');
  });

  test('have what the user asked back, and the questions about where they live', async () => {
    const user = await shop.signUp();
    await shop.owner.query(
      `insert into credit_returns (id, user_id, state, is_by_button, asked_at)
       values (gen_random_uuid(), $1, 'asked', false, now())`,
      [user.userId],
    );
    await shop.owner.query(
      `insert into place_questions (id, user_id, kind, region) values (gen_random_uuid(), $1, 'parcel', 'CA-QC')`,
      [user.userId],
    );
    const { creditReturns, placeQuestions } = await exported(user);
    expect(creditReturns).toMatchObject([
      { state: 'asked', isByButton: false, decidedAt: null, transferred: 0, reference: null },
    ]);
    expect(placeQuestions).toMatchObject([{ kind: 'parcel', region: 'CA-QC', closedAt: null }]);
  });

  test('contain no secret, and nothing about other users', async () => {
    const [user, other] = [await shop.signUp(), await shop.signUp(5)];
    const { rows } = await shop.owner.query<{ hash: string; subject: string }>(
      `select u.password_hash as hash, m.subject from users u join mails m on m.user_id = u.id
       where u.id = $1 and m.kind = 'verify_email'`,
      [user.userId],
    );
    const [code] = /\d{6}/.exec(rows[0]!.subject)!;
    const data = await exported(user);
    const text = JSON.stringify(data);
    expect(text).not.toContain(rows[0]!.hash);
    expect(text).not.toContain(code);
    expect(data.mails.entries).toMatchObject([{ kind: 'verify_email', subject: null, text: null }]);
    for (const foreign of [other.userId, other.email]) expect(text).not.toContain(foreign);
  });

  test('are saved as a file by a browser', async () => {
    const { headers } = await shop.call('GET', '/users/export', { as: await shop.signUp() });
    expect(headers['content-disposition']).toBe('attachment; filename="my-data.json"');
    expect(headers['cache-control']).toBe('no-store');
  });

  test('state how many older entries of a long list they omit', async () => {
    const user = await shop.signUp();
    await shop.owner.query(
      `insert into sessions (id, user_id, rotated_at, user_agent, ip, created_at, ended_at)
       select gen_random_uuid(), $1, now(), 'old', '', now() - make_interval(hours => n), now()
       from generate_series(1, 10002) n`,
      [user.userId],
    );
    const { sessions } = await exported(user);
    expect([sessions.entries.length, sessions.olderLeftOut]).toEqual([10_000, 3]);
    const startedAt = sessions.entries.map((one) => one.startedAt);
    expect(startedAt).toEqual(startedAt.toSorted().toReversed());
  });
});

test('a network may export data ten times in ten minutes', async () => {
  await holdClock(limited);
  const user = await limited.signUp();
  const responses = [];
  for (let times = 0; times < 11; times += 1) {
    responses.push(await limited.call('GET', '/users/export', { as: user }));
  }
  expect(responses.map((response) => response.status)).toEqual([...Array(10).fill(200), 429]);
  expect(responses.at(-1)!.body.error.code).toBe('RATE_LIMITED');
});
