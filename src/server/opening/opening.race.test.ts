import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { openPack } from '#contract/opening.ts';
import { useTestApp } from '../../testing/app.ts';
import { crowdOf, inParallel, retryWhileBusy } from '../../testing/crowd.ts';
import { buySealedPacks } from '../../testing/sealed-packs.ts';
import { stockPackType } from '../../testing/stock.ts';

type Opened = z.input<typeof openPack.reply>;

const PACKS = crowdOf(100);
const AT_ONCE = 20;
/**
 * The number of packs that are opened at the same moment. Their 200 calls are ten times the shop's 20 connections, and
 * still no call waits long.
 */
const PACKS_AT_ONCE = 10;

const shop = useTestApp();

/** Buys packs, and opens each pack by 20 calls at once. */
async function openAll(packs: number, keyOf: (packId: string, call: number) => string | undefined) {
  const packType = await stockPackType(shop.context, { packs, purchaseLimit: null });
  const buyer = await shop.signUp(packs * 11);
  const packIds = await buySealedPacks(shop.context, buyer.userId, packType, packs);
  const responses = await inParallel(packIds, PACKS_AT_ONCE, (packId) =>
    Promise.all(
      Array.from({ length: AT_ONCE }, (_none, call) => {
        const key = keyOf(packId, call);
        const options = { as: buyer, body: {}, ...(key === undefined ? {} : { key }) };
        return retryWhileBusy(() => shop.call<Opened>('POST', `/packs/${packId}/open`, options));
      }),
    ),
  );
  const { rows } = await shop.owner.query<{ openings: number; revealed: number }>(
    `select count(distinct o.id)::int as openings, count(*)::int as revealed
     from openings o join physical_cards c on c.pack_id = o.pack_id
     where o.user_id = $1 and c.opened_by_id = $1 and c.status = 'available'`,
    [buyer.userId],
  );
  return { packIds, responses, stored: rows[0]! };
}

test('many packs, each opened by 20 calls at once: one opening each, and 20 equal responses', async () => {
  const { packIds, responses, stored } = await openAll(PACKS, () => undefined);

  expect(stored).toEqual({ openings: PACKS, revealed: PACKS * 3 });
  for (const [index, ofPack] of responses.entries()) {
    expect(ofPack.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
    expect(ofPack[0]!.body.data.packId).toBe(packIds[index]);
    for (const response of ofPack) expect(response.body.data).toEqual(ofPack[0]!.body.data);
  }
  expect(new Set(responses.map(([first]) => first!.body.data.id)).size).toBe(PACKS);
});

test('the same with one key for each pack: 20 responses equal to the byte', async () => {
  const keys = new Map<string, string>();
  const { responses, stored } = await openAll(20, (packId) => {
    if (!keys.has(packId)) keys.set(packId, randomUUID());
    return keys.get(packId);
  });
  expect(stored).toEqual({ openings: 20, revealed: 60 });
  for (const ofPack of responses) {
    for (const response of ofPack) expect(response.body).toEqual(ofPack[0]!.body);
  }
});
