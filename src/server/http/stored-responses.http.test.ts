// Tests which responses are stored under an Idempotency-Key, and how many.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { ownerOfCards, type Item } from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp({ RATE_LIMITS: 'on' });
let packTypeId: string;
let admin: SignedIn;

beforeAll(async () => {
  packTypeId = await stockPackType(shop.context, { packs: 40, purchaseLimit: null });
  admin = await shop.signUp({ role: 'admin' });
});

const madeUp = (cards: number) =>
  Array.from({ length: cards }, () => ({ cardId: randomUUID(), packOpeningId: randomUUID() }));

const ask = (item: Item) => ({ cardId: item.card.id, packOpeningId: item.packOpeningId });

const sellMany = (as: SignedIn, cards: object[], key: string) =>
  shop.call<{ successCount: number }>('POST', '/cards/sell/bulk', { as, body: { cards }, key });

const openAgain = (as: SignedIn, packId: string, key: string) =>
  shop.call('POST', `/packs/${packId}/open`, { as, body: {}, key });

/** An operator's action that moves no money and no stock: it ends a user's sessions. */
const endSessions = (of: SignedIn, key: string) =>
  shop.call('DELETE', `/admin/users/${of.userId}/sessions`, { as: admin, key });

async function keysOf({ userId }: SignedIn): Promise<string[]> {
  const { rows } = await shop.owner.query<{ key: string }>(
    'select key from idempotency_keys where user_id = $1 order by created_at',
    [userId],
  );
  return rows.map(({ key }) => key);
}

describe('a response', () => {
  test('of a call that did nothing is not stored, and the same key is judged anew', async () => {
    const { user, items } = await ownerOfCards(shop, packTypeId);
    for (let times = 0; times < 3; times += 1) {
      const nothing = await sellMany(user, madeUp(500), 'made up');
      expect([nothing.status, nothing.body.data.successCount]).toEqual([200, 0]);
    }
    const sold = await sellMany(user, [ask(items[0]!)], 'made up');
    expect([sold.status, sold.body.data.successCount]).toEqual([200, 1]);
    expect(await keysOf(user)).toEqual(['made up']);
    const again = await sellMany(user, [ask(items[0]!)], 'made up');
    expect(again.body).toEqual(sold.body);
  });

  test('of a call that did nothing is not stored because of others in its transaction', async () => {
    const owners = await Promise.all(
      Array.from({ length: 6 }, () => ownerOfCards(shop, packTypeId)),
    );
    const { rows } = await shop.owner.query<{ buyer: string; id: string }>(
      'select buyer_id as buyer, id from places where buyer_id = any ($1)',
      [owners.map(({ user }) => user.userId)],
    );
    const opened = new Map(rows.map(({ buyer, id }) => [buyer, id]));
    const idle = await Promise.all(owners.map(() => shop.signUp()));
    const responses = await Promise.all(
      owners.flatMap(({ user, items }, at) => [
        sellMany(user, [ask(items[0]!)], 'sold'),
        sellMany(idle[at]!, madeUp(20), 'made up'),
        openAgain(user, opened.get(user.userId)!, 'again'),
      ]),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(await Promise.all(owners.map(({ user }) => keysOf(user)))).toEqual(
      owners.map(() => ['sold']),
    );
    expect(await Promise.all(idle.map(keysOf))).toEqual(idle.map(() => []));
  });

  test('about a pack that was already open is not stored', async () => {
    const { user } = await ownerOfCards(shop, packTypeId);
    const { rows } = await shop.owner.query<{ id: string }>(
      'select id from places where buyer_id = $1',
      [user.userId],
    );
    for (const key of ['a', 'b', 'c']) {
      expect((await openAgain(user, rows[0]!.id, key)).status).toBe(200);
    }
    expect(await keysOf(user)).toEqual([]);
  });

  test('of a call that sold one of many cards is stored', async () => {
    const { user, items } = await ownerOfCards(shop, packTypeId);
    const sold = await sellMany(user, [...madeUp(20), ask(items[0]!)], 'one of them');
    expect(sold.body.data.successCount).toBe(1);
    expect(await keysOf(user)).toEqual(['one of them']);
  });

  test('of a call that changed something else is stored', async () => {
    const other = await shop.signUp();
    const first = await endSessions(other, 'end them');
    expect(first.status).toBe(200);
    expect((await endSessions(other, 'end them')).body).toEqual(first.body);
    expect(await keysOf(admin)).toContain('end them');
  });
});

describe('responses of calls that moved neither money nor stock', () => {
  /**
   * Sets a counter to a value that leaves room within the limit for one more response like the last
   * response.
   */
  async function leaveRoomForOne(rule: string, most: number): Promise<void> {
    const { rowCount } = await shop.owner.query(
      'update throttle_counters set count = $2 - count where rule = $1',
      [rule, most],
    );
    expect(rowCount).toBe(1);
  }

  test.each([
    ['kept_answers', 2_000],
    ['kept_bytes', 5_000_000],
  ])(
    'are limited to 2,000 and 5 MB for each user and day, and then such calls are refused: %s',
    async (rule, most) => {
      await shop.owner.query('delete from throttle_counters');
      const other = await shop.signUp();
      await endSessions(other, randomUUID());
      await leaveRoomForOne(rule, most);
      expect((await endSessions(other, randomUUID())).status).toBe(200);
      const key = randomUUID();
      const refused = await endSessions(other, key);
      expect([refused.status, refused.body.error.code, refused.body.error.message]).toEqual([
        429,
        'RATE_LIMITED',
        'Too many different Idempotency-Keys today. Without one the call goes through.',
      ]);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3600);
      expect(await keysOf(admin)).not.toContain(key);
      // The rejected request did nothing. The request works without a key, and requests that move
      // money still work with a key.
      const without = await shop.call('DELETE', `/admin/users/${other.userId}/sessions`, {
        as: admin,
      });
      expect(without.status).toBe(200);
      const gift = { amount: 5, reason: 'For a test' };
      const given = await shop.call('POST', `/users/credits?userId=${other.userId}`, {
        as: admin,
        body: gift,
        key: randomUUID(),
      });
      expect(given.status).toBe(200);
    },
  );

  test('don’t include those that sold cards, one by one or many', async () => {
    await shop.owner.query('delete from throttle_counters');
    const { user, items } = await ownerOfCards(shop, packTypeId, { packs: 8 });
    for (const item of items) {
      const { status } = await shop.call('POST', '/cards/sell', {
        as: user,
        body: ask(item),
        key: randomUUID(),
      });
      expect(status).toBe(200);
    }
    expect(await keysOf(user)).toHaveLength(items.length);
    const { rows } = await shop.owner.query(
      `select rule from throttle_counters where rule like 'kept%'`,
    );
    expect(rows).toEqual([]);
  });
});
