import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import type { purchaseWithBalance } from '#contract/checkout.ts';
import type * as z from 'zod/mini';
import { toCents } from '#domain/money.ts';
import { sessionTokens } from '../accounts/sessions.ts';
import { countViolations } from '../admin/run-audit.ts';
import { PipelinedQuery } from '#engine/pipelined-query.ts';
import { useTestApp, type ShopResponse, type SignedIn } from '../../testing/app.ts';
import { giveCredits } from '../../testing/give-credits.ts';
import { stockPackType } from '../../testing/stock.ts';
import { crowdOf, inParallel, retryWhileBusy } from '../../testing/crowd.ts';

type Bought = z.input<typeof purchaseWithBalance.reply>;
type Owned = {
  buyer: string;
  balance: number;
  cards: string[];
  openings: string[];
  receipts: number;
};

const shop = useTestApp();

const BUYERS = crowdOf(500);
const SOLVENT = crowdOf(60);
const BROKE = crowdOf(300);
const ROUNDS = crowdOf(10);

/** Makes many buyers. One statement makes all their accounts, and another one all their credits. */
async function makeBuyers(count: number, credits: number): Promise<SignedIn[]> {
  const template = await shop.signUp();
  const ids = Array.from({ length: count }, () => randomUUID());
  const emailOf = (userId: string) => `${userId}@example.test`;
  await shop.owner.query(
    `insert into users (id, email, username, password_hash)
     select b.id, b.email, 'buyer', u.password_hash
     from users u, unnest($1::uuid[], $2::text[]) as b (id, email) where u.id = $3`,
    [ids, ids.map(emailOf), template.userId],
  );
  if (credits > 0) {
    await giveCredits(shop.owner, ids, toCents(credits * 100));
  }
  const sessionIds = ids.map(() => randomUUID());
  await shop.owner.query(
    `insert into sessions (id, user_id, rotated_at, user_agent, ip, created_at)
     select id, user_id, shop_now(), 'crowd', '127.0.0.1', shop_now()
     from unnest($1::uuid[], $2::uuid[]) as s (id, user_id)`,
    [sessionIds, ids],
  );
  return ids.map((userId, index) => {
    const tokens = sessionTokens(shop.context, userId, sessionIds[index]!, 1);
    const { access_token: accessToken, refresh_token: refreshToken } = tokens;
    return { userId, email: emailOf(userId), accessToken, refreshToken };
  });
}

function buy(buyer: SignedIn, packId: string, key: string): Promise<ShopResponse> {
  const body = { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' };
  return retryWhileBusy(() =>
    shop.call('POST', '/payments/purchase-with-balance', { as: buyer, key, body }),
  );
}

/**
 * The part of a response that tests compare. If the call succeeded, this is the whole body with its time, otherwise it
 * is the error.
 */
function saidBy({ body }: ShopResponse): unknown {
  return body.success ? body : body.error;
}

function tally(responses: ShopResponse<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const response of responses) {
    const outcome = response.body.success
      ? 'bought'
      : `${response.status} ${response.body.error.code}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

describe('at the same moment', () => {
  test('many buyers, each request sent twice with one key, 50 packs: 50 are sold and every repeat gets the same response', async () => {
    const packTypeId = await stockPackType(shop.context, { packs: 50 });
    const buyers = await makeBuyers(BUYERS, 50);
    const requests = buyers.flatMap((buyer) => {
      const key = randomUUID();
      return [
        { buyer, key },
        { buyer, key },
      ];
    });
    const responses = await inParallel(requests, 64, ({ buyer, key }) =>
      buy(buyer, packTypeId, key),
    );

    expect(tally(responses)).toEqual({ bought: 100, '404 PACK_UNAVAILABLE': 2 * (BUYERS - 50) });
    const pairs = buyers.map(
      (_, index) => [responses[index * 2]!, responses[index * 2 + 1]!] as const,
    );
    expect(pairs.filter(([first]) => first.body.success)).toHaveLength(50);
    for (const [first, second] of pairs) {
      expect(saidBy(second)).toEqual(saidBy(first));
    }
    const { rows } = await shop.owner.query(
      `select count(*)::int as sold from places where pack_type_id = $1 and state = 'opened'`,
      [packTypeId],
    );
    expect(rows[0]).toEqual({ sold: 50 });
  });

  test('one user with credits for one pack sends 50 purchases: one succeeds', async () => {
    const packTypeId = await stockPackType(shop.context, { packs: 60, purchaseLimit: null });
    const [buyer] = await makeBuyers(1, 15);
    const responses = await inParallel(Array.from({ length: 50 }), 50, () =>
      buy(buyer!, packTypeId, randomUUID()),
    );
    expect(tally(responses)).toEqual({ bought: 1, '402 INSUFFICIENT_BALANCE': 49 });
  });

  test('one user sends 50 purchases of a pack that can be bought once: one succeeds', async () => {
    const packTypeId = await stockPackType(shop.context, { packs: 60 });
    const [buyer] = await makeBuyers(1, 5000);
    const responses = await inParallel(Array.from({ length: 50 }), 50, () =>
      buy(buyer!, packTypeId, randomUUID()),
    );
    expect(tally(responses)).toEqual({ bought: 1, '400 PURCHASE_LIMIT_REACHED': 49 });
  });

  test('as many buyers with credits as there are packs, and five times as many without: all are sold and nobody with credits is refused', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const packTypeId = await stockPackType(shop.context, { packs: SOLVENT });
      const [solvent, broke] = [await makeBuyers(SOLVENT, 50), await makeBuyers(BROKE, 0)];
      const order = [...solvent, ...broke].toSorted(() => Math.random() - 0.5);
      const responses = await inParallel(order, 48, (buyer) =>
        buy(buyer, packTypeId, randomUUID()),
      );
      expect(tally(responses)).toEqual({ bought: SOLVENT, '402 INSUFFICIENT_BALANCE': BROKE });
    }
  });

  test('carts with the same types in different orders never block each other for good', async () => {
    const first = await stockPackType(shop.context, { packs: 40, purchaseLimit: null });
    const second = await stockPackType(shop.context, { packs: 40, purchaseLimit: null });
    const buyers = await makeBuyers(30, 100);
    const responses = await inParallel([...buyers.entries()], 30, ([index, buyer]) => {
      const packs = [first, second].map((packId) => ({ packId, quantity: 1 }));
      const body = {
        packs: index % 2 === 0 ? packs : packs.toReversed(),
        paymentMethod: 'balance',
      };
      return retryWhileBusy(() =>
        shop.call('POST', '/payments/purchase-with-balance', { as: buyer, body }),
      );
    });
    expect(tally(responses)).toEqual({ bought: 30 });
  });

  test('concurrent buyers share the cost of a purchase, and each gets their own cards, balance and receipt', async () => {
    const packTypeId = await stockPackType(shop.context, { packs: 200, purchaseLimit: null });
    const buyers = await makeBuyers(32, 100);
    const sent = vi.spyOn(PipelinedQuery.prototype, 'add');
    const responses = await Promise.all(
      buyers.map((buyer, index) =>
        shop.call<Bought>('POST', '/payments/purchase-with-balance', {
          as: buyer,
          key: randomUUID(),
          body: {
            packs: [{ packId: packTypeId, quantity: 1 + (index % 3) }],
            paymentMethod: 'balance',
          },
        }),
      ),
    );
    const sales = sent.mock.calls.filter(([, text]) => text.includes('sell_and_open_each'));
    sent.mockRestore();
    expect(tally(responses)).toEqual({ bought: 32 });
    // There are usually far fewer than twelve transactions. Even if there are eleven, each serves about three buyers.
    expect(sales.length).toBeLessThan(12);

    const { rows } = await shop.owner.query<Owned>(
      `select a.owner_id as buyer, a.balance::int,
         (select array_agg(c.id::text order by c.id) from physical_cards c where c.opened_by_id = a.owner_id) as cards,
         (select array_agg(o.id::text order by o.id::text) from openings o where o.user_id = a.owner_id) as openings,
         (select count(*)::int from journals j join orders r on r.id = j.reference_id and r.user_id = j.user_id
          where j.user_id = a.owner_id and j.kind = 'pack_purchase' and j.receipt is not null) as receipts
       from ledger_accounts a where a.owner_id = any ($1)`,
      [buyers.map(({ userId }) => userId)],
    );
    const owned = new Map(rows.map((row) => [row.buyer, row]));
    for (const [index, { body }] of responses.entries()) {
      const { updatedBalance, packOpenings } = body.data;
      expect(packOpenings).toHaveLength(1 + (index % 3));
      expect(owned.get(buyers[index]!.userId)).toEqual({
        buyer: buyers[index]!.userId,
        balance: Math.round(updatedBalance * 100),
        cards: packOpenings.flatMap(({ cards }) => cards.map(({ id }) => id)).toSorted(),
        openings: packOpenings.map(({ id }) => id).toSorted(),
        receipts: 1,
      });
    }
    expect(new Set(rows.flatMap(({ cards }) => cards)).size).toBe(
      rows.reduce((all, { cards }) => all + cards.length, 0),
    );
  });

  test('a buyer who can’t buy among many who can gets the reason, and nobody else does', async () => {
    const packTypeId = await stockPackType(shop.context, { packs: 60, purchaseLimit: null });
    const other = await stockPackType(shop.context, { packs: 1, purchaseLimit: null });
    const [solvent, broke] = [await makeBuyers(24, 50), await makeBuyers(4, 0)];
    const late = await makeBuyers(4, 50);
    const wishes = [
      ...solvent.map((buyer) => ({ buyer, packId: packTypeId })),
      ...broke.map((buyer) => ({ buyer, packId: packTypeId })),
      ...late.map((buyer) => ({ buyer, packId: other })),
    ].toSorted(() => Math.random() - 0.5);
    const responses = await Promise.all(
      wishes.map(({ buyer, packId }) => buy(buyer, packId, randomUUID())),
    );
    expect(tally(responses)).toEqual({
      bought: 25,
      '402 INSUFFICIENT_BALANCE': 4,
      '404 PACK_UNAVAILABLE': 3,
    });
  });

  test('the ledger adds up after all of it', async () => {
    const violations = await countViolations(shop.context);
    expect(violations.filter((row) => row.violations > 0)).toEqual([]);
  });
});
