-- Only operators change the state of drops, with an audit entry for each change, except for automatic changes.
create or replace function check_drop_moved()
returns trigger
language plpgsql
as $$
begin
  -- Checks the role of the session, because inside the functions that move drops, the current role is the owner's.
  if pg_has_role(session_user, (select relowner from pg_class where oid = 'public.drops'::regclass), 'member')
    or new.state = 'closed' and new.carries_to is null and new.closes_by <= shop_now()
    -- The operator who published the drop chose that it opens automatically.
    or new.state = 'open' and old.state = 'published' and new.opens_itself and new.opens_at <= shop_now()
    -- The operator who announced the drop chose the time of its publication.
    or new.state = 'published' and old.state = 'draft' and old.publishes_at <= shop_now()
    or is_recorded(case new.state when 'draft' then 'draft_drop' when 'published' then 'publish_drop' when 'open' then 'open_drop'
      when 'paused' then 'pause_drop' when 'closed' then 'close_drop' else 'discard_drop' end, new.id::text, '{}') then
    return null;
  end if;
  raise exception 'Only operators decide about drops' using errcode = 'restrict_violation';
end
$$;

create constraint trigger drops_are_added_by_operators after insert on drops
deferrable initially deferred for each row execute function check_drop_moved();
create constraint trigger drops_are_moved_by_operators after update of state on drops
deferrable initially deferred for each row when (new.state <> old.state) execute function check_drop_moved();
