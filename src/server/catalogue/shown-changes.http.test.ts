// The shop stores the number of packs for sale, instead of counting the packs at each read.
import { expect, test } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';
import { openRecount } from './shown-changes-queries.ts';

const shop = useTestApp();

const storedPacks = async (id: string): Promise<number> => {
  const { rows } = await shop.owner.query<{ packs: string | null }>(
    'select sum(packs) as packs from shown_changes where pack_type_id = $1',
    [id],
  );
  return Number(rows[0]!.packs);
};

const fold = () => shop.owner.query('select fold_shown_changes()');

const buy = async (packId: string) => {
  const buyer = await shop.signUp(100);
  const { status } = await shop.call('POST', '/packs/purchase', {
    as: buyer,
    body: { packId, quantity: 1 },
  });
  expect(status).toBe(200);
};

test('stays right during sales and while its rows are merged, which delays nobody', async () => {
  const packId = await stockPackType(shop.context, { packs: 40, purchaseLimit: null });
  let isOver = false;
  const folding = (async () => {
    while (!isOver) await fold();
  })();
  await Promise.all(Array.from({ length: 30 }, () => buy(packId)));
  isOver = true;
  await folding;
  expect(await storedPacks(packId)).toBe(10);
  await fold();
  const { rows } = await shop.owner.query('select from shown_changes where pack_type_id = $1', [
    packId,
  ]);
  expect([rows.length, await storedPacks(packId)]).toEqual([1, 10]);
});

test('does not delay another purchase of the same pack type', async () => {
  const packId = await stockPackType(shop.context, { packs: 5, purchaseLimit: null });
  const slow = await shop.owner.connect();
  await slow.query('begin');
  await slow.query(
    `update places set state = 'withdrawn'
     where id = (select id from places where pack_type_id = $1 limit 1)`,
    [packId],
  );
  await buy(packId);
  await slow.query('rollback');
  slow.release();
  expect(await storedPacks(packId)).toBe(4);
});

test('follows packs that leave the shelf and come back', async () => {
  const packId = await stockPackType(shop.context, { packs: 5 });
  for (const [state, left] of [
    ['withdrawn', 0],
    ['available', 5],
  ] as const) {
    await shop.owner.query('update places set state = $2 where pack_type_id = $1', [packId, state]);
    expect(await storedPacks(packId)).toBe(left);
  }
});

test('a read does not wait for slow statistics, and a later one has them', async () => {
  const packId = await stockPackType(shop.context, { packs: 25, purchaseLimit: null });
  const recount = openRecount(shop.context.db, { waits: false });
  await recount();
  await expect.poll(() => countDue()).toBe(0);
  await shop.owner.query('insert into facts_due (pack_type_id, is_of_values) values ($1, false)', [
    packId,
  ]);
  const counter = await shop.owner.connect();
  try {
    await counter.query('begin; lock table counted_packs in access exclusive mode');
    const startedAt = performance.now();
    await recount();
    // A wait for the lock would have taken two seconds.
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(await countDue()).toBe(1);
  } finally {
    await counter.query('rollback');
    counter.release();
  }
  await expect
    .poll(async () => {
      await recount();
      return countDue();
    })
    .toBe(0);
});

async function countDue(): Promise<number> {
  const { rows } = await shop.owner.query<{ due: number }>(
    'select count(*)::int as due from facts_due',
  );
  return rows[0]!.due;
}
