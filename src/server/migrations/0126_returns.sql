-- Until when sealed packs can be returned (choice 765), and which accounts are one buyer's. Orders that were placed before, or by
-- processes of the version before, keep the old rule.
alter table orders add column has_return_limits boolean not null default false;
--> statement-breakpoint
comment on column orders.has_return_limits is 'Whether its sealed packs can be returned for a while only. False: it was placed when they could be as long as they were sealed.';
--> statement-breakpoint
alter table payments add column card_fingerprint text;
--> statement-breakpoint
comment on column payments.card_fingerprint is 'The card provider''s: alike for a card, whoever pays with it. Null: not known, or its person''s account was deleted.';
--> statement-breakpoint
alter table refunds add column is_by_button boolean not null default false;
--> statement-breakpoint
comment on column refunds.is_by_button is 'Its buyer returned sealed packs by themselves, without an operator''s yes: they can do so a few times only.';
--> statement-breakpoint
create table return_requests (
  order_id uuid primary key references orders (id),
  reason text not null,
  state text not null default 'asked',
  asked_at timestamptz not null,
  decided_at timestamptz,
  constraint return_requests_state_known check (state in ('asked', 'granted', 'refused')),
  constraint return_requests_decided_once check ((state = 'asked') = (decided_at is null))
);
--> statement-breakpoint
comment on table return_requests is 'Buyers who asked to return the sealed packs of an order when they could not by themselves any more, once an order.';
comment on column return_requests.reason is 'In the buyer''s words.';
comment on column return_requests.state is '`granted`: its buyer can return them for seven days.';
--> statement-breakpoint
create index return_requests_waiting on return_requests (asked_at) where state = 'asked';
--> statement-breakpoint
create function check_return_request() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from orders where id = new.order_id and paid_at is not null and has_return_limits) or new.state <> 'asked' then
      raise exception 'A return is asked for after paying, where there is a limit' using errcode = 'check_violation';
    end if;
  elsif (new.order_id, new.asked_at) is distinct from (old.order_id, old.asked_at)
    or (old.state <> 'asked' and (new.state, new.decided_at) is distinct from (old.state, old.decided_at)) then
    raise exception 'A return is decided once' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger return_requests_check before insert or update on return_requests for each row execute function check_return_request();
--> statement-breakpoint
create trigger return_requests_never_deleted before delete or truncate on return_requests for each statement execute function refuse_change();
--> statement-breakpoint
revoke delete on return_requests from felt_and_foil_app;
--> statement-breakpoint
-- Another meaning needs another name: indexes hold what it returned.
create function email_key(p_email text) returns text language sql immutable parallel safe as $$
  select case
    when split_part(split_part(p_email, '@', 1), '+', 1) = '' or split_part(p_email, '@', 2) = '' then p_email
    when split_part(p_email, '@', 2) in ('gmail.com', 'googlemail.com')
      then replace(split_part(split_part(p_email, '@', 1), '+', 1), '.', '') || '@gmail.com'
    else split_part(split_part(p_email, '@', 1), '+', 1) || '@' || split_part(p_email, '@', 2)
  end
$$;
comment on function email_key(text) is 'An e-mail address without the spellings that reach the same mailbox.';
--> statement-breakpoint
-- The same holds of it. Indexes are built with an empty search path, hence `public`.
create function address_key(p_line text, p_postal_code text, p_country text) returns text language sql immutable parallel safe as $$
  select translate(public.search_key(nullif(p_country, '') || '|' || nullif(p_postal_code, '') || '|' || nullif(p_line, '')), ' .,;:#''/-', '')
$$;
comment on function address_key(text, text, text) is 'A postal address without signs and spaces, case and accents. Null: it is none.';
--> statement-breakpoint
-- By what nobody can take on for somebody else: a card, a mailbox that was proven, and where parcels went.
create function accounts_of_buyer(p_user uuid) returns table (id uuid) language sql stable rows 2 as $$
  with recursive same (id) as (
    select p_user
    union
    select other.id from same cross join lateral (
      select b.user_id as id from payments a join payments b on b.card_fingerprint = a.card_fingerprint
      where a.user_id = same.id and a.card_fingerprint is not null
      union all
      select b.id from users a join users b on email_key(b.email) = email_key(a.email)
      where a.id = same.id and a.email_verified_at is not null and b.email_verified_at is not null
      union all
      select s.user_id from (
        select distinct address_key(address ->> 'addressLine1', address ->> 'postalCode', address ->> 'country') as key
        from shipments where user_id = same.id and state in ('shipped', 'delivered')
      ) k join shipments s on address_key(s.address ->> 'addressLine1', s.address ->> 'postalCode', s.address ->> 'country') = k.key
        and s.state in ('shipped', 'delivered')
    ) other
  )
  -- So many accounts of one buyer are as good as all.
  select same.id from same limit 200
$$;
comment on function accounts_of_buyer(uuid) is 'The accounts that share a card, a verified mailbox or the address of a parcel that left with one, and those that share one with these.';
--> statement-breakpoint
-- Nothing links an erased account to its owner's other ones.
create function erase_buyer_marks() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update payments set card_fingerprint = null where user_id = new.id and card_fingerprint is not null;
  update return_requests r set reason = 'erased' from orders o where o.id = r.order_id and o.user_id = new.id;
  return null;
end
$$;
--> statement-breakpoint
create trigger users_erase_their_marks after update of erased_at on users
  for each row when (new.erased_at is not null and old.erased_at is null) execute function erase_buyer_marks();
