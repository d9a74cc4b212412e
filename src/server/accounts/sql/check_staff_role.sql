-- Only an admin makes, changes or removes a role of this shop.
create or replace function check_staff_role()
returns trigger
language plpgsql
as $$
declare
  subject text := coalesce(to_jsonb(new), to_jsonb(old)) ->> 'id';
  given jsonb := case when tg_op = 'DELETE' then '{}' else jsonb_build_object('name', new.name, 'rights', to_jsonb(new.rights)) end;
begin
  if acts_as_owner() or exists (
    select from audit_log l join users a on a.id = l.actor_id and a.role = 'admin'
    where l.subject_id = subject and l.action = tg_argv[0] and l.after @> given and l.xmin = pg_current_xact_id()::xid
  ) then
    return null;
  end if;
  raise exception 'A role is made by an admin' using errcode = 'restrict_violation';
end
$$;

create constraint trigger staff_roles_are_made after insert on staff_roles
deferrable initially deferred for each row execute function check_staff_role('make_staff_role');
create constraint trigger staff_roles_are_changed after update on staff_roles
deferrable initially deferred for each row execute function check_staff_role('change_staff_role');
create constraint trigger staff_roles_are_removed after delete on staff_roles
deferrable initially deferred for each row execute function check_staff_role('remove_staff_role');
