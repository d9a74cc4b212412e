// Lists harmful statements that a bug in the shop, or an intruder, could run with the shop's database role. The
// database must refuse each statement, or the audit must detect its effect. To test another act, add it to a list
// below.
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appUrlOf } from '../database/app-role.ts';
import { openPool } from '../database/pool.ts';
import { labelHash } from '#domain/packproof/pack-document.ts';
import { proofPrimitives } from '../public-log/proof-primitives.ts';
import { madeKey } from '../../testing/api-keys.ts';
import { useTestApp, verifyAddress, type SignedIn } from '../../testing/app.ts';
import { begunPayment, confirm, postAll, purchased } from '../../testing/payments.ts';
import { cardsOf, shipped } from '../../testing/shipments.ts';
import { singlesOnSale } from '../../testing/singles.ts';
import { stockPackType } from '../../testing/stock.ts';
import { promisesOf } from './run-audit.ts';

const shop = useTestApp({}, { cards: true });
let appRole: pg.Pool;
let admin: SignedIn;
let buyer: SignedIn;
let other: SignedIn;
let packTypeId: string;
/** The buyer's cards: a sold card, a card packed in a parcel, and a card that the buyer kept. */
const card = { sold: '', packed: '', unsold: '' };
/**
 * The buyer's paid order and parcel, and the other buyer's card payments. One of these payments is paid and the other
 * is still open.
 */
const id = { order: '', shipment: '', paid: '', open: '' };

/** `onSale`: a single on sale. `holding`: the card of a user who bought another single. */
const single = { onSale: '', holding: '' };

/** Makes a shop in which everything has happened once. */
beforeAll(async () => {
  appRole = openPool({ url: appUrlOf(shop.url), clockOffsetMs: 0 });
  [admin, buyer, other] = [
    await shop.signUp({ role: 'admin' }),
    await shop.signUp(100),
    await shop.signUp(100),
  ];
  await verifyAddress(shop, buyer);
  packTypeId = await stockPackType(shop.context, { packs: 9, purchaseLimit: 2 });
  await done('POST', '/admin/discount-codes', admin, { code: 'TENTH', percent: 10 });
  await madeKey(shop, admin, ['packing:read'], { name: 'Working' });
  const revoked = await madeKey(shop, admin, ['owner:write']);
  await done('DELETE', `/admin/keys/${revoked.id}`, admin, {});
  await done('POST', '/payments/purchase-with-balance', buyer, {
    packs: [{ packId: packTypeId, quantity: 1 }],
    paymentMethod: 'balance',
    discountCode: 'TENTH',
  });
  const cards = await cardsOf(shop, buyer);
  [card.sold, card.packed, card.unsold] = cards.map((one) => one.card.id) as [
    string,
    string,
    string,
  ];
  const [sold, toPack] = cards;
  await done('POST', '/cards/sell', buyer, {
    cardId: sold!.card.id,
    packOpeningId: sold!.packOpeningId,
  });
  id.shipment = (await shipped(shop, buyer, [toPack!])).id;
  await done('PATCH', `/admin/shipments/${id.shipment}`, admin, { status: 'packed' });
  const intent = await begunPayment(shop, other, packTypeId);
  await confirm(shop, intent);
  await purchased(shop, other, intent.paymentIntentId);
  await postAll(shop);
  await begunPayment(shop, other, packTypeId);
  const { rows } = await shop.owner.query<Record<keyof typeof id, string>>(
    `select (select id from orders where user_id = $1) as order, $2::uuid as shipment,
       (select id from payments where state = 'succeeded') as paid, (select id from payments where state = 'open') as open`,
    [buyer.userId, id.shipment],
  );
  Object.assign(id, rows[0]);
  const [onSale, gone] = await singlesOnSale(shop, 2);
  const { singles } = await done<{ singles: { cardId: string }[] }>(
    'POST',
    '/payments/purchase-with-balance',
    await shop.signUp(50),
    { packs: [], singles: [gone!.id], paymentMethod: 'balance' },
  );
  Object.assign(single, { onSale: onSale!.id, holding: singles[0]!.cardId });
});
afterAll(() => appRole.end());

async function done<Data>(method: string, path: string, as: SignedIn, body: object): Promise<Data> {
  const response = await shop.call<Data>(method, path, { as, body });
  expect([response.status, response.body.error]).toEqual([200, undefined]);
  return response.body.data;
}

/** Makes a journal that moves an amount. Its user is the buyer unless another user is given. */
const journal = (
  kind: string,
  debit: string,
  credit: string,
  { amount = 100_000, reference = 'gen_random_uuid()' } = {},
): string =>
  `select post_journal(gen_random_uuid(), '${kind}', ${reference}, '${buyer.userId}', 'x',
     array['${debit}'], array['${credit}'], array[${amount}]::bigint[])`;

const MADE_UP = 'ac700000-0000-4000-8000-000000000000';

type Act = { act: string; sql: () => string } & ({ refused: RegExp } | { seen: string });

const MONEY: Act[] = [
  {
    act: 'a sale of no card',
    sql: () => journal('card_sale', 'house:buyback', buyer.userId),
    seen: 'card_sale_has_its_cause',
  },
  {
    act: 'a conversion of no card',
    sql: () => journal('card_conversion', 'house:buyback', buyer.userId),
    seen: 'card_conversion_has_its_cause',
  },
  {
    act: 'credits that nobody paid',
    sql: () => journal('credit_purchase', 'house:card_clearing', buyer.userId),
    seen: 'credit_purchase_has_its_cause',
  },
  {
    act: 'a bonus that no operator gave',
    sql: () => journal('bonus_credit', 'house:promotions', buyer.userId),
    seen: 'bonus_credit_has_its_cause',
  },
  {
    act: 'a bonus that calls itself an account’s first credits, in a shop that is no demo',
    sql: () =>
      journal('bonus_credit', 'house:promotions', buyer.userId, {
        reference: `'${buyer.userId}'`,
      }),
    seen: 'bonus_credit_has_its_cause',
  },
  {
    act: 'a refund of nothing in credits',
    sql: () => journal('refund', 'house:sales', buyer.userId),
    seen: 'refund_has_its_cause',
  },
  {
    act: 'money from one user to another',
    sql: () => journal('refund', other.userId, buyer.userId, { amount: 1 }),
    refused: /moves nothing from .* to user/,
  },
  {
    act: 'money of the house moved to hide a loss',
    sql: () => journal('refund', 'house:refunds', 'house:card_clearing'),
    seen: 'house_accounts_hold_what_happened',
  },
  {
    act: 'a loss of no card and no parcel',
    sql: () => journal('loss', 'house:losses', buyer.userId),
    seen: 'loss_has_its_cause',
  },
  {
    act: 'a transfer for a loss that nobody booked',
    sql: () => journal('loss', 'house:losses', 'house:bank'),
    seen: 'house_accounts_hold_what_happened',
  },
  {
    act: 'a margin that nobody earned',
    sql: () =>
      `insert into margin_sums (month, line, figure, amount) values ('2026-11-01', 'shop', 'sold', 100)`,
    refused: /permission denied/,
  },
  {
    act: 'a cost that is due to a margin',
    sql: () =>
      `insert into margin_due (pack_id, figure, amount) select pack_id, 'pack_cost', 100 from places limit 1`,
    refused: /permission denied/,
  },
  {
    act: 'a sale in another shop of a card that was not listed there',
    sql: () => `insert into sales_elsewhere (house_card_id, shop, reference, brought, sold_at, taken_in_by_id)
      values ('${card.sold}', 'Elsewhere', '1', 100, now(), '${admin.userId}')`,
    refused: /was not sold by/,
  },
  {
    act: 'a purchase without an order',
    sql: () => journal('pack_purchase', buyer.userId, 'house:sales', { amount: 100 }),
    seen: 'pack_purchase_has_its_cause',
  },
  {
    act: 'a shipping fee without a shipment',
    sql: () => journal('shipping_fee', buyer.userId, 'house:shipping', { amount: 100 }),
    seen: 'shipping_fee_has_its_cause',
  },
  {
    act: 'an order’s tax booked as sales',
    sql: () => `
      with r as (
        insert into reservations (id, user_id, state) values ('${MADE_UP}', '${buyer.userId}', 'paid') returning id
      )
      insert into orders (id, user_id, payment_method, subtotal, discount, tax, processing_fee, total, paid_at)
      select id, '${buyer.userId}', 'balance', 100, 0, 8, 0, 108, now() from r;
      ${journal('pack_purchase', buyer.userId, 'house:sales', { amount: 108, reference: `'${MADE_UP}'` })}`,
    seen: 'house_accounts_hold_what_happened',
  },
  {
    act: 'a balance set by hand',
    sql: () => `update ledger_accounts set balance = 100000 where owner_id = '${buyer.userId}'`,
    refused: /permission denied/,
  },
  {
    act: 'a transfer by hand',
    sql: () =>
      `insert into transfers (journal_id, leg, debit_account_id, credit_account_id, amount)
       select id, 9, 'house:sales', '${buyer.userId}', 1 from journals limit 1`,
    refused: /permission denied/,
  },
  {
    act: 'an answer of the owner for a journal without a cause',
    sql: () => `insert into accepted_journals select id, 'x' from journals limit 1`,
    refused: /permission denied/,
  },
  {
    act: 'a payment called paid',
    sql: () => `update payments set state = 'succeeded' where id = '${id.open}'`,
    seen: 'card_order_is_paid_by_its_payment',
  },
  {
    act: 'another amount of a payment',
    sql: () => `update payments set amount = 1 where id = '${id.paid}'`,
    refused: /keeps its user, its purpose, its amount/,
  },
  {
    act: 'more back than a payment brought',
    sql: () => `${newRefund(`'due', null, null`)}; ${newRefund(`'due', null, null`, 100_000)}`,
    refused: /More would go back/,
  },
  {
    act: 'a refund that takes nothing back',
    sql: () => newRefund(`'due', null, null`),
    seen: 'house_accounts_hold_what_happened',
  },
  {
    act: 'a refund called paid',
    sql: () => newRefund(`'paid', 're_made_up', now()`),
    seen: 'refund_has_its_cause',
  },
  {
    act: 'a refund that its bank paid, of a payment that no bank took back',
    sql: () =>
      `insert into refunds (id, payment_id, amount, reason, method, created_at, state, paid_at)
       values (gen_random_uuid(), '${id.paid}', 100, 'x', 'bank', now(), 'paid', now())`,
    refused: /No bank has taken so much/,
  },
  {
    act: 'what is owed to a card taken for a loss that is made good',
    sql: () => journal('refund', 'house:refunds', 'house:dispute_losses'),
    seen: 'refund_has_its_cause',
  },
  {
    act: 'a fee of no dispute',
    sql: () => journal('dispute_fee', 'house:dispute_losses', 'house:card_clearing'),
    seen: 'dispute_fee_has_its_cause',
  },
  {
    act: 'a sale taken back for no refund',
    sql: () => journal('take_back', 'house:sales', 'house:refunds'),
    seen: 'take_back_has_its_cause',
  },
  {
    act: 'a debt that no refund left',
    sql: () => journal('refund_debt', `debt:${buyer.userId}`, 'house:losses'),
    refused: /has its journal and two accounts/,
  },
  {
    act: 'money that came back from no card',
    sql: () => journal('refund_failure', 'house:card_clearing', 'house:refunds'),
    seen: 'refund_failure_has_its_cause',
  },
  {
    act: 'a payout that never came',
    sql: () =>
      `select post_house_journal(gen_random_uuid(), 'payout', gen_random_uuid(), 'x', 'house:bank', 'house:card_clearing', 100)`,
    seen: 'house_journal_has_its_movement',
  },
  {
    act: 'a user’s money paid out',
    sql: () =>
      `select post_house_journal(gen_random_uuid(), 'payout', gen_random_uuid(), 'x', '${buyer.userId}', 'house:card_clearing', 100)`,
    refused: /moves the house's money/,
  },
  {
    act: 'a movement that the card provider never told, and nobody booked',
    sql: () =>
      `insert into provider_movements (id, provider_id, category, amount, fee, moved_at, taken_in_at)
       values (gen_random_uuid(), 'txn_made_up', 'payout', -100, 0, now(), now())`,
    seen: 'provider_movement_is_booked',
  },
];

const newRefund = (state: string, amount = 100): string =>
  `insert into refunds (id, payment_id, amount, reason, created_at, state, provider_id, paid_at)
   values (gen_random_uuid(), '${id.paid}', ${amount}, 'x', now(), ${state})`;

const STOCK: Act[] = [
  {
    act: 'a sold card back to its owner',
    sql: () =>
      `update physical_cards set status = 'available', exit_price = null, exited_at = null where id = '${card.sold}'`,
    refused: /can't go from sold to available/,
  },
  {
    act: 'a card to another owner',
    sql: () =>
      `update physical_cards set opened_by_id = '${other.userId}' where id = '${card.unsold}'`,
    refused: /revealed once, to one user/,
  },
  {
    act: 'a card out without a parcel',
    sql: () =>
      `update physical_cards set status = 'shipped', shipped_at = now() where id = '${card.unsold}'`,
    refused: /in no shipment/,
  },
  {
    act: 'a card called sold with nothing booked',
    sql: () =>
      `update physical_cards set status = 'sold', exit_price = 1, exited_at = now(), auto_convert_at = null
       where id = '${card.unsold}'`,
    seen: 'card_sale_has_its_cause',
  },
  {
    act: 'a card called lost with nothing booked',
    sql: () =>
      `update physical_cards set status = 'lost', exit_price = 1, exited_at = now(), auto_convert_at = null
       where id = '${card.unsold}'`,
    refused: /is lost without a booked loss/,
  },
  {
    act: 'a loss above the value of its card',
    sql: () =>
      `insert into card_losses (card_id, user_id, reason, found_on, found_value, amount, method, decided_by_id)
       values ('${card.unsold}', '${buyer.userId}', 'missing', '2026-11-01', 100, 100000, 'credits', '${admin.userId}')`,
    refused: /card_losses_pay_the_higher_value/,
  },
  {
    act: 'a loss of a card that its owner still has',
    sql: () =>
      `insert into card_losses (card_id, user_id, reason, found_on, found_value, amount, method, decided_by_id)
       values ('${card.unsold}', '${buyer.userId}', 'missing', '2026-11-01', 100, 100, 'credits', '${admin.userId}')`,
    seen: 'lost_card_has_its_loss',
  },
  {
    act: 'a held parcel sent',
    sql: () =>
      `with h as (
         insert into parcel_holds (shipment_id, reasons, check_by) values ('${id.shipment}', array['risk_word'], now()) returning 1
       ) select from h;
       update shipments set state = 'shipped', shipped_at = now(), carrier = 'x', tracking_number = 'x' where id = '${id.shipment}'`,
    refused: /is held until somebody has looked/,
  },
  {
    act: 'a pack sold to nobody’s order',
    sql: () =>
      `with r as (
         insert into reservations (id, user_id, state) values (gen_random_uuid(), '${buyer.userId}', 'paid') returning id
       ), p as (select id from places where pack_type_id = '${packTypeId}' and state = 'available' limit 1)
       update places k set state = 'sold', buyer_id = '${buyer.userId}', reservation_id = r.id
       from r, p where k.id = p.id`,
    seen: 'paid_packs_match_order_lines',
  },
  {
    act: 'an order without its lines',
    sql: () => `delete from order_lines where order_id = '${id.order}'`,
    seen: 'paid_packs_match_order_lines',
  },
  {
    act: 'an order that has the rule for returns of before',
    sql: () => `update orders set has_return_limits = false where id = '${id.order}'`,
    refused: /orders may not be changed/,
  },
  {
    act: 'a refund that counts as an operator’s',
    sql: () => `update refunds set is_by_button = false`,
    refused: /refunds may not be changed/,
  },
  {
    act: 'another total of an order',
    sql: () =>
      `update orders set subtotal = subtotal + 1, total = total + 1 where id = '${id.order}'`,
    seen: 'pack_purchase_has_its_cause',
  },
  {
    act: 'another address on a packed parcel',
    sql: () =>
      `update shipments set address = address || '{"city": "Elsewhere"}' where id = '${id.shipment}'`,
    refused: /that is packed keeps its address/,
  },
  {
    act: 'another fee on a parcel than was quoted',
    sql: () => `update shipments set base_fee = 1 where id = '${id.shipment}'`,
    refused: /keeps its owner, its fee/,
  },
  {
    act: 'a quote that is cheaper afterwards',
    sql: () => `update shipping_quotes set base_fee = 1`,
    refused: /permission denied|may not be changed/,
  },
  {
    act: 'prices of parcels changed behind their version',
    sql: () => `update parcel_services set base_fee = 1`,
    refused: /permission denied|may not be changed/,
  },
  {
    act: 'a parcel with another card than was quoted',
    sql: () =>
      `insert into shipment_cards (shipment_id, card_id) values ('${id.shipment}', '${card.unsold}')`,
    seen: 'shipment_costs_its_quote',
  },
  {
    act: 'a discount code used less than it was',
    sql: () => `update discount_codes set uses = 0`,
    seen: 'discount_uses_counted',
  },
  {
    act: 'another number of packs on the shelf',
    sql: () => `insert into shown_changes (pack_type_id, packs) values ('${packTypeId}', 5)`,
    refused: /permission denied for table shown_changes/,
  },
  {
    act: 'a pack that is said to have been opened, and held a fortune',
    sql: () =>
      `insert into opened_packs values (gen_random_uuid(), '${packTypeId}', now(), 10000000)`,
    refused: /permission denied for table opened_packs/,
  },
  {
    act: 'a card said to have come out of packs more often',
    sql: () => 'update opened_cards set copies = copies + 1',
    refused: /permission denied for table opened_cards/,
  },
  {
    act: 'another number of cards in a set',
    sql: () => 'update card_counts set cards = cards + 1',
    refused: /permission denied for table card_counts/,
  },
  {
    act: 'a look into sealed packs',
    sql: () => 'select document from pack_secrets',
    refused: /permission denied/,
  },
  {
    act: 'a pack whose document is forgotten',
    sql: () => 'delete from pack_secrets',
    refused: /permission denied/,
  },
  {
    act: 'a card out of no pack',
    sql: () =>
      `insert into physical_cards (id, pack_id, card_id, position, status, opened_by_id, opened_at)
       select gen_random_uuid(), pack_id, card_id, 99, status, opened_by_id, opened_at from physical_cards limit 1`,
    refused: /permission denied/,
  },
  {
    act: 'another commitment of a pack',
    sql: () => `update physical_packs set commitment = sha256('')`,
    refused: /permission denied/,
  },
  {
    act: 'an entry taken out of the audit log',
    sql: () => 'delete from audit_log',
    refused: /permission denied/,
  },
];

/** Acts with singles that the sale of singles never does, or that only operators may decide. */
const SINGLES: Act[] = [
  {
    act: 'a bought single that comes back without its money',
    sql: () =>
      `update physical_cards set status = 'returned', exited_at = now() where id = '${single.holding}'`,
    seen: 'returned_single_is_given_back',
  },
  {
    act: 'money for a single that stays with its buyer',
    sql: () =>
      `update order_singles set refunded_at = now(), refund_amount = 1000, refund_taxes = '[]' where new_card_id = '${single.holding}'`,
    seen: 'returned_single_is_given_back',
  },
  {
    act: 'a single given back in a purchase’s place, without a journal',
    sql: () =>
      `update order_singles set refunded_at = now(), refund_amount = 1000, refund_taxes = '[]' where new_card_id = '${single.holding}'`,
    seen: 'refund_has_its_cause',
  },
  {
    act: 'a single that an order gains after it was paid',
    sql: () =>
      `insert into order_singles (order_id, house_card_id, unit_price, new_card_id)
       select order_id, '${single.onSale}', 1, gen_random_uuid() from order_singles where new_card_id = '${single.holding}'`,
    seen: 'sold_single_has_its_line_and_its_holding',
  },
  {
    act: 'a single that makes an order dearer than it was',
    sql: () =>
      `insert into order_singles (order_id, house_card_id, unit_price, new_card_id)
       select order_id, '${single.onSale}', 1, gen_random_uuid() from order_singles where new_card_id = '${single.holding}'`,
    seen: 'order_of_singles_is_the_sum_of_its_lines',
  },
  {
    act: 'a single that stays reserved for nobody',
    sql: () => `
      insert into reservations (id, user_id, state, expires_at) values ('${MADE_UP}', '${buyer.userId}', 'held', now());
      update house_cards set state = 'reserved', reservation_id = '${MADE_UP}' where id = '${single.onSale}';
      update reservations set state = 'released' where id = '${MADE_UP}'`,
    seen: 'reserved_single_is_held',
  },
  {
    act: 'a card of the house that never came back',
    sql: () => `update house_cards set paid = paid + 1 where id = '${single.onSale}'`,
    refused: /never changes/,
  },
  {
    act: 'a single sold to somebody who didn’t order it',
    sql: () =>
      `update house_cards set state = 'sold', exited_at = now(), reservation_id = '${id.order}' where id = '${single.onSale}'`,
    refused: /sold without an order/,
  },
];

const DECISIONS: Act[] = [
  {
    act: 'a card worth CAD 100,000',
    sql: () => `update cards set market_value = 10000000 where name = 'Glass Heron'`,
    refused: /No source tells that card .* is worth 10000000/,
  },
  {
    act: 'a card that begins with a worth',
    sql: () =>
      `insert into cards (id, set_id, external_id, name, number, rarity, native_rarity, finish, market_value, priced_on)
       select gen_random_uuid(), set_id, 'made-up', 'Made Up', '99', rarity, native_rarity, finish, 100, '2026-11-01'
       from cards limit 1`,
    refused: /No source tells/,
  },
  {
    act: 'a price by hand that no operator set',
    sql: () =>
      `insert into price_observations (card_id, source, observed_on, amount_minor, currency)
       select id, 'manual', current_date, 10000000, 'CAD' from cards where name = 'Glass Heron'`,
    refused: /set by an operator/,
  },
  {
    act: 'a shopper made an admin',
    sql: () => `update users set role = 'admin' where id = '${buyer.userId}'`,
    refused: /given by an admin/,
  },
  {
    act: 'a moderator whose address nobody has proven',
    sql: () => `update users set role = 'moderator' where id = '${other.userId}'`,
    refused: /for a verified address/,
  },
  {
    act: 'an admin made a shopper',
    sql: () => `update users set role = 'user' where id = '${admin.userId}'`,
    refused: /given by an admin/,
  },
  {
    act: 'an account that begins as a moderator',
    sql: () =>
      `insert into users (id, email, username, password_hash, role, email_verified_at)
       values (gen_random_uuid(), 'made-up@example.test', 'made up', '', 'moderator', now())`,
    refused: /given by an admin/,
  },
  {
    act: 'a shopper who gets a role made for them',
    sql: () =>
      `with made as (insert into staff_roles (id, name, rights) values (gen_random_uuid(), 'Made up', '{money}') returning id)
       update users set role = 'staff', staff_role_id = made.id from made where users.id = '${buyer.userId}'`,
    refused: /given by an admin|made by an admin/,
  },
  {
    act: 'a role that no admin made',
    sql: () =>
      `insert into staff_roles (id, name, rights) values (gen_random_uuid(), 'Made up', '{packing}')`,
    refused: /made by an admin/,
  },
  {
    act: 'an invitation by nobody',
    sql: () =>
      `insert into staff_invitations (id, email, role, invited_by_id, expires_at)
       select gen_random_uuid(), email, 'admin', '${admin.userId}', now() + interval '1 day' from users where id = '${buyer.userId}'`,
    refused: /is by an admin/,
  },
  {
    act: 'an API key that no admin made',
    sql: () =>
      `insert into users (id, email, username, password_hash, is_key) values ('${MADE_UP}', 'made up', 'made up', '', true);
       insert into api_keys (id, name, hash, rights, made_by_id, ends_at)
       values ('${MADE_UP}', 'made up', '', '{money:write}', '${admin.userId}', now() + interval '1 day')`,
    refused: /made and revoked by an admin/,
  },
  {
    act: 'an API key with more rights than it was made with',
    sql: () => `update api_keys set rights = '{money:write}' where name = 'Working'`,
    refused: /permission denied/,
  },
  {
    act: 'an API key revoked by nobody',
    sql: () => `update api_keys set revoked_at = now() where name = 'Working'`,
    refused: /made and revoked by an admin/,
  },
  {
    act: 'a revoked API key that works again',
    sql: () => 'update api_keys set revoked_at = null where revoked_at is not null',
    refused: /made and revoked by an admin/,
  },
  {
    act: 'a password for the account of an API key',
    sql: () => `update users set password_hash = 'mine' where is_key`,
    refused: /users_keys_sign_in_nowhere/,
  },
  {
    act: 'a purchase limit lifted',
    sql: () => `update pack_types set purchase_limit = null where id = '${packTypeId}'`,
    refused: /changed by an operator/,
  },
  {
    act: 'a pack for a cent',
    sql: () => `update pack_types set price = 1 where id = '${packTypeId}'`,
    refused: /changed by an operator/,
  },
  {
    act: 'thirty days made ten years',
    sql: () => `update physical_cards set auto_convert_at = auto_convert_at + interval '10 years'`,
    refused: /keeps its thirty days/,
  },
  {
    act: 'a pack opened for ten years',
    sql: () =>
      `select open_packs('${other.userId}', array[gen_random_uuid()], array_agg(id), interval '10 years')
       from places where buyer_id = '${other.userId}' and state = 'sold'`,
    refused: /keeps its thirty days/,
  },
  {
    act: 'an entry in the audit log in an operator’s name',
    sql: () =>
      `insert into audit_log (actor_id, action, subject_kind, subject_id, after, ip, request_id)
       values ('${admin.userId}', 'change_role', 'user', '${buyer.userId}', '{"role": "admin"}', '', '')`,
    refused: /permission denied/,
  },
];

const LOG: Act[] = [
  {
    act: 'to take back what the public log has said',
    sql: () => 'delete from log_entries',
    refused: /permission denied/,
  },
  {
    act: 'to write a hash of the public log that nothing hashes to',
    sql: () => `insert into log_nodes values (1, 0, 0, '\\x00')`,
    refused: /permission denied/,
  },
  {
    act: 'a checkpoint of entries that are not there',
    sql: () =>
      `${BEGIN_LOG}; insert into log_checkpoints (log, size, note) values (1, 7, 'shop.example/log')`,
    refused: /says what the log holds/,
  },
  {
    act: 'a graded card that the public log retires while it is in a pack',
    sql: () => {
      const now = Math.floor(Date.now() / 1000);
      const head = { v: 2, at: now };
      const label = labelHash(proofPrimitives, 'GR-77');
      return `${BEGIN_LOG};
        select take_in_packs(array['${packTypeId}'], array['P'], array['P'], array['{1,2,2}'],
          array(select id from cards where name in ('Moss Wall', 'Glass Heron') order by name desc),
          array['Near Mint', 'Near Mint'], array['GR-77', null]);
        ${entry({ ...head, kind: 'verifier', file: 'ab'.repeat(32) })};
        ${entry({ ...head, kind: 'x-retired', labels: [label] })}`;
    },
    seen: 'retired_card_is_in_no_pack',
  },
];

const entry = (said: object) =>
  `insert into log_entries (log, index, kind, says_at, data, leaf_hash) values (1, 0, '', 0, '${JSON.stringify(said)}', '')`;
const BEGIN_LOG = `insert into logs (number, origin, key) values (1, 'shop.example/log', sha256(''))`;

/** Acts that change the operators' credentials. */
const ACCOUNTS: Act[] = [
  ...[
    ['another password', `password_hash = 'mine'`],
    ['another address', `email = 'mine@example.com'`],
    ['an address that is proven no more', 'email_verified_at = null'],
    ['a lock', 'locked_at = now()'],
  ].map(([act, change]) => ({
    act: `${act} of an operator`,
    sql: () => `update users set ${change} where id = '${admin.userId}'`,
    refused: /changes only with their knowledge/,
  })),
  {
    act: 'a second factor of an operator that their app has not proven',
    sql: () =>
      `insert into two_factors (user_id, sealed_secret, created_at, confirmed_at) values ('${admin.userId}', 'mine', now(), now())`,
    refused: /changes only with their knowledge/,
  },
  {
    act: 'what is noted of an operator’s account',
    sql: () => `update operator_accounts set fingerprint = sha256('')`,
    refused: /permission denied/,
  },
];

const ACTS = [...MONEY, ...STOCK, ...SINGLES, ...DECISIONS, ...ACCOUNTS, ...LOG];

describe('in the shop’s own role', () => {
  test.each(ACTS.filter((one) => 'refused' in one))(
    'the database refuses $act',
    async ({ sql, refused }) => {
      await expect(tryOut(sql())).rejects.toThrow(refused);
    },
  );

  test.each(ACTS.filter((one) => 'seen' in one))(
    'the audit detects $act',
    async ({ sql, seen }) => {
      expect(await tryOut(sql())).toContain(seen);
    },
  );

  test('the audit detects an operator’s password that was changed around the triggers', async () => {
    const change = (hash: string) =>
      shop.owner.query(`
        set session_replication_role = replica;
        update users set password_hash = ${hash} where id = '${admin.userId}';
        set session_replication_role = default`);
    await change(`password_hash || 'x'`);
    expect(await tryOut('select 1')).toEqual(['operator_account_is_as_noted']);
    await change(`left(password_hash, -1)`);
  });

  test('none of these acts has taken effect', async () => {
    expect(await tryOut('select 1')).toEqual([]);
  });
});

/**
 * Tries an act, including the checks at commit, and returns the invariants that it violated. Then rolls everything
 * back.
 */
async function tryOut(sql: string): Promise<string[]> {
  const client = await appRole.connect();
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('set constraints all immediate');
    const broken: string[] = [];
    for (const [name, query] of Object.entries(promisesOf(shop.context.config))) {
      const { rowCount } = await client.query(`${query} limit 1`);
      if (rowCount !== 0) broken.push(name);
    }
    return broken;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
