-- Posts many events of one kind and one user at once, each with its own transfers, and answers the
-- user's balance after them. `p_owners` says which event (by its id) a transfer belongs to; transfers
-- are posted in the order they are given.
create function post_journals(
  p_kind text, p_user uuid,
  p_ids uuid[], p_references uuid[], p_descriptions text[],
  p_owners uuid[], p_debits text[], p_credits text[], p_amounts bigint[]
) returns bigint
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  after bigint;
begin
  perform 1 from ledger_accounts
  where id = any (p_debits || p_credits || p_user::text) and owner_id is not null
  order by id for update;

  insert into journals (id, kind, reference_id, user_id, description)
  select id, p_kind, reference, p_user, description
  from unnest(p_ids, p_references, p_descriptions) as j (id, reference, description);

  insert into transfers (journal_id, leg, debit_account_id, credit_account_id, amount)
  select owner, row_number() over (partition by owner order by place), debit, credit, amount
  from unnest(p_owners, p_debits, p_credits, p_amounts) with ordinality as t (owner, debit, credit, amount, place)
  order by place;

  select balance into strict after from ledger_accounts where owner_id = p_user;
  return after;
end
$$;
--> statement-breakpoint

-- Whether packs that came in before hold what a file says now. `p_contents` are hashes of type,
-- certification and cards in the order they lie. Serials never seen are left out. Nothing else about
-- a sealed pack can be asked.
create function compare_packs(p_serials text[], p_contents text[])
returns table (serial text, is_same boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select p.serial, w.content = encode(sha256(convert_to(
    p.pack_type_id || E'\n' || p.certification_number || coalesce((
      select string_agg(E'\n' || c.card_id::text || ' ' || c.condition, '' order by c.position)
      from physical_cards c where c.pack_id = p.id
    ), ''), 'UTF8')), 'hex')
  from unnest(p_serials, p_contents) as w (serial, content)
  join physical_packs p on p.serial = w.serial
$$;
--> statement-breakpoint

-- The share of a type's packs, in stock or sold, that hold at least one card of each rarity. Below
-- twenty packs it says nothing: with so few, shares would tell what is in them.
create function count_odds(p_type text) returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  with counted as (
    select p.id from physical_packs p
    where p.pack_type_id = p_type and p.state not in ('intake', 'withdrawn')
  ), total as (
    select count(*) as packs from counted
  ), shares as (
    select c.rarity, round(count(distinct k.pack_id)::numeric / min(total.packs), 4) as chance
    from counted
    cross join total
    join physical_cards k on k.pack_id = counted.id
    join cards c on c.id = k.card_id
    where total.packs >= 20
    group by c.rarity
  )
  select coalesce(jsonb_agg(jsonb_build_object('rarity', rarity, 'chance', chance)
    order by array_position(array['common', 'uncommon', 'rare', 'mythic'], rarity)), '[]')
  from shares
$$;
--> statement-breakpoint

revoke execute on function
  post_journals(text, uuid, uuid[], uuid[], text[], uuid[], text[], text[], bigint[]),
  compare_packs(text[], text[]), count_odds(text) from public;
--> statement-breakpoint
grant execute on function
  post_journals(text, uuid, uuid[], uuid[], text[], uuid[], text[], text[], bigint[]),
  compare_packs(text[], text[]), count_odds(text) to felt_and_foil_app;
