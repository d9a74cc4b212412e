// Tests that users are notified once, even if several processes run the job, and whatever happens at the same time.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { crowdOf, retryWhileBusy } from '../../testing/crowd.ts';
import { stockPackType } from '../../testing/stock.ts';
import { appUrlOf } from '../database/app-role.ts';
import { openPool, overPool } from '../database/pool.ts';
import { tellWishes } from './tell-wishes.ts';

const shop = useTestApp();

test('two processes that send notices at the same time, again and again while packs arrive, notify each user once', async () => {
  const people = await Promise.all(Array.from({ length: crowdOf(40) }, () => shop.signUp()));
  const id = await stockPackType(shop.context, { packs: 0, purchaseLimit: null });
  const { rows } = await shop.owner.query<{ id: string }>('select id from cards order by number');
  const wish = async (as: SignedIn, path: string) => {
    const { status } = await retryWhileBusy(() =>
      shop.call('PUT', `/wishes/${path}`, { as, body: {} }),
    );
    expect(status).toBe(200);
  };
  await Promise.all(
    people.flatMap((as) => [
      wish(as, `packs/${id}`),
      ...rows.map((card) => wish(as, `cards/${card.id}`)),
    ]),
  );
  await shop.owner.query(
    `update users set preferences = preferences || '{"stockMails": true, "backMails": true}', email_verified_at = now()`,
  );

  // A second process shares everything with the first except the pool.
  const pool: pg.Pool = openPool({ url: appUrlOf(shop.url), clockOffsetMs: 0 });
  const other = { ...shop.context, db: overPool(pool) };
  const comeIn = () => {
    const serials = randomUUID().slice(0, 8);
    return stockPackType(shop.context, {
      id,
      packs: 3,
      purchaseLimit: null,
      cardsAreMade: true,
      serial: (index) => `${serials}-${index}`,
    });
  };
  const failed = [];
  for (let round = 0; round < 4; round += 1) {
    const runs = [shop.context, other, shop.context, other].map((context) => tellWishes(context));
    const [, ...ended] = await Promise.all([comeIn(), ...runs]);
    failed.push(...ended.map((run) => run.failed));
  }
  await tellWishes(shop.context);
  await pool.end();

  expect(failed.every((count) => count === 0)).toBe(true);
  const counted = await shop.owner.query<{ notices: number; mails: number; cards: number }>(
    `select u.id, (select count(*)::int from notices n where n.user_id = u.id) as notices,
       (select count(*)::int from mails m where m.user_id = u.id and m.kind like 'wish%') as mails,
       (select coalesce(sum(cardinality(n.card_ids)), 0)::int from notices n where n.user_id = u.id) as cards
     from users u where u.id = any ($1::uuid[])`,
    [people.map(({ userId }) => userId)],
  );
  for (const row of counted.rows) {
    expect(row).toMatchObject({ notices: 2, mails: 2, cards: rows.length });
  }
});
