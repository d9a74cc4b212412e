-- That a place has the id of its pack, which code relies on where it has one and asks for the other, is checked as it comes in; afterwards
-- neither changes (`check_place`). Until the day that places come without their packs.
comment on column places.id is 'That of its pack: either may stand for the other.';
--> statement-breakpoint
create or replace function check_new_places() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if exists (
    select from added where state not in ('available', 'waiting') or buyer_id is not null or reservation_id is not null
      or drop_id is not null
  ) then
    raise exception 'A pack comes in at intake, with its document, and belongs to nobody' using errcode = 'restrict_violation';
  end if;
  if exists (
    -- Each is looked up, however many the first ones were that the statement was planned for; so are those below.
    select from added a left join lateral (
      select pack_type_id, received_at from physical_packs where id = a.pack_id limit 1
    ) p on true
    where (a.pack_type_id, a.received_at) is distinct from (p.pack_type_id, p.received_at)
  ) then
    raise exception 'A place has its pack, of its type: in place of a foreign key'
      using errcode = 'foreign_key_violation', constraint = 'places_have_their_packs';
  end if;
  if exists (select from added where id <> pack_id) then
    raise exception 'A place has the id of its pack' using errcode = 'restrict_violation', constraint = 'places_are_their_packs';
  end if;
  perform check_documents_of(array(select pack_id from added));
  return null;
end
$$;
--> statement-breakpoint

-- Which functions the shop of today calls, and which are kept for processes of the version before.
comment on function post_together(uuid[], int[], uuid[], text[], uuid[], text[], text[], text[], uuid[], text[], text[], bigint[]) is
  'Posts the events of many people, one or many of each.';
comment on function post_journal(uuid, text, uuid, uuid, text, text[], text[], bigint[], text, jsonb) is
  'The same for one event; for `pay_debt` and processes of the version before.';
comment on function post_journals(text, uuid, uuid[], uuid[], text[], uuid[], text[], text[], bigint[]) is
  'The same for many events of one person, for processes of the version before alone.';
comment on function post_journals_of_each(uuid[], text[], uuid[], uuid[], text[], text[], text[], uuid[], text[], text[], bigint[]) is
  'The same for one event of each, for processes of the version before alone.';
comment on function take_keys(uuid[], text[], interval) is
  'Locks the keys of works, and answers what is kept under those that were used.';
comment on function take_key(uuid, text, interval) is 'The same for one, for processes of the version before alone.';
comment on function lock_accounts_to_spend(uuid[]) is 'Locks accounts, and says what they hold and why they may not spend.';
comment on function lock_account_to_spend(uuid) is 'The same for one, for processes of the version before alone.';
comment on function open_packs_of_each(uuid[], uuid[], uuid[], uuid[], interval) is
  'Opens packs of many people, whose they are or who have just bought them, and reveals their cards.';
comment on function open_packs(uuid, uuid[], uuid[], interval, uuid) is 'The same for one person, for processes of the version before alone.';
comment on function sell_and_open_each(uuid[], uuid[], text[], int[], text[], int[], boolean, interval) is
  'Takes packs out of stock for many buyers at once, and opens them.';
comment on function sell_and_open(uuid, uuid, text[], int[], boolean, interval, bytea[]) is
  'The same for one buyer, for processes of the version before alone.';
