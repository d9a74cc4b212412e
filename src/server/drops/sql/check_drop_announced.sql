-- Only operators decide when a draft is published automatically. The audit log must have an entry for each decision.
create or replace function check_drop_announced()
returns trigger
language plpgsql
as $$
begin
  -- Checks the role of the session, because inside the function that announces, the current role is the owner's.
  if pg_has_role(session_user, (select relowner from pg_class where oid = 'public.drops'::regclass), 'member')
    or is_recorded('announce_drop', new.id::text, '{}') then
    return null;
  end if;
  raise exception 'Only operators decide about drops' using errcode = 'restrict_violation';
end
$$;

create constraint trigger drops_are_announced_by_operators after update of publishes_at on drops
deferrable initially deferred for each row
when (new.publishes_at is not null and new.publishes_at is distinct from old.publishes_at) execute function check_drop_announced();
