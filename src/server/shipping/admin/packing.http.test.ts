// Packers scan the cards of parcels. No parcel leaves with a wrong card, or without one.
import { beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { moveShipments } from '#contract/shipping-admin.ts';
import type { nextParcel, pickCard } from '#contract/shipping-packing.ts';
import type { shipByFile } from '#contract/shipping-tracking.ts';
import { useTestApp, type ShopResponse, type SignedIn } from '../../../testing/app.ts';
import type { quoteShipment } from '#contract/shipping.ts';
import {
  cardsOf,
  groupsOf,
  ownerOfCards,
  shipped,
  type Shipment,
} from '../../../testing/shipments.ts';
import { singlesOnSale } from '../../../testing/singles.ts';
import { stockPackType } from '../../../testing/stock.ts';

type Picked = z.input<typeof pickCard.reply>;
type Next = z.input<typeof nextParcel.reply>['parcel'];
type Detail = Picked['parcel'];

const shop = useTestApp({}, { cards: true });
let packTypeId: string;
let moderator: SignedIn;

beforeAll(async () => {
  packTypeId = await stockPackType(shop.context, { packs: 40, purchaseLimit: null });
  moderator = await shop.signUp({ role: 'moderator' });
});

const pick = (number: string, parcels: string[] = []): Promise<ShopResponse<Picked>> =>
  shop.call<Picked>('POST', '/admin/picks', { as: moderator, body: { number, parcels } });

const refusal = async (picking: Promise<ShopResponse<Picked>>) => {
  const { status, body } = await picking;
  return [status, body.error.code, body.error.message];
};

async function numbersOf({ id }: Shipment): Promise<string[]> {
  const { body } = await shop.call<Detail>('GET', `/admin/shipments/${id}`, { as: moderator });
  return body.data.cards.map(({ cardNumber }) => cardNumber);
}

async function pack(ids: string[]): Promise<(string | null)[]> {
  const { body } = await shop.call<z.input<typeof moveShipments.reply>>(
    'POST',
    '/admin/shipments/move',
    {
      as: moderator,
      body: { items: ids.map((id) => ({ id })), status: 'packed', onlyIfPicked: true },
    },
  );
  return body.data.results.map(({ error }) => error && error.message);
}

const next = async (after?: string): Promise<Next> => {
  const path = `/admin/picks/next${after === undefined ? '' : `?after=${after}`}`;
  return (await shop.call<{ parcel: Next }>('GET', path, { as: moderator })).body.data.parcel;
};

test('a packer scans each card of a parcel, and a wrong card is refused by its number', async () => {
  const { user, items } = await ownerOfCards(shop, packTypeId);
  const parcel = await shipped(shop, user, items.slice(0, 2));
  const [first, second] = (await numbersOf(parcel)) as [string, string];
  const { user: other, items: theirs } = await ownerOfCards(shop, packTypeId);
  const another = await shipped(shop, other, theirs.slice(0, 1));
  const [wrong] = (await numbersOf(another)) as [string];

  expect(await refusal(pick(wrong, [parcel.id]))).toEqual([
    409,
    'INVALID_TRANSITION',
    `${wrong} goes into parcel ${another.id.slice(0, 8)}, not into this one`,
  ]);
  expect(await refusal(pick('C-NONE-1', [parcel.id]))).toEqual([
    404,
    'CARD_NOT_FOUND',
    'No card has the number C-NONE-1',
  ]);
  const { rows } = await shop.owner.query<{ number: string }>(
    `select k.certification_number || '-' || h.position as number from physical_cards h
     join physical_packs k on k.id = h.pack_id where h.id = $1`,
    [items[2]!.card.id],
  );
  const unasked = rows[0]!.number;
  expect(await refusal(pick(unasked))).toEqual([
    409,
    'INVALID_TRANSITION',
    `Nobody asked for ${unasked}: put it back`,
  ]);
  expect(await pack([another.id])).toEqual([`Card ${wrong} is not picked yet`]);

  // A scanner may send lower-case letters.
  const { body } = await pick(` ${first.toLowerCase()} `, [parcel.id]);
  expect(body.data).toMatchObject({ wasPicked: false, parcel: { shipment: { id: parcel.id } } });
  expect(
    body.data.parcel.cards.map(({ cardNumber, pickedAt }) => [cardNumber, pickedAt !== null]),
  ).toEqual([
    [first, true],
    [second, false],
  ]);
  expect((await pick(first)).body.data.wasPicked).toBe(true);
  expect(await pack([parcel.id])).toEqual([`Card ${second} is not picked yet`]);
  expect((await pick(second)).status).toBe(200);

  // The owner adds a card to the parcel that is being packed.
  const more = items.slice(2, 3);
  const { body: quoted } = await shop.call<z.input<typeof quoteShipment.reply>>(
    'POST',
    '/shipping/quotes',
    { as: user, body: { cardGroups: groupsOf(more), country: 'CA' } },
  );
  await shipped(shop, user, more, { quoteId: quoted.data.beside[0]!.quote.id });
  expect(await pack([parcel.id])).toEqual([`Card ${unasked} is not picked yet`]);
  expect((await pick(unasked, [parcel.id])).body.data.parcel.shipment.id).toBe(parcel.id);
  expect(await pack([parcel.id])).toEqual([null]);
  expect(await refusal(pick(first))).toEqual([
    409,
    'INVALID_TRANSITION',
    `${first} is in parcel ${parcel.id.slice(0, 8)}, which is packed`,
  ]);
  await expect(
    shop.owner.query('update shipment_cards set picked_at = null where shipment_id = $1', [
      parcel.id,
    ]),
  ).rejects.toMatchObject({ constraint: 'picked_for_waiting_parcel' });
});

test('a single is found by its number, and its shelf is named first', async () => {
  const { user, items } = await ownerOfCards(shop, packTypeId);
  const [single] = await singlesOnSale(shop, 1);
  await shop.call('POST', '/payments/purchase-with-balance', {
    as: user,
    body: { packs: [], singles: [single!.id], paymentMethod: 'balance' },
  });
  const known = new Set(items.map(({ card }) => card.id));
  const owned = (await cardsOf(shop, user)).filter(({ card }) => !known.has(card.id));
  expect(owned).toHaveLength(1);
  const parcel = await shipped(shop, user, [...items.slice(0, 1), ...owned]);
  const { body } = await shop.call<Detail>('GET', `/admin/shipments/${parcel.id}`, {
    as: moderator,
  });
  const { rows } = await shop.owner.query<{ shelf: string }>(
    'select shelf from house_cards where id = $1',
    [single!.id],
  );
  expect(body.data.cards.map(({ shelf }) => shelf)).toEqual([rows[0]!.shelf, null]);
  for (const { cardNumber } of body.data.cards) {
    expect((await pick(cardNumber, [parcel.id])).body.data).toMatchObject({ wasPicked: false });
  }
  expect(await pack([parcel.id])).toEqual([null]);
});

test('the next parcel is the oldest that may be packed', async () => {
  const { user, items } = await ownerOfCards(shop, packTypeId);
  const one = await shipped(shop, user, items.slice(0, 1));
  const held = await shipped(shop, user, items.slice(1, 2));
  const last = await shipped(shop, user, items.slice(2, 3));
  const [number] = (await numbersOf(held)) as [string];
  await shop.owner.query(
    `insert into parcel_holds (shipment_id, reasons, check_by) values ($1, '{risk_word}', now() + interval '1 day')`,
    [held.id],
  );
  expect((await next(one.id))!.shipment.id).toBe(last.id);
  expect(await next(last.id)).toBeNull();
  const oldest = (await next())!;
  expect(oldest.shipment.status).toBe('requested');
  expect(oldest.shipment.createdAt <= one.createdAt).toBe(true);
  expect(await refusal(pick(number))).toEqual([
    409,
    'INVALID_TRANSITION',
    'This parcel is held until somebody has looked into it: see Overview, To look into',
  ]);
});

test('tracking numbers come by file: nothing if a line is wrong, and nothing twice', async () => {
  const { user, items } = await ownerOfCards(shop, packTypeId);
  const one = await shipped(shop, user, items.slice(0, 1));
  const two = await shipped(shop, user, items.slice(1, 2));
  const waiting = await shipped(shop, user, items.slice(2, 3));
  await shop.call('POST', '/admin/shipments/move', {
    as: moderator,
    body: { items: [{ id: one.id }, { id: two.id }], status: 'packed' },
  });
  const exported = await shop.call<string>('GET', '/admin/shipments/packed.csv', { as: moderator });
  const lines = exported.body.data.split('\r\n').filter((line) => /^Shipment|Mira/.test(line));
  expect(lines[0]).toMatch(/^Shipment,Name,.*,Carrier,Tracking number$/);
  const lineOf = ({ id }: Shipment) => lines.find((line) => line.startsWith(id))!;
  expect(lineOf(one)).toContain(
    ',Mira Holt,12 Harbour Street,,Halifax,NS,B3H 1A1,CA,Standard,1,32,,',
  );

  type Result = z.input<typeof shipByFile.reply>;
  const send = async (rest: string[], isTrial = false): Promise<Result> => {
    const file = [lines[0], ...rest].join('\n');
    const { body } = await shop.call<Result>('POST', '/admin/shipments/tracking', {
      as: moderator,
      body: { file, carrier: 'Canada Post', isTrial },
    });
    return body.data;
  };
  const filled = [`${lineOf(one)}CP 1`, lineOf(two).replace(/,,$/, ',UPS,1Z 2')];
  const wrong = [...filled, `${waiting.id},,,,,,,,,,,,CP 3`, 'ffffffff,,,,,,,,,,,,CP 4'];
  expect(await send(wrong)).toMatchObject({
    problems: [
      { line: 4, problem: 'the shipment is requested' },
      { line: 5, problem: 'there is no such shipment' },
    ],
  });
  const ready = [
    { id: one.id, carrier: 'Canada Post', trackingNumber: 'CP 1', recipient: 'Mira Holt' },
    { id: two.id, carrier: 'UPS', trackingNumber: '1Z 2' },
  ];
  expect(await send(filled, true)).toMatchObject({ parcels: ready, known: 0, problems: [] });
  const numbers = async () =>
    (
      await shop.owner.query<{ number: string | null }>(
        'select tracking_number as number from shipments where id = any ($1) order by tracking_number',
        [[one.id, two.id]],
      )
    ).rows.map(({ number }) => number);
  expect(await numbers()).toEqual([null, null]);
  expect(await send(filled)).toMatchObject({ parcels: ready, problems: [] });
  expect(await numbers()).toEqual(['1Z 2', 'CP 1']);
  expect(await send(filled)).toEqual({ parcels: [], known: 2, problems: [] });
  expect((await send([`${lineOf(one)}CP 9`])).problems).toEqual([
    { line: 2, problem: 'the shipment has left already, with the number CP 1' },
  ]);
  expect((await send(['"'])).problems).toEqual([
    { line: 2, problem: 'this is not CSV: a quotation mark is missing or too many' },
  ]);
});

test('a shop that buys no labels sends none', async () => {
  const body = { ids: [crypto.randomUUID()] };
  const sent = await shop.call('POST', '/admin/shipments/send', { as: moderator, body });
  expect([sent.status, sent.body.error.code]).toEqual([404, 'NOT_FOUND']);
  const printed = await shop.call('POST', '/admin/shipments/labels', { as: moderator, body });
  expect(printed.body.data).toEqual({ labels: [] });
});
