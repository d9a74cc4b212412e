// Tests the invariants of shipments that the database enforces. The tests act as the owner of the
// database.
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { groupsOf, ownerOfCards, shipped, type Item } from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp();
let packTypeId: string;
let user: SignedIn;
let sent: Item;
let unsold: Item;
let shipmentId: string;
/** The id of a quote of 8.00 for shipping the reserved card to Canada. */
let quoteId: string;

beforeAll(async () => {
  packTypeId = await stockPackType(shop.context, { packs: 2, purchaseLimit: null });
  const owner = await ownerOfCards(shop, packTypeId);
  ({ user } = owner);
  [sent, unsold] = owner.items as [Item, Item];
  shipmentId = (await shipped(shop, user, [sent])).id;
  const { body } = await shop.call<{ quotes: { id: string }[] }>('POST', '/shipping/quotes', {
    as: user,
    body: { cardGroups: groupsOf([unsold]), country: 'CA' },
  });
  quoteId = body.data.quotes[0]!.id;
});

type Terms = { fee?: number; quote?: string | null; beside?: string | null };

const newShipment = (state: string, { fee = 800, quote = quoteId, beside = null }: Terms = {}) =>
  `insert into shipments (id, user_id, state, payment_method, quote_id, base_fee, weight_fee, goes_with_id, address,
     created_at, requested_at, updated_at)
   values (gen_random_uuid(), '${user.userId}', '${state}', 'balance', ${quote && `'${quote}'`}, ${fee}, 0,
     ${beside && `'${beside}'`}, '{}', now(), now(), now())`;

describe('nobody can', () => {
  test.each<[string, RegExp, () => string]>([
    [
      'send a card outside a shipment',
      /is in no shipment/,
      () =>
        `update physical_cards set status = 'shipped', shipped_at = now() where id = '${unsold.card.id}'`,
    ],
    [
      'keep a card back for a payment outside a shipment',
      /is in no shipment/,
      () =>
        `update physical_cards set status = 'locked', lock_reason = 'shipping_payment' where id = '${unsold.card.id}'`,
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
    [
      'send anything for nothing',
      /shipments_fees/,
      () => newShipment('requested', { fee: 0, quote: null }),
    ],
    [
      'send anything that has no quote',
      /has a quote/,
      () => newShipment('requested', { quote: null }),
    ],
    [
      'send anything for less than its quote says',
      /costs what its quote says/,
      () => newShipment('requested', { fee: 799 }),
    ],
    [
      'put cards into a parcel for the price of one that goes alone',
      /costs what its quote says/,
      () => newShipment('requested', { beside: shipmentId }),
    ],
    [
      'send anything by a quote that has ended',
      /no longer good/,
      () => `with q as (
        insert into shipping_quotes select (jsonb_populate_record(q, jsonb_build_object('id', gen_random_uuid(),
          'made_at', now() - interval '1 hour', 'expires_at', now() - interval '30 minutes'))).*
        from shipping_quotes q where id = '${quoteId}' returning id
      ) ${newShipment('requested', { quote: null }).replace('null, 800', '(select id from q), 800')}`,
    ],
    [
      'change a quote',
      /may not be changed or deleted/,
      () => `update shipping_quotes set base_fee = 1 where id = '${quoteId}'`,
    ],
    [
      'forget a quote that is still good',
      /still good/,
      () => `delete from shipping_quotes where id = '${quoteId}'`,
    ],
    [
      'make a quote that pays somebody',
      /shipping_quotes_fees/,
      () => `insert into shipping_quotes select (jsonb_populate_record(q, jsonb_build_object('id', gen_random_uuid(),
        'reduction', 900))).* from shipping_quotes q where id = '${quoteId}'`,
    ],
    [
      'pack what was put into a parcel before the parcel',
      /takes in nothing that is packed/,
      () => `with q as (
        insert into shipping_quotes select (jsonb_populate_record(q, jsonb_build_object('id', gen_random_uuid(),
          'goes_with_id', '${shipmentId}', 'beside_cards', 1))).*
        from shipping_quotes q where id = '${quoteId}' returning id
      ) ${newShipment('requested', { quote: null, beside: shipmentId }).replace('null, 800', '(select id from q), 800')};
      update shipments set state = 'packed', packed_at = now() where goes_with_id = '${shipmentId}'`,
    ],
    [
      'cancel a parcel and leave what was put into it',
      /is cancelled before it/,
      () => `with q as (
        insert into shipping_quotes select (jsonb_populate_record(q, jsonb_build_object('id', gen_random_uuid(),
          'goes_with_id', '${shipmentId}', 'beside_cards', 1))).*
        from shipping_quotes q where id = '${quoteId}' returning id
      ) ${newShipment('requested', { quote: null, beside: shipmentId }).replace('null, 800', '(select id from q), 800')};
      update shipments set state = 'cancelled', cancelled_at = now() where id = '${shipmentId}'`,
    ],
    [
      'change what parcels cost without a new version',
      /may not be changed or deleted/,
      () => 'update parcel_services set base_fee = 1',
    ],
    [
      'put a service into a version that was saved before',
      /saved as a whole/,
      () =>
        `insert into parcel_zones (version, position, name, places) values (1, 9, 'More', '{}')`,
    ],
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
