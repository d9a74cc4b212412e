// The promises about shipments that the database keeps by itself, tried by its owner.
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { ownerOfCards, shipped, type Item } from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp();
let packTypeId: string;
let user: SignedIn;
let sent: Item;
let kept: Item;
let shipmentId: string;

beforeAll(async () => {
  packTypeId = await stockPackType(shop.context, { packs: 2, purchaseLimit: null });
  const owner = await ownerOfCards(shop, packTypeId);
  ({ user } = owner);
  [sent, kept] = owner.items as [Item, Item];
  shipmentId = (await shipped(shop, user, [sent])).id;
});

const newShipment = (state: string, fee = 800) =>
  `insert into shipments (id, user_id, state, payment_method, base_fee, weight_fee, address, created_at, requested_at, updated_at)
   values (gen_random_uuid(), '${user.userId}', '${state}', 'balance', ${fee}, 0, '{}', now(), now(), now())`;

describe('nobody can', () => {
  test.each<[string, RegExp, () => string]>([
    [
      'send a card outside a shipment',
      /is in no shipment/,
      () =>
        `update physical_cards set status = 'shipped', shipped_at = now() where id = '${kept.card.id}'`,
    ],
    [
      'keep a card back for a payment outside a shipment',
      /is in no shipment/,
      () =>
        `update physical_cards set status = 'locked', lock_reason = 'shipping_payment' where id = '${kept.card.id}'`,
    ],
    [
      'give a card back that is on its way',
      /is in a shipment/,
      () =>
        `update physical_cards set status = 'available', shipped_at = null where id = '${sent.card.id}'`,
    ],
    [
      'put a card into two shipments',
      /shipment_cards_one_live/,
      () =>
        `with s as (${newShipment('requested')} returning id) insert into shipment_cards select id, '${sent.card.id}' from s`,
    ],
    [
      'begin a shipment in the middle',
      /begins unpaid or requested/,
      () => newShipment('cancelled'),
    ],
    ['send anything for nothing', /shipments_fees/, () => newShipment('requested', 0)],
    [
      'change what a shipment costs',
      /keeps its owner, its fee/,
      () => `update shipments set base_fee = 1 where id = '${shipmentId}'`,
    ],
    [
      'skip a step',
      /can't go from requested to delivered/,
      () =>
        `update shipments set state = 'delivered', carrier = 'x', tracking_number = 'x', shipped_at = now() where id = '${shipmentId}'`,
    ],
    [
      'ship without a tracking number',
      /shipments_tracked/,
      () => `update shipments set state = 'packed', packed_at = now() where id = '${shipmentId}';
             update shipments set state = 'shipped', shipped_at = now() where id = '${shipmentId}'`,
    ],
    [
      'change the address of a packed shipment',
      /keeps its address/,
      () => `update shipments set state = 'packed', packed_at = now() where id = '${shipmentId}';
             update shipments set address = '{"city": "Elsewhere"}' where id = '${shipmentId}'`,
    ],
    [
      'forget the address of a parcel that still has to go there',
      /shipments_go_somewhere/,
      () => `update shipments set address = null where id = '${shipmentId}'`,
    ],
    ['delete a shipment', /may not be changed or deleted/, () => 'delete from shipments'],
    [
      'take a card out of a shipment’s list',
      /may not be changed or deleted/,
      () => 'delete from shipment_cards',
    ],
  ])('%s', async (_what, refusal, query) => {
    await expect(shop.owner.query(query())).rejects.toThrow(refusal);
  });

  test('put somebody else’s card into a shipment', async () => {
    const { items } = await ownerOfCards(shop, packTypeId);
    const theirs = `insert into shipment_cards values ('${shipmentId}', '${items[0]!.card.id}')`;
    await expect(shop.owner.query(theirs)).rejects.toThrow(/cards of its owner/);
  });
});
