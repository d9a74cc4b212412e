// Tests what waits for a customer. The home page names it in one line.
import { beforeAll, expect, test } from 'vitest';
import type { showWaiting } from '#contract/profile-waiting.ts';
import type * as z from 'zod/mini';
import { useTestApp, verifyAddress, type SignedIn } from '../../testing/app.ts';
import { buySealedPacks } from '../../testing/sealed-packs.ts';
import { ownerOfCards, shipped } from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';
import { tellWishes } from '../wishes/tell-wishes.ts';

type Waiting = z.input<typeof showWaiting.reply>;

const NOTHING: Waiting = {
  boughtPackTypeIds: [],
  parcels: null,
  sealedPacks: 0,
  coveredPacks: 0,
  endingCards: null,
  wishesThere: 0,
};

const shop = useTestApp();
let packTypeId: string;

beforeAll(async () => {
  packTypeId = await stockPackType(shop.context, { packs: 20, purchaseLimit: null });
  // The notices about the packs above are sent before anybody has a wish.
  await tellWishes(shop.context);
});

const waitingFor = async (as: SignedIn) =>
  (await shop.call<Waiting>('GET', '/users/waiting', { as })).body.data;

test('nothing waits for a new customer', async () => {
  const { status, body } = await shop.call('GET', '/users/waiting', { as: await shop.signUp() });
  expect([status, body.data]).toEqual([200, NOTHING]);
});

test('sealed packs wait, and their type counts as bought', async () => {
  const buyer = await shop.signUp(50);
  await buySealedPacks(shop.context, buyer.userId, packTypeId, 2);
  expect(await waitingFor(buyer)).toEqual({
    ...NOTHING,
    boughtPackTypeIds: [packTypeId],
    sealedPacks: 2,
  });
});

test('a parcel waits until it arrives, and cards that end within a week wait for a decision', async () => {
  const { user, items } = await ownerOfCards(shop, packTypeId);
  const [, ending, later] = items.map((item) => item.card.id);
  expect(await waitingFor(user)).toEqual({ ...NOTHING, boughtPackTypeIds: [packTypeId] });

  const { id } = await shipped(shop, user, [items[0]!]);
  await shop.owner.query(
    `update physical_cards set auto_convert_at = now() + case when id = $1 then interval '2 days' else interval '8 days' end
     where id = any ($2)`,
    [ending, [ending, later]],
  );
  expect(await waitingFor(user)).toEqual({
    ...NOTHING,
    boughtPackTypeIds: [packTypeId],
    parcels: { count: 1, newestId: id, status: 'requested' },
    endingCards: { count: 1, firstAt: expect.any(String) },
  });
});

test('a wish is there once packs came in that can hold the card, or the pack is back', async () => {
  const as = await shop.signUp();
  await verifyAddress(shop, as);
  const soldOut = await stockPackType(shop.context, { packs: 0, cardsAreMade: true });
  const { rows } = await shop.owner.query<{ id: string }>(
    `select id from cards where number = '4'`,
  );
  for (const path of [`cards/${rows[0]!.id}`, `packs/${soldOut}`]) {
    const { status } = await shop.call('PUT', `/wishes/${path}`, { as, body: {} });
    expect(status).toBe(200);
  }
  await tellWishes(shop.context);
  expect(await waitingFor(as)).toEqual(NOTHING);

  await stockPackType(shop.context, {
    id: soldOut,
    packs: 2,
    cardsAreMade: true,
    serial: (index) => `back-${index}`,
  });
  await tellWishes(shop.context);
  expect(await waitingFor(as)).toEqual({ ...NOTHING, wishesThere: 2 });
});
