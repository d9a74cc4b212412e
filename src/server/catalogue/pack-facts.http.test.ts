// What a shopper is told of sealed packs, over HTTP, against what the packs hold.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { fillDemo } from '../../testing/demo.ts';

const shop = useTestApp({ DEMO: 'on' });
test('x', async () => {
  await fillDemo(shop, () => {});
  const { body } = await shop.call<any>('GET', '/pack-types/pokemon-sv2/facts');
  console.log(JSON.stringify(body.data, null, 1).slice(0, 3000));
  console.log(
    (await shop.owner.query('select facts_counted_wrong()')).rows,
    (
      await shop.owner.query(
        'select pack_type_id,packs,market_mean,sold_back_mean,market_median,market_best,market_brings,sold_back_brings,newer from pack_type_facts',
      )
    ).rows,
  );
});
