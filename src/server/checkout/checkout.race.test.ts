import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { toCents } from '#domain/money.ts';
import { tokensOf } from '../accounts/sessions.ts';
import { countViolations } from '../admin/run-audit.ts';
import { useTestApp, type Answer, type SignedIn } from '../../testing/app.ts';
import { giveCredits } from '../../testing/give-credits.ts';
import { stockPackType } from '../../testing/stock.ts';
import { crowdOf, inParallel, untilAnswered } from '../../testing/crowd.ts';

const shop = useTestApp();

const BUYERS = crowdOf(500);
const SOLVENT = crowdOf(60);
const BROKE = crowdOf(300);
const ROUNDS = crowdOf(10);

/** Many buyers: all of them in one statement each for who they are and what they have. */
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
    const tokens = tokensOf(shop.context, userId, sessionIds[index]!, 1);
    const { access_token: accessToken, refresh_token: refreshToken } = tokens;
    return { userId, email: emailOf(userId), accessToken, refreshToken };
  });
}

function buy(buyer: SignedIn, packId: string, key: string): Promise<Answer> {
  const body = { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' };
  return untilAnswered(() =>
    shop.call('POST', '/payments/purchase-with-balance', { as: buyer, key, body }),
  );
}

/** What an answer says: all of a success, to the time it was given; the error of a refusal. */
function saidBy({ body }: Answer): unknown {
  return body.success ? body : body.error;
}

function tally(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const outcome = answer.body.success ? 'bought' : `${answer.status} ${answer.body.error.code}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

describe('at the same moment', () => {
  test('many buyers, each request sent twice with one key, 50 packs: 50 are sold and every repeat answers the same', async () => {
    const packTypeId = await stockPackType(shop.context, { packs: 50 });
    const buyers = await makeBuyers(BUYERS, 50);
    const requests = buyers.flatMap((buyer) => {
      const key = randomUUID();
      return [
        { buyer, key },
        { buyer, key },
      ];
    });
    const answers = await inParallel(requests, 64, ({ buyer, key }) => buy(buyer, packTypeId, key));

    expect(tally(answers)).toEqual({ bought: 100, '404 PACK_UNAVAILABLE': 2 * (BUYERS - 50) });
    const pairs = buyers.map((_, index) => [answers[index * 2]!, answers[index * 2 + 1]!] as const);
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
    const answers = await inParallel(Array.from({ length: 50 }), 50, () =>
      buy(buyer!, packTypeId, randomUUID()),
    );
    expect(tally(answers)).toEqual({ bought: 1, '402 INSUFFICIENT_BALANCE': 49 });
  });

  test('one user sends 50 purchases of a pack that can be bought once: one succeeds', async () => {
    const packTypeId = await stockPackType(shop.context, { packs: 60 });
    const [buyer] = await makeBuyers(1, 5000);
    const answers = await inParallel(Array.from({ length: 50 }), 50, () =>
      buy(buyer!, packTypeId, randomUUID()),
    );
    expect(tally(answers)).toEqual({ bought: 1, '400 PURCHASE_LIMIT_REACHED': 49 });
  });

  test('as many buyers with credits as there are packs, and five times as many without: all are sold and nobody with credits is refused', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const packTypeId = await stockPackType(shop.context, { packs: SOLVENT });
      const [solvent, broke] = [await makeBuyers(SOLVENT, 50), await makeBuyers(BROKE, 0)];
      const order = [...solvent, ...broke].toSorted(() => Math.random() - 0.5);
      const answers = await inParallel(order, 48, (buyer) => buy(buyer, packTypeId, randomUUID()));
      expect(tally(answers)).toEqual({ bought: SOLVENT, '402 INSUFFICIENT_BALANCE': BROKE });
    }
  });

  test('carts with the same types in different orders never block each other for good', async () => {
    const first = await stockPackType(shop.context, { packs: 40, purchaseLimit: null });
    const second = await stockPackType(shop.context, { packs: 40, purchaseLimit: null });
    const buyers = await makeBuyers(30, 100);
    const answers = await inParallel([...buyers.entries()], 30, ([index, buyer]) => {
      const packs = [first, second].map((packId) => ({ packId, quantity: 1 }));
      const body = {
        packs: index % 2 === 0 ? packs : packs.toReversed(),
        paymentMethod: 'balance',
      };
      return untilAnswered(() =>
        shop.call('POST', '/payments/purchase-with-balance', { as: buyer, body }),
      );
    });
    expect(tally(answers)).toEqual({ bought: 30 });
  });

  test('the ledger adds up after all of it', async () => {
    const violations = await countViolations(shop.context);
    expect(violations.filter((row) => row.violations > 0)).toEqual([]);
  });
});
