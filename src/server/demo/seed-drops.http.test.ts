// Tests that the demo's drops are on sale when the shop opens, and that a purchase from one works like any other.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { listDrops, showDrop } from '#contract/drops.ts';
import { readManifest } from '#domain/packproof/log-objects.ts';
import { readCheckpoint } from '#domain/packproof/checkpoint.ts';
import { toCents } from '#domain/money.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { openDrops } from '../../testing/demo.ts';
import { giveCredits } from '../../testing/give-credits.ts';
import { advanceDrops } from '../drops/advance-drops.ts';
import { startPracticeBeacon, type PracticeBeacon } from '../public-log/practice-beacon.ts';

type Wire<Row extends { reply: z.ZodMiniType }> = z.input<Row['reply']>;
type Type = { id: string; stock: number; card_count: number; counted: object | null };

const shop = useTestApp({ DEMO: 'on' }, { filled: true });
const without = useTestApp({ DEMO: 'on' }, { filled: true });
let beacon: PracticeBeacon;
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'beacon-'));
  beacon = await startPracticeBeacon(dir);
  shop.context.beacon = beacon.source;
});
afterAll(async () => {
  await beacon.close();
  await rm(dir, { recursive: true });
});

const types = async () => (await shop.call<Type[]>('GET', '/pack-types')).body.data;
const dropsOf = async (id: string) =>
  (await shop.call<Wire<typeof listDrops>>('GET', `/drops?packTypeId=${id}`)).body.data.drops;

async function signIn(email: string, password: string): Promise<SignedIn> {
  type Session = { access_token: string; refresh_token: string; user: { id: string } };
  const { body } = await shop.call<Session>('POST', '/auth/login', { body: { email, password } });
  const { access_token: accessToken, refresh_token: refreshToken, user } = body.data;
  return { userId: user.id, email, accessToken, refreshToken };
}

describe('the demo', () => {
  test('sells every type with packs as a drop, ordered by a number of its own', async () => {
    const before = await types();
    await openDrops(shop);
    const factsOf = ({ counted, ...type }: Type) => ({
      ...type,
      counted: counted && { ...counted, countedAt: null, drop: null },
    });
    expect((await types()).map(factsOf), 'as many packs as there were').toEqual(
      before.map(factsOf),
    );
    const stocked = before.filter(({ stock }) => stock > 0);
    expect(stocked).toHaveLength(8);
    for (const { id, stock } of stocked) {
      const [drop, ...more] = await dropsOf(id);
      expect([id, drop, more]).toMatchObject([
        id,
        { number: 1, state: 'open', packs: stock, left: stock },
        [],
      ]);
      const { body } = await shop.call<Wire<typeof showDrop>>('GET', `/drops/${drop!.hash}`);
      expect(body.data).toMatchObject({ practiceChain: { period: 1, delay: 1 } });
      expect(readManifest(body.data.manifest)).toMatchObject({
        rule: 'places',
        staffMayBuy: false,
      });
    }
    expect(await dropsOf(before.find(({ stock }) => stock === 0)!.id)).toEqual([]);
  });

  test('has them in its signed log when it admits the first shopper', async () => {
    const text = (await shop.app.inject('/log/checkpoint')).body;
    expect(readCheckpoint(text)).toMatchObject({ origin: 'localhost/log', size: 16 });
  });

  test('publishes nothing again at a later start', async () => {
    await openDrops(shop);
    expect((await dropsOf('pokemon-sv1')).map(({ number }) => number)).toEqual([1]);
  });

  test('sells its shopper a pack of each drop for credits, the cards at once, and the log shows it', async () => {
    const demo = await signIn('demo@feltandfoil.test', 'demo1234');
    for (const type of (await types()).filter(({ stock }) => stock > 0)) {
      const body = { packs: [{ packId: type.id, quantity: 1 }], paymentMethod: 'balance' };
      const path = '/payments/purchase-with-balance';
      type Bought = { totalCards: number; tickets: { ticket: string; signature: string }[] };
      const bought = await shop.call<Bought>('POST', path, { as: demo, body });
      expect([type.id, bought.body]).toMatchObject([
        type.id,
        { data: { totalCards: type.card_count, tickets: [{ signature: expect.any(String) }] } },
      ]);
    }
    await advanceDrops(shop.context);
    const { rows } = await shop.owner.query(
      'select count(*)::int as tickets, count(sealed_in)::int as sealed from tickets',
    );
    expect(rows).toEqual([{ tickets: 8, sealed: 8 }]);
  });

  test('lie 11: does not sell to its operator, as its manifests say', async () => {
    const admin = await signIn('admin@feltandfoil.test', 'admin1234');
    const body = { packs: [{ packId: 'pokemon-sv1', quantity: 1 }], paymentMethod: 'balance' };
    await giveCredits(shop.owner, [admin.userId], toCents(2000));
    const response = await shop.call('POST', '/payments/purchase-with-balance', {
      as: admin,
      body,
    });
    expect(response.body.error).toMatchObject({ code: 'STAFF_CANNOT_BUY' });
  });

  test('leaves its stock loose without numbers, and a later start does the rest', async () => {
    await openDrops(without);
    expect((await without.owner.query('select from drops')).rowCount).toBe(0);
    const late = await startPracticeBeacon(dir);
    late.fault = 'late';
    without.context.beacon = late.source;
    const started = openDrops(without);
    // The first start publishes the drops, but the public number does not arrive. The second start continues at that
    // point.
    await expect
      .poll(
        async () =>
          (await without.owner.query(`select from drops where state = 'published'`)).rowCount,
      )
      .toBe(8);
    late.fault = null;
    await Promise.all([started, openDrops(without)]);
    const { rows } = await without.owner.query<{ state: string }>(
      'select distinct state from drops',
    );
    expect(rows).toEqual([{ state: 'open' }]);
    await late.close();
  });
});
