// Runs the audit. Each invariant about money and stock is a query that counts its violations, and any count but zero is
// a fault (docs/product.md §6).
import * as rows from '#contract/admin.ts';
import type { Reply } from '#contract/endpoint.ts';
import { inLongTransaction, statement } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import type { Config } from '../runtime/config.ts';
import type { Context } from '../runtime/context.ts';
import { PAID } from '../shipping/shipments-queries.ts';
import { houseTotals } from './house-totals.ts';
import { journalCauses } from './journal-causes.ts';
import { MARGIN_TOTALS } from './margin-totals.ts';

// Longest time between the end of a reservation and the release of its packs.
const EXPIRED_HOLD_GRACE = '60 seconds';

// Longest time between an entry of the public log and its signature.
const SIGN_GRACE = '60 seconds';

// Longest time between the arrival of a payment and its delivery or refund.
const CONFIRM_GRACE = '60 seconds';

/** The invariants by name. Each is a query that returns a row for each violation. */
const INVARIANTS: Record<string, string> = {
  balance_is_sum_of_transfers: `
    select a.id from ledger_accounts a
    left join lateral (
      select coalesce(sum(case when t.credit_account_id = a.id then t.amount else -t.amount end), 0) as total
      from transfers t where a.id in (t.credit_account_id, t.debit_account_id)
    ) s on true
    where a.owner_id is not null and a.balance <> s.total or a.debtor_id is not null and a.balance <> -s.total`,
  transfer_has_its_journal_and_accounts: `
    select t.journal_id from transfers t
    left join journals j on j.id = t.journal_id
    left join ledger_accounts d on d.id = t.debit_account_id
    left join ledger_accounts c on c.id = t.credit_account_id
    where j.id is null or d.id is null or c.id is null`,
  account_is_of_user_debtor_or_house: `
    select id from ledger_accounts where (
      case
        when owner_id is not null then id = owner_id::text and debtor_id is null
        when debtor_id is not null then id = 'debt:' || debtor_id
        else id like 'house:%'
      end
    ) is not true`,
  balance_not_negative: 'select id from ledger_accounts where balance < 0',
  bought_credits_are_sum_of_transfers: `
    select a.id from ledger_accounts a
    left join lateral (
      select coalesce(sum(case when t.credit_account_id = a.id then t.bought else -t.bought end), 0) as total
      from transfers t where a.owner_id is not null and a.id in (t.credit_account_id, t.debit_account_id)
    ) s on true
    where (a.owner_id is not null or a.debtor_id is not null)
      and (a.bought is distinct from s.total or a.bought not between 0 and a.balance)`,
  gifts_go_back_once: `
    select y.subject_id from refund_parts p join refunds f on f.id = p.refund_id join payments y on y.id = f.payment_id
    where p.account = 'gift' group by y.subject_id
    having sum(p.amount) > (
      select coalesce(sum(t.amount), 0) from top_up_gifts g
      join journals j on j.kind = 'bonus_credit' and j.reference_id = g.grant_id join transfers t on t.journal_id = j.id
      where g.top_up_id = y.subject_id)`,
  statement_without_gaps: `
    select a.id from ledger_accounts a
    left join lateral (
      select count(*) as entries, count(distinct v.version) as versions, coalesce(max(v.version), 0) as newest
      from (
        select debit_version as version from transfers where debit_account_id = a.id
        union all
        select credit_version from transfers where credit_account_id = a.id
      ) v
    ) s on true
    where (a.owner_id is not null or a.debtor_id is not null) and (a.version <> s.entries or s.entries <> s.versions or s.newest <> a.version)`,
  paid_packs_match_order_lines: `
    select coalesce(l.order_id, k.reservation_id) from
      (select l.order_id, l.pack_type_id, l.quantity - l.refunded as quantity from order_lines l join orders o on o.id = l.order_id where o.paid_at is not null) l
    full join
      (select reservation_id, pack_type_id, count(*) as packs from places where state in ('sold', 'disputed', 'opened') group by 1, 2) k
      on k.reservation_id = l.order_id and k.pack_type_id = l.pack_type_id
    where coalesce(l.quantity, 0) <> coalesce(k.packs, 0)`,
  stock_is_as_counted: `
    select pack_type_id from
      (select pack_type_id, sum(packs) as packs from shown_changes group by 1) k
    full join
      (select pack_type_id, count(*) as packs from places where state = 'available' group by 1) p using (pack_type_id)
    where coalesce(k.packs, 0) <> coalesce(p.packs, 0)`,
  day_sums_are_as_the_ledger_says: `
    select day from (
      select day, sum(sales) as sales, sum(refunded) as refunded, sum(top_ups) as top_ups, sum(sold_back) as sold_back,
        sum(credits) as credits, sum(openings) as openings
      from (
        select day, sales, refunded, top_ups, sold_back, credits, openings from day_sums
        union all
        select (happened_at at time zone 'UTC')::date, sales, refunded, top_ups, sold_back, credits, openings
        from late_movements where happened_at < (select until from summed_until)
        union all
        select day, -sales, -refunded, -top_ups, -sold_back, -credits, -openings
        from movements_between('-infinity', (select until from summed_until))
      ) both_sides group by day
    ) d where (sales, refunded, top_ups, sold_back, credits, openings) <> (0, 0, 0, 0, 0, 0)`,
  document_numbers_have_no_gaps: `
    select series from documents group by series having count(*) <> max(number)
    union all
    select d.series from documents d join journals j on j.id = d.journal_id where series_of(j) is distinct from d.series`,
  pack_belongs_to_buyer_of_its_reservation: `
    select p.id from places p left join reservations r on r.id = p.reservation_id
    where p.reservation_id is not null and p.buyer_id is distinct from r.user_id`,
  pack_has_its_place: `
    select coalesce(p.id, l.id) from places l full join physical_packs p on p.id = l.pack_id
    where p.id is null or l.id is null and p.commitment is not null
      or l.pack_type_id <> p.pack_type_id or l.received_at <> p.received_at`,
  opened_pack_has_one_opening_and_all_cards: `
    select coalesce(p.id, o.pack_id) from places p
    join pack_types t on t.id = p.pack_type_id
    full join openings o on o.pack_id = p.pack_id
    left join lateral (select count(*) as cards from physical_cards c where c.pack_id = p.pack_id and c.bought_as_id is null) s on true
    where p.id is null or (p.state = 'opened') <> (o.id is not null)
      or (p.state = 'opened' and (s.cards <> t.card_count or o.user_id <> p.buyer_id))
      or (p.state <> 'opened' and s.cards <> 0)`,
  opened_card_is_a_known_one_of_an_opening: `
    select c.id from physical_cards c
    left join cards k on k.id = c.card_id
    left join openings o on o.pack_id = c.pack_id and o.user_id = c.opened_by_id
    where k.id is null or o.id is null and c.bought_as_id is null`,
  house_card_is_of_its_holding: `
    select coalesce(c.id, h.id) from (select * from physical_cards where status in ('sold', 'converted', 'reclaimed', 'returned')) c
    full join house_cards h on h.id = c.id
    left join house_cards b on b.id = c.bought_as_id
    where c.id is null or h.id is null
      or (h.pack_id, h.position, h.card_id, h.came_at) is distinct from (c.pack_id, c.position, c.card_id, c.exited_at)
      or h.paid <> coalesce(c.exit_price, b.paid, 0) or condition_rank(h.condition) < condition_rank(c.condition)`,
  card_is_in_one_hand: `
    select (array_agg(id))[1] from (
      select id, pack_id, position from physical_cards where status in ('available', 'locked', 'shipped', 'delivered', 'lost')
      union all
      select id, pack_id, position from house_cards where state not in ('sold', 'given')
    ) k group by pack_id, position having count(*) <> 1`,
  sold_single_has_its_line_and_its_holding: `
    select coalesce(h.id, s.house_card_id) from (select * from house_cards where state = 'sold') h
    full join (
      select s.*, o.user_id from order_singles s join orders o on o.id = s.order_id where o.paid_at is not null
    ) s on s.house_card_id = h.id and s.order_id = h.reservation_id
    left join physical_cards p on p.id = s.new_card_id
    where h.id is null or s.house_card_id is null or p.id is null
      or (p.bought_as_id, p.opened_by_id, p.cost, p.pack_id, p.position, p.card_id, p.condition, p.opened_at) is distinct from
        (h.id, s.user_id, s.unit_price - s.discount, h.pack_id, h.position, h.card_id, h.condition, h.exited_at)
    union all
    select p.id from physical_cards p
    where p.bought_as_id is not null and not exists (select from order_singles s where s.new_card_id = p.id)
      and not exists (select from house_cards h where h.id = p.bought_as_id and h.state = 'given')`,
  returned_single_is_given_back: `
    select p.id from physical_cards p join order_singles s on s.new_card_id = p.id
    where p.status = 'returned' and s.refunded_at is null
      or s.refund_taxes is not null and p.status <> 'returned'`,
  order_of_singles_is_the_sum_of_its_lines: `
    select o.id from (
      select order_id, sum(unit_price) as price, sum(discount) as discount from order_singles group by 1
    ) s join orders o on o.id = s.order_id
    where o.subtotal <> s.price + (select coalesce(sum(l.quantity * l.unit_price), 0) from order_lines l where l.order_id = o.id)
      or o.discount < s.discount
      or o.discount <> s.discount and not exists (select from order_lines l where l.order_id = o.id)`,
  reserved_single_is_held: `
    select h.id from house_cards h left join reservations r on r.id = h.reservation_id
    where h.state = 'reserved' and r.state is distinct from 'held'`,
  pack_is_like_its_document: 'select packs_unlike_their_documents()',
  contents_are_counted_as_documents_say: 'select types_counted_wrong()',
  facts_are_counted_over_sealed_packs: 'select facts_counted_wrong()',
  odds_are_of_twenty_sealed_packs: 'select facts_of_too_few()',
  opened_packs_and_cards_are_counted_once: 'select opened_counted_wrong()',
  cards_are_counted_by_kind: `
    select coalesce(c.set_id, k.set_id) from
      (select set_id, rarity, finish, count(*) as cards from cards group by 1, 2, 3) c
    full join card_counts k on k.set_id = c.set_id and k.rarity = c.rarity and k.finish = c.finish
    where coalesce(c.cards, 0) <> coalesce(k.cards, 0)`,
  packs_keep_their_promises: 'select types_that_break_promises()',
  retired_card_is_in_no_pack: 'select packs_with_retired_cards()',
  drop_is_as_the_log_says: 'select drop_faults()',
  public_log_is_whole: 'select log_faults()',
  public_log_is_signed: `
    select e.index from log_entries e
    where e.added_at < shop_now() - interval '${SIGN_GRACE}' and e.log = (select max(number) from logs)
      and not exists (select from log_checkpoints c where c.log = e.log and c.size > e.index)`,
  expired_reservation_is_released: `
    select id from reservations where state = 'held' and expires_at < shop_now() - interval '${EXPIRED_HOLD_GRACE}'`,
  // Leaves out purchases from before the limit was last changed, because the old limit applied to them.
  purchase_limit_kept: `
    select beyond.buyer_id from (
      select p.buyer_id, t.id, t.updated_at from places p join pack_types t on t.id = p.pack_type_id
      where p.buyer_id is not null group by p.buyer_id, t.id having count(*) > t.purchase_limit
    ) beyond where exists (
      select from places p join reservations r on r.id = p.reservation_id
      where p.buyer_id = beyond.buyer_id and p.pack_type_id = beyond.id
        and r.created_at > beyond.updated_at + interval '1 minute'
    )`,
  discount_uses_counted: `
    select d.code from discount_codes d
    left join lateral (
      select count(*) as used from orders o join reservations r on r.id = o.id and r.state in ('held', 'paid')
      where upper(o.discount_code) = d.code
    ) s on true
    where d.uses <> s.used`,
  discount_terms_kept: `
    select o.user_id from orders o
    join discount_codes d on d.code = upper(o.discount_code) and d.uses_per_person is not null
    left join reservations r on r.id = o.id
    where o.paid_at is not null or r.state = 'held'
    group by o.user_id, d.code, d.uses_per_person having count(*) > d.uses_per_person
    union all
    select o.id from orders o join discount_codes d on d.code = upper(o.discount_code) where o.subtotal < d.least_order`,
  reserved_pack_has_its_reservation: `
    select p.id from places p join reservations r on r.id = p.reservation_id
    where r.state <> case p.state when 'reserved' then 'held' else 'paid' end`,
  // Checks the sum of each list of taxes. A constraint of the database already checks the single entries.
  taxes_add_up: `
    select s.id from (
      select id, tax, taxes from orders where taxes is not null
      union all select id, tax, taxes from shipments where taxes is not null or tax <> 0
    ) s
    where s.tax is distinct from (
      select coalesce(sum((l->>'amount')::bigint), 0) from jsonb_array_elements(coalesce(s.taxes, '[]')) l)
      or exists (
        select from jsonb_array_elements(coalesce(s.taxes, '[]')) l
        where l->>'account' is null or (l->>'amount')::bigint < 0
        union all
        select from jsonb_array_elements(coalesce(s.taxes, '[]')) l group by l->>'account' having count(*) > 1)`,
  // The charged tax must equal the tax provider's calculation to the cent. The refunded tax that was reported to the
  // provider must equal the refunded tax in the books.
  sale_takes_calculated_tax: `
    select c.id from tax_calculations c
    left join orders o on c.sells = 'packs' and o.id = c.sale_id
    left join shipments s on c.sells = 'parcel' and s.id = c.sale_id
    where c.sale_id is not null and (c.user_id, c.taxable, c.tax, c.taxes, c.region) is distinct from (
      coalesce(o.user_id, s.user_id),
      coalesce(o.subtotal - o.discount, s.base_fee + s.weight_fee + s.insurance_fee - s.reduction),
      coalesce(o.tax, s.tax), coalesce(o.taxes, s.taxes, '[]'), coalesce(o.region, s.region))`,
  recorded_tax_was_paid: `
    select c.id from tax_calculations c
    left join orders o on o.id = c.sale_id
    left join shipments s on s.id = c.sale_id
    where c.recorded_as is not null and coalesce(o.paid_at, s.requested_at) is null`,
  reversed_tax_went_back: `
    select r.journal_id from tax_reversals r
    cross join lateral (
      select coalesce(sum(t.amount) filter (where t.debit_account_id in ('house:sales', 'house:shipping')), 0) as goods,
        coalesce(sum(t.amount) filter (where starts_with(t.debit_account_id, 'house:tax')), 0) as tax
      from transfers t where t.journal_id = r.journal_id
    ) m where (m.goods, m.tax) is distinct from (r.goods, r.tax)
    union all
    select c.id from tax_calculations c
    join (select calculation_id, sum(goods) as goods, sum(tax) as tax from tax_reversals group by 1) b on b.calculation_id = c.id
    where b.goods > c.taxable or b.tax > c.tax or c.recorded_as is null`,
  card_order_is_paid_by_its_payment: `
    select coalesce(o.id, y.subject_id) from (select * from orders where payment_method = 'stripe') o
    full join (select * from payments where purpose = 'order') y on y.subject_id = o.id
    where o.id is null or y.id is null or y.user_id <> o.user_id or y.amount <> o.total
      or (o.paid_at is not null) <> (y.state = 'succeeded')`,
  card_shipment_is_paid_by_its_payment: `
    select coalesce(s.id, y.subject_id) from (select * from shipments where payment_method = 'stripe') s
    full join (select * from payments where purpose = 'shipment') y on y.subject_id = s.id
    where s.id is null or y.id is null or y.user_id <> s.user_id or y.amount <> s.base_fee + s.weight_fee + s.insurance_fee - s.reduction + s.tax
      or (s.requested_at is not null) <> (y.state = 'succeeded')
      or (s.state = 'unpaid' and y.expires_at < shop_now() - interval '${EXPIRED_HOLD_GRACE}' and y.state <> 'processing')`,
  shipment_costs_its_quote: `
    select s.id from shipments s join shipping_quotes q on q.id = s.quote_id
    where (s.user_id, s.base_fee, s.weight_fee, s.insurance_fee, s.reduction, s.insured_value, s.goes_with_id)
        is distinct from (q.user_id, q.base_fee, q.weight_fee, q.insurance_fee, q.reduction, q.insured_value, q.goes_with_id)
      or s.created_at > q.expires_at
      or q.card_ids <> (select array_agg(h.card_id order by h.card_id) from shipment_cards h where h.shipment_id = s.id)`,
  what_goes_with_a_parcel_is_where_it_is: `
    select a.id from shipments a join shipments p on p.id = a.goes_with_id
    where a.user_id <> p.user_id or p.goes_with_id is not null
      or (a.state not in ('unpaid', 'lapsed', 'cancelled') and a.state <> p.state)`,
  card_is_where_its_shipment_says: `
    select coalesce(c.id, l.card_id) from
      (select id, status, opened_by_id from physical_cards
       where status in ('shipped', 'delivered') or lock_reason = 'shipping_payment') c
    full join
      (select h.card_id, s.state, s.user_id from shipment_cards h join shipments s on s.id = h.shipment_id where h.is_live) l
      on l.card_id = c.id
    where c.id is null or l.card_id is null or c.opened_by_id <> l.user_id or l.state in ('lapsed', 'cancelled')
      or c.status <> case l.state when 'unpaid' then 'locked' when 'delivered' then 'delivered' else 'shipped' end`,
  lost_card_has_its_loss: `
    select coalesce(c.id, l.card_id) from (select * from physical_cards where status = 'lost') c
    full join card_losses l on l.card_id = c.id
    where c.id is null or l.card_id is null or c.opened_by_id <> l.user_id or c.exit_price <> l.amount`,
  given_single_replaces_a_lost_card: `
    select coalesce(h.id, l.replacement_id) from (select * from house_cards where state = 'given') h
    full join (select * from card_losses where method = 'replacement') l on l.replacement_id = h.id
    left join physical_cards c on c.id = l.card_id left join physical_cards n on n.bought_as_id = h.id
    where h.id is null or l.card_id is null or n.id is null or (c.card_id, c.condition) <> (h.card_id, h.condition)
      or n.cost <> l.amount or n.opened_by_id <> l.user_id`,
  lost_parcel_has_its_loss: `
    select coalesce(s.id, l.shipment_id) from (select * from shipments where state = 'lost') s
    full join parcel_losses l on l.shipment_id = s.id
    where s.id is null or l.shipment_id is null or s.user_id <> l.user_id or l.amount <> ${PAID}`,
  held_parcel_waits: `
    select h.shipment_id from parcel_holds h join shipments s on s.id = h.shipment_id or s.goes_with_id = h.shipment_id
    where h.released_at is null and (s.packed_at > h.held_at or s.shipped_at > h.held_at)`,
  top_up_is_credited_by_its_payment: `
    select u.id from top_ups u
    left join payments y on y.purpose = 'top_up' and y.subject_id = u.id
    left join journals j on j.kind = 'credit_purchase' and j.reference_id = u.id
    left join lateral (
      select coalesce(sum(t.amount), 0) as paid, coalesce(sum(t.amount) filter (where t.credit_account_id = u.user_id::text), 0) as credited
      from transfers t where t.journal_id = j.id
    ) s on true
    where y.id is null or y.user_id <> u.user_id or y.amount <> u.amount + u.fee
      or (y.state = 'succeeded') <> (j.id is not null)
      or (j.id is not null and (j.id <> u.id or s.paid <> y.amount or s.credited <> u.amount))`,
  erased_account_says_nothing: `
    select u.id from users u
    where u.erased_at is not null and (
      u.email <> 'erased-' || u.id || '@erased.invalid' or u.username <> 'erased' or u.role <> 'user'
      or coalesce(u.full_name, u.phone_number, u.address_line_1, u.city, u.state, u.zip_code, u.country) is not null
      or exists (select from sessions s where s.user_id = u.id and (s.ended_at is null or s.ip <> '' or s.user_agent <> ''))
      or exists (select from one_time_codes c where c.user_id = u.id)
      or exists (select from two_factors t where t.user_id = u.id)
      or exists (select from recovery_codes r where r.user_id = u.id)
      or exists (select from two_factor_tokens t where t.user_id = u.id)
      or exists (select from payment_methods m where m.user_id = u.id)
      or exists (select from list_views v where v.owner_id = u.id)
      or exists (select from mails m where m.user_id = u.id)
      or exists (select from document_buyers b where b.user_id = u.id)
      or exists (select from document_files f join journals j on j.id = f.journal_id where j.user_id = u.id)
      or exists (select from tax_calculations c where c.user_id = u.id and c.postal_code is not null)
      or exists (select from shipments s where s.user_id = u.id and s.address is not null)
      or exists (select from payments y where y.user_id = u.id and coalesce(y.card_fingerprint, y.card_country) is not null)
      or exists (select from notes n where n.about_id = u.id)
      or exists (select from place_questions q where q.user_id = u.id and q.note <> 'erased')
      or exists (select from orders o join return_requests r on r.order_id = o.id where o.user_id = u.id and r.reason <> 'erased'))`,
  undeliverable_payment_is_refunded: `
    select y.id from payments y
    where y.state = 'refund_due' and y.updated_at < shop_now() - interval '${CONFIRM_GRACE}'
      and not exists (select from refunds f where f.payment_id = y.id and f.state in ('pending', 'failed'))
      -- During a dispute, the refund waits for the bank.
      and not exists (select from disputes d where d.payment_id = y.id and d.state = 'open')`,
  refund_belongs_to_payment: `
    select y.id from payments y
    left join lateral (
      select count(*) as refunds, coalesce(bool_or(f.replaced_by is null and f.state <> 'paid'), false) as is_owed
      from refunds f where f.payment_id = y.id
    ) f on true
    where (y.state = 'refund_due' and (f.refunds = 0 or not f.is_owed))
      or (y.state = 'refunded' and f.refunds = 0)
      or (y.state not in ('succeeded', 'refund_due', 'refunded') and f.refunds > 0)`,
  refund_by_bank_is_of_a_lost_dispute: `
    select f.payment_id from refunds f
    where f.method = 'bank' group by f.payment_id
    having sum(f.amount) > (select coalesce(sum(d.amount), 0) from disputes d where d.payment_id = f.payment_id and d.state = 'lost')`,
  disputed_order_is_locked: `
    select p.id from disputes d join payments y on y.id = d.payment_id and y.purpose = 'order'
    join places p on p.reservation_id = y.subject_id
    where d.state = 'open' and p.state = 'sold'
    union all
    select c.id from disputes d join payments y on y.id = d.payment_id and y.purpose = 'order'
    cross join lateral cards_of_order(y.subject_id) k (id) join physical_cards c on c.id = k.id and c.status = 'available'
    where d.state = 'open'`,
  what_is_locked_is_disputed: `
    select p.id from places p where p.state = 'disputed' and disputes_of_order(p.reservation_id) is distinct from 'open'
    union all
    select c.id from physical_cards c cross join lateral (select disputes_of_order(order_of_card(c.pack_id, c.bought_as_id)) as dispute) d
    where c.lock_reason = 'dispute' and d.dispute is distinct from 'open'
      or c.status = 'reclaimed' and d.dispute is null and not exists (
        select from audit_log l where l.action = 'take_back_card' and l.subject_id = c.id::text)`,
  debt_is_what_was_left_owing: `
    select a.id from ledger_accounts a
    left join lateral (
      select coalesce(sum(o.debt), 0) as left_behind from (
        select d.debt from disputes d where d.user_id = a.debtor_id
        union all
        select b.amount from refund_debts b join refunds f on f.id = b.refund_id join payments y on y.id = f.payment_id
        where y.user_id = a.debtor_id
      ) o (debt)
    ) d on true
    left join lateral (
      select coalesce(sum(t.amount), 0) as paid from transfers t join journals j on j.id = t.journal_id
      where t.credit_account_id = a.id and j.kind in ('debt_payment', 'debt_written_off')
    ) p on true
    where a.debtor_id is not null and a.balance <> d.left_behind - p.paid`,
  who_owes_has_no_credits: `
    select a.id from ledger_accounts a join ledger_accounts b on b.owner_id = a.debtor_id
    where a.debtor_id is not null and a.balance > 0 and b.balance > 0`,
  books_agree_with_card_provider: `
    select id from money_questions
    where closed_at is null and kind in ('not_in_books', 'not_at_provider', 'amounts_differ', 'other_currency')`,
  provider_movement_is_booked: `
    select m.id from provider_movements m
    left join lateral (
      select coalesce(sum(case when t.debit_account_id = 'house:card_clearing' then t.amount else -t.amount end), 0) as amount
      from journals j join transfers t on t.journal_id = j.id where j.reference_id = m.id and j.user_id is null
    ) b on true
    where b.amount <> case
      when m.category in ('payout', 'payout_reversal', 'fee') then m.amount - m.fee
      when m.category in ('dispute', 'dispute_reversal') then 0
      else -m.fee end`,
  house_journal_has_its_movement: `
    select j.id from journals j where j.user_id is null
      and not exists (select from provider_movements m where m.id = j.reference_id)`,
  operator_account_is_as_noted: `
    select id from users u where role <> 'user' and erased_at is null and not exists (
      select from operator_accounts o where o.user_id = u.id and o.fingerprint = operator_fingerprint(u.id))
    union all
    select user_id from operator_accounts where operator_fingerprint(user_id) is null`,
  audit_log_is_whole: `
    select l.id from (select a.*, lag(a.hash, 1, '') over (order by a.id) as previous from audit_log a) l
    join audit_log a on a.id = l.id where a.hash <> audit_log_hash(a, l.previous)`,
};

/** Returns every invariant for a shop with these settings. */
export function promisesOf({ demo }: Pick<Config, 'demo'>): typeof INVARIANTS {
  return {
    ...INVARIANTS,
    ...journalCauses({ demo }),
    ...houseTotals({ demo }),
    ...MARGIN_TOTALS,
  };
}

/**
 * Counts the violations of every invariant. `signal` can abort the audit between two invariants.
 */
export async function countViolations(
  { db, config }: Pick<Context, 'db' | 'config'>,
  signal?: AbortSignal,
): Promise<Reply<typeof rows.runAudit>> {
  // Runs one statement per invariant, and all of them in one snapshot. Otherwise a purchase between two statements
  // could look like a violation.
  return inLongTransaction(db, async (tx) => {
    await statement(tx, 'set transaction isolation level repeatable read, read only', []);
    const counts: Reply<typeof rows.runAudit> = [];
    for (const [invariant, query] of Object.entries(promisesOf(config))) {
      signal?.throwIfAborted();
      const [found] = await statement<{ violations: number }>(
        tx,
        `select count(*) as violations from (${query}) broken`,
        [],
      );
      counts.push({ invariant, violations: found!.violations });
    }
    return counts;
  });
}

export const runAudit = handler(rows.runAudit, async (context) => {
  return countViolations(context);
});
