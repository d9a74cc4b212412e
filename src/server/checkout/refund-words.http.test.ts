// Compares what the operator's page says about a refund with the effects of that refund.
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { showOrder } from '#contract/checkout-admin.ts';
import { decimalOf } from '#domain/decimals.ts';
import { formatCad } from '#domain/money.ts';
import { previewRefund, refundSentence } from '#domain/refund-words.ts';
import { openDropShop } from '../../testing/drop-shop.ts';
import { confirm, postAll, purchased, type Intent } from '../../testing/payments.ts';

const { shop, people, call, advance, stocked, step, onSale } = openDropShop();

/** Buys three packs by card of each of two types, of which one is in a drop. Then opens one pack of each type. */
async function boughtOfBoth() {
  const loose = await stocked(5);
  const { drop, type } = await onSale(20);
  const packs = [loose, type].map((packId) => ({ packId, quantity: 3 }));
  const { body } = await call<Intent>('POST', '/payments/create-payment-intent', {
    as: people.buyer,
    body: { packs },
  });
  await confirm(shop, body.data);
  const { packIds } = await purchased(shop, people.buyer, body.data.paymentIntentId);
  const { rows } = await shop.owner.query<{ id: string; order: string }>(
    `select distinct on (pack_type_id) id, reservation_id as "order" from places where id = any ($1) order by pack_type_id, id`,
    [packIds],
  );
  for (const { id } of rows) {
    expect((await call('POST', `/packs/${id}/open`, { as: people.buyer })).status).toBe(200);
  }
  await postAll(shop);
  await advance();
  return { loose, drop, type, order: rows[0]!.order };
}

const shown = async (id: string) => {
  const { body } = await call('GET', `/admin/orders/${id}`);
  return z.decode(showOrder.reply, body.data as never);
};

async function statesOf(packTypeId: string): Promise<Record<string, number>> {
  const { rows } = await shop.owner.query<{ state: string; packs: number }>(
    `select state, count(*)::int as packs from places where pack_type_id = $1 group by 1`,
    [packTypeId],
  );
  return Object.fromEntries(rows.map(({ state, packs }) => [state, packs]));
}

async function refundedAsSaid(
  order: string,
  packs: { packTypeId: string; quantity: number; unopened: number }[],
) {
  const counts = Object.fromEntries(packs.map((one) => [one.packTypeId, one.quantity]));
  const ahead = previewRefund(await shown(order), counts);
  const { status, body } = await call<{ id: string; amount: number }>(
    'POST',
    `/admin/orders/${order}/refund`,
    { body: { packs, reason: 'Dented' } },
  );
  expect(status).toBe(200);
  await advance();
  expect(body.data.amount).toBe(decimalOf(ahead.amount));
  expect(refundSentence(ahead)).toContain(`${formatCad(ahead.amount)} goes back to the card.`);
  const { rows } = await shop.owner.query<{ packs: object }>(
    `select facts -> 'packs' as packs from mails where kind = 'refund' and facts ->> 'id' = $1`,
    [body.data.id],
  );
  // The buyer's mail about the refund then reports the same numbers of packs.
  expect(rows).toEqual([{ packs: { resold: ahead.resold, shown: ahead.shown } }]);
  return ahead;
}

test('a refund on the operator’s page handles a loose pack, a pack of a drop and an opened one as announced, and pays the announced sum', async () => {
  const { loose, drop, type, order } = await boughtOfBoth();
  expect(await statesOf(loose)).toEqual({ available: 2, sold: 2, opened: 1 });
  expect(await statesOf(type)).toEqual({ available: 17, sold: 2, opened: 1 });

  const first = await refundedAsSaid(order, [
    { packTypeId: loose, quantity: 1, unopened: 2 },
    { packTypeId: type, quantity: 1, unopened: 2 },
  ]);
  expect(first).toMatchObject({ resold: 1, shown: 1, keepable: 1, opened: 2 });
  expect(refundSentence(first)).toMatch(
    /^Ask the buyer to press “Ask to return packs” .* They can return one pack there/,
  );
  expect(await statesOf(loose)).toEqual({ available: 3, sold: 1, opened: 1 });
  expect(await statesOf(type)).toEqual({ available: 17, sold: 1, withdrawn: 1, opened: 1 });
  const { data } = (await call<{ entry: string }[]>('GET', `/drops/${drop.hash}/history`)).body;
  expect(JSON.parse(data.at(-1)!.entry)).toMatchObject({
    kind: 'void',
    document: expect.any(String),
  });

  // After the drop has closed, not even the buyer's own return can put the pack back on sale.
  expect((await step(drop, 'close')).status).toBe(200);
  await advance();
  const second = await refundedAsSaid(order, [
    { packTypeId: loose, quantity: 1, unopened: 1 },
    { packTypeId: type, quantity: 1, unopened: 1 },
  ]);
  expect(second).toMatchObject({ resold: 1, shown: 1, keepable: 0, opened: 2 });
  expect(refundSentence(second)).not.toContain('Ask the buyer');
  expect(await statesOf(loose)).toEqual({ available: 4, opened: 1 });
  expect(await statesOf(type)).toEqual({ withdrawn: 19, opened: 1 });
});
