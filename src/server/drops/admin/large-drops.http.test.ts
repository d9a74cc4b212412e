// Tests the largest possible drop on a machine that writes slowly.
import { expect, test } from 'vitest';
import { openDropShop } from '../../../testing/drop-shop.ts';
import { stockOf } from '../../../testing/payments.ts';

const { shop, onSale, step, historyOf } = openDropShop();

const PACKS = 9_000;

/**
 * Makes every write of a place take a millisecond. A step of the largest drop then takes at least
 * nine seconds, which is more than the five seconds that a request's statement may take.
 */
async function slowDown(): Promise<void> {
  await shop.owner.query(
    `create function slow_for_test() returns trigger language plpgsql as
     $$ begin perform pg_sleep(0.001); return new; end $$;
     create trigger slow_for_test before update on places for each row execute function slow_for_test()`,
  );
}

test(
  'a drop of 9,000 packs closes, however long the database takes for it',
  { timeout: 1_800_000 },
  async () => {
    const { drop, type } = await onSale(PACKS);
    await slowDown();
    const closed = await step(drop, 'close');
    await shop.owner.query('drop trigger slow_for_test on places; drop function slow_for_test');
    expect(closed.body).toMatchObject({ success: true, data: { state: 'closed' } });
    expect(await stockOf(shop, type)).toEqual({ withdrawn: PACKS });
    const entries = await historyOf(drop);
    expect(entries.map(({ kind }) => kind)).toEqual(['manifest', 'order', 'close', 'contents']);
  },
);
