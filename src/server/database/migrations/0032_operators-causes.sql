-- What only operators decide takes an operator, for the shop's own role too: an entry in the audit log comes out
-- of a session of one, and a role, a price or a limit changes only beside its entry (choice 158).

-- Who owns the tables does what operators do without being signed in: the command line, a repair.
create function acts_as_owner() returns boolean
language sql stable
as $$
  select pg_has_role(current_user, relowner, 'member') from pg_class where oid = 'public.users'::regclass
$$;
--> statement-breakpoint

-- The operator behind a session that stands, or was ended by this very transaction; null for anybody else.
create function operator_of(p_session uuid) returns uuid
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.id from sessions s join users u on u.id = s.user_id
  where s.id = p_session and (s.ended_at is null or s.ended_at = shop_now())
    and u.role in ('moderator', 'admin') and u.locked_at is null
$$;
--> statement-breakpoint

-- Writes an entry in the name of who is signed in, and answers whether that is an operator. The only way for the
-- shop's role.
create function record_audit_entry(
  p_session uuid, p_action text, p_subject_kind text, p_subject_id text, p_before jsonb, p_after jsonb,
  p_ip text, p_request text
) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  actor uuid := operator_of(p_session);
begin
  if actor is null then
    return false;
  end if;
  insert into audit_log (actor_id, action, subject_kind, subject_id, before, after, ip, request_id)
  values (actor, p_action, p_subject_kind, p_subject_id, p_before, p_after, p_ip, p_request);
  return true;
end
$$;
--> statement-breakpoint
revoke insert on audit_log from felt_and_foil_app;
--> statement-breakpoint

-- As before, but for the admin who is signed in, whoever the shop says that it is.
drop function look_into_pack(uuid, uuid, text, text, text);
--> statement-breakpoint
create function look_into_pack(p_pack uuid, p_session uuid, p_reason text, p_ip text, p_request text)
returns table (card_position smallint, card_id uuid, card_condition text)
language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  actor uuid := operator_of(p_session);
begin
  if not exists (select from users u where u.id = actor and u.role = 'admin') then
    raise exception 'Only an admin looks into a sealed pack' using errcode = 'insufficient_privilege';
  end if;
  if length(trim(p_reason)) = 0 then
    raise exception 'A look into a sealed pack has a reason' using errcode = 'check_violation';
  end if;
  if not exists (select from physical_packs p where p.id = p_pack and p.state <> 'opened') then
    return;
  end if;
  insert into audit_log (actor_id, action, subject_kind, subject_id, after, ip, request_id)
  values (actor, 'look_into_pack', 'pack', p_pack::text, jsonb_build_object('reason', p_reason), p_ip, p_request);
  return query
  select c.position, c.card_id, c.condition from physical_cards c where c.pack_id = p_pack order by c.position;
end
$$;
--> statement-breakpoint

-- Whether this transaction wrote an entry about a subject that says these facts of it. Asked when it commits:
-- entries are written last.
create function is_recorded(p_action text, p_subject text, p_after jsonb) returns boolean
language sql stable
as $$
  select exists (
    select from audit_log
    where subject_id = p_subject and action = p_action and after @> p_after and xmin = pg_current_xact_id()::xid
  )
$$;
--> statement-breakpoint

-- A role is given and taken by an admin, to and from somebody else.
create function check_role() returns trigger
language plpgsql
as $$
begin
  if acts_as_owner() then
    return null;
  end if;
  if is_recorded('change_role', new.id::text, jsonb_build_object('role', new.role)) and not exists (
    select from audit_log l left join users a on a.id = l.actor_id and a.role = 'admin' and a.id <> new.id
    where l.subject_id = new.id::text and l.action = 'change_role' and l.xmin = pg_current_xact_id()::xid and a.id is null
  ) then
    return null;
  end if;
  raise exception 'The role % is given by an admin', new.role using errcode = 'restrict_violation';
end
$$;
--> statement-breakpoint
create constraint trigger users_begin_without_role after insert on users deferrable initially deferred
for each row when (new.role <> 'user') execute function check_role();
--> statement-breakpoint
create constraint trigger users_role_is_given after update of role on users deferrable initially deferred
-- An account that is erased has no role any more.
for each row when (new.role <> old.role and new.erased_at is null) execute function check_role();
--> statement-breakpoint

-- What a pack costs and how many of them one user may have.
create function check_pack_terms() returns trigger
language plpgsql
as $$
begin
  if acts_as_owner() or is_recorded('change_pack_type', new.id, jsonb_build_object(
    'purchaseLimit', new.purchase_limit, 'price', new.price / 100.0)) then
    return null;
  end if;
  raise exception 'The price and the limit of % are changed by an operator', new.id using errcode = 'restrict_violation';
end
$$;
--> statement-breakpoint
create constraint trigger pack_types_terms_are_changed after update of price, purchase_limit on pack_types
deferrable initially deferred
for each row when (new.price <> old.price or new.purchase_limit is distinct from old.purchase_limit)
execute function check_pack_terms();
--> statement-breakpoint

-- A price by hand.
create function check_price_by_hand() returns trigger
language plpgsql
as $$
begin
  if acts_as_owner()
    or is_recorded('set_price', new.card_id::text, jsonb_build_object('amount', new.amount_minor / 100.0)) then
    return null;
  end if;
  raise exception 'A price by hand is set by an operator' using errcode = 'restrict_violation';
end
$$;
--> statement-breakpoint
create constraint trigger price_observations_by_hand after insert on price_observations
deferrable initially deferred
for each row when (new.source like 'manual%') execute function check_price_by_hand();
--> statement-breakpoint

-- A card is worth what a source told of that day. The rates to CAD are settings: these are the bounds of them.
create function check_market_value() returns trigger
language plpgsql
as $$
begin
  if exists (
    select from price_observations o
    where o.card_id = new.id and o.observed_on = new.priced_on and case o.currency
      when 'CAD' then new.market_value = o.amount_minor
      else new.market_value between floor(o.amount_minor * 0.5) and ceil(o.amount_minor * 3.0)
    end
  ) or acts_as_owner() then
    return new;
  end if;
  raise exception 'No source tells that card % is worth %', new.id, new.market_value using errcode = 'restrict_violation';
end
$$;
--> statement-breakpoint
create trigger cards_begin_without_value before insert on cards
for each row when (new.market_value > 0) execute function check_market_value();
--> statement-breakpoint
create trigger cards_worth_their_price before update of market_value on cards
for each row when (new.market_value <> old.market_value) execute function check_market_value();
--> statement-breakpoint

-- The thirty days of a card (#domain/sellback.ts) begin when its pack is opened, and anew when an operator releases
-- it. The days in a shipment that was cancelled come on top; nothing else moves its end.
create function check_card_time() returns trigger
language plpgsql
as $$
declare
  latest timestamptz := case
    when old.status = 'sealed' then new.opened_at + interval '30 days'
    when new.status <> 'available' then null
    when old.lock_reason = 'expired' then shop_now() + interval '30 days'
    when old.status = 'shipped' then old.auto_convert_at + (shop_now() - old.shipped_at)
  end;
begin
  if new.auto_convert_at <= latest
    or (new.auto_convert_at is null and new.status in ('sold', 'converted'))
    -- Packs are opened in the name of the owner.
    or (old.status <> 'sealed' and acts_as_owner()) then
    return new;
  end if;
  raise exception 'Card % keeps its thirty days', new.id using errcode = 'restrict_violation';
end
$$;
--> statement-breakpoint
create trigger physical_cards_keep_time before update on physical_cards
for each row when (new.auto_convert_at is distinct from old.auto_convert_at) execute function check_card_time();
--> statement-breakpoint
revoke execute on function operator_of(uuid), look_into_pack(uuid, uuid, text, text, text),
  record_audit_entry(uuid, text, text, text, jsonb, jsonb, text, text) from public;
--> statement-breakpoint
grant execute on function look_into_pack(uuid, uuid, text, text, text),
  record_audit_entry(uuid, text, text, text, jsonb, jsonb, text, text) to felt_and_foil_app;
