-- A quote is what was said that a parcel costs. It is honoured for its time whatever the tariff says by then, and a shipment
-- costs what its quote says (docs/product.md §15).
create table shipping_quotes (
  id uuid primary key,
  user_id uuid not null references users (id),
  tariff_version int not null,
  service_key text not null,
  service_name text not null,
  delivery text not null,
  country text not null,
  region text,
  card_ids uuid[] not null,
  market_value bigint not null,
  grams int not null,
  is_insured boolean not null,
  insured_value bigint not null,
  base_fee bigint not null,
  weight_fee bigint not null,
  insurance_fee bigint not null,
  reduction bigint not null,
  goes_with_id uuid,
  beside_cards int,
  made_at timestamptz not null default shop_now(),
  expires_at timestamptz not null,
  constraint shipping_quotes_fees check (base_fee > 0 and weight_fee >= 0 and insurance_fee >= 0
    and reduction between 0 and base_fee + weight_fee + insurance_fee),
  constraint shipping_quotes_are_of_cards check (cardinality(card_ids) > 0),
  constraint shipping_quotes_values check (market_value >= 0 and insured_value >= 0 and grams > 0),
  constraint shipping_quotes_beside_something check ((goes_with_id is null) = (beside_cards is null)),
  constraint shipping_quotes_end check (expires_at > made_at)
);
create index shipping_quotes_by_end on shipping_quotes (expires_at);
create index shipping_quotes_beside on shipping_quotes (goes_with_id) where goes_with_id is not null;
comment on table shipping_quotes is 'What somebody was told that these cards cost to ship, and until when that is honoured. Never changed; forgotten a while after its end where no shipment came of it.';
comment on column shipping_quotes.tariff_version is 'The tariff that it was made by; 0: the product''s own.';
comment on column shipping_quotes.region is 'The part of the country, where the price hangs on it.';
comment on column shipping_quotes.card_ids is 'In order. With goes_with_id: those that come to the others.';
comment on column shipping_quotes.market_value is 'Of the cards at that moment, in cents; with goes_with_id of these and those before.';
comment on column shipping_quotes.grams is 'Of the parcel as a whole.';
comment on column shipping_quotes.is_insured is 'Whether insurance was asked for beyond what the price includes.';
comment on column shipping_quotes.insured_value is 'What comes back if the parcel is lost.';
comment on column shipping_quotes.reduction is 'What is free, and what the parcel that these cards go along with has paid.';
comment on column shipping_quotes.goes_with_id is 'The parcel that waits and takes these cards in. Its key is that of the shipment which comes of it: of two tables that refer to each other neither could be restored first.';
comment on column shipping_quotes.beside_cards is 'How many cards lay in that parcel then. With another number the price would be another.';

create trigger shipping_quotes_never_change before update or truncate on shipping_quotes
  for each statement execute function refuse_change();
create function check_shipping_quote_end() returns trigger language plpgsql as $$
begin
  if old.expires_at >= shop_now() then
    raise exception 'A quote that is still good is not forgotten' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
comment on function check_shipping_quote_end() is 'A quote is honoured until its end.';
create trigger shipping_quotes_keep before delete on shipping_quotes
  for each row execute function check_shipping_quote_end();
revoke update on shipping_quotes from felt_and_foil_app;

alter table shipments
  add column quote_id uuid references shipping_quotes (id),
  add column insurance_fee bigint not null default 0,
  add column reduction bigint not null default 0,
  add column insured_value bigint not null default 0,
  add column goes_with_id uuid references shipments (id);
alter table shipments drop constraint shipments_fees;
-- Without a quote that says so, nothing is sent for nothing.
alter table shipments add constraint shipments_fees check (
  base_fee > 0 and weight_fee >= 0 and insurance_fee >= 0 and reduction between 0 and base_fee + weight_fee + insurance_fee
  and (quote_id is not null or reduction = 0)
) not valid;
alter table shipments validate constraint shipments_fees;
create index shipments_beside on shipments (goes_with_id) where goes_with_id is not null;
create index shipments_of_quote on shipments (quote_id) where quote_id is not null;
comment on column shipments.quote_id is 'What it costs was said by this; null: it is from before there were quotes.';
comment on column shipments.reduction is 'What was free, or was paid with the parcel that it goes with. It costs base, weight and insurance without this.';
comment on column shipments.insured_value is 'What comes back if it is lost, in cents.';
comment on column shipments.goes_with_id is 'The parcel that its cards were put into, and with which they go; null: it is a parcel of its own.';

-- As before, and: it costs what its quote says, and what was put into a parcel stays with it.
create or replace function check_shipment() returns trigger
language plpgsql
as $$
declare
  quote shipping_quotes;
  parcel shipments;
begin
  if tg_op = 'INSERT' then
    if new.state not in ('unpaid', 'requested') then
      raise exception 'A shipment begins unpaid or requested' using errcode = 'restrict_violation';
    end if;
    if new.quote_id is null and new.base_fee > 0 then
      raise exception 'A shipment has a quote' using errcode = 'restrict_violation', constraint = 'shipment_costs_its_quote';
    end if;
    select * into quote from shipping_quotes where id = new.quote_id;
    if (quote.user_id, quote.base_fee, quote.weight_fee, quote.insurance_fee, quote.reduction, quote.insured_value, quote.goes_with_id)
        is distinct from (new.user_id, new.base_fee, new.weight_fee, new.insurance_fee, new.reduction, new.insured_value, new.goes_with_id)
        and new.quote_id is not null then
      raise exception 'A shipment costs what its quote says' using errcode = 'restrict_violation', constraint = 'shipment_costs_its_quote';
    end if;
    if quote.expires_at < shop_now() then
      raise exception 'This quote is no longer good' using errcode = 'restrict_violation', constraint = 'shipment_costs_its_quote';
    end if;
  else
    if (new.id, new.user_id, new.payment_method, new.base_fee, new.weight_fee, new.created_at,
        new.quote_id, new.insurance_fee, new.reduction, new.insured_value, new.goes_with_id, new.tax, new.taxes, new.region)
        is distinct from (old.id, old.user_id, old.payment_method, old.base_fee, old.weight_fee, old.created_at,
        old.quote_id, old.insurance_fee, old.reduction, old.insured_value, old.goes_with_id, old.tax, old.taxes, old.region) then
      raise exception 'A shipment keeps its owner, its fee and how it is paid'
        using errcode = 'restrict_violation', constraint = 'shipment_keeps_its_fee';
    end if;
    if new.state <> old.state and not (case old.state
      when 'unpaid' then new.state in ('requested', 'lapsed')
      -- Its money came late, and the cards were still there.
      when 'lapsed' then new.state = 'requested'
      when 'requested' then new.state in ('packed', 'cancelled')
      when 'packed' then new.state in ('shipped', 'cancelled')
      when 'shipped' then new.state = 'delivered'
      else false
    end) then
      raise exception 'A shipment can''t go from % to %', old.state, new.state using errcode = 'restrict_violation';
    end if;
    if new.state <> old.state and new.state in ('packed', 'shipped') and account_pause(new.user_id) is not null then
      raise exception 'The account of % is paused', new.user_id
        using errcode = 'restrict_violation', constraint = 'paused_account_spends_nothing';
    end if;
    if new.address is distinct from old.address and new.address is not null
      and old.state not in ('unpaid', 'lapsed', 'requested') then
      raise exception 'A shipment that is packed keeps its address' using errcode = 'restrict_violation';
    end if;
    if new.state = 'cancelled' and old.state <> 'cancelled' and exists (
      select from shipments where goes_with_id = new.id and state in ('requested', 'packed')
    ) then
      raise exception 'What was put into a parcel is cancelled before it' using errcode = 'restrict_violation';
    end if;
    if new.state = old.state then
      return new;
    end if;
  end if;
  if new.goes_with_id is not null and new.state in ('unpaid', 'requested', 'packed', 'shipped', 'delivered') then
    select * into parcel from shipments where id = new.goes_with_id;
    if parcel.user_id <> new.user_id or parcel.goes_with_id is not null then
      raise exception 'Cards are put into a parcel of their owner' using errcode = 'restrict_violation';
    end if;
    if parcel.state <> (case new.state when 'unpaid' then 'requested' else new.state end) then
      raise exception 'A parcel that is % takes in nothing that is %', parcel.state, new.state using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end
$$;
