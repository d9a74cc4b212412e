-- Only operators decide about drops, and each step has its entry in the audit log, but for those that a drop takes by itself.
create or replace function check_drop_moved()
returns trigger
language plpgsql
as $$
begin
  -- It is asked in the name of the functions below: who is signed in counts.
  if pg_has_role(session_user, (select relowner from pg_class where oid = 'public.drops'::regclass), 'member')
    or new.state = 'closed' and new.carries_to is null and new.closes_by <= shop_now()
    -- Whoever published it said so.
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
