-- Only operators change the state of drops, and the audit log must have an entry for each change. The shop's automatic changes are exempt.
create or replace function check_drop_moved()
returns trigger
language plpgsql
as $$
begin
  -- Checks the session's role: inside the functions below, the current role is the owner's.
  if pg_has_role(session_user, (select relowner from pg_class where oid = 'public.drops'::regclass), 'member')
    or new.state = 'closed' and new.carries_to is null and new.closes_by <= shop_now()
    -- The operator who published it chose that it opens automatically.
    or new.state = 'open' and old.state = 'published' and new.opens_itself and new.opens_at <= shop_now()
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
