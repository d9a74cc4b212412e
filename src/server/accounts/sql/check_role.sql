-- Only an admin gives or removes a role, directly or by an invitation that its recipient accepts. No admin changes their own role.
create or replace function check_role()
returns trigger
language plpgsql
as $$
begin
  if acts_as_owner() then
    return null;
  end if;
  if new.role <> 'user' and not exists (select from users where id = new.id and email_verified_at is not null) then
    raise exception 'The role % is for a verified address', new.role using errcode = 'restrict_violation';
  end if;
  if is_recorded('change_role', new.id::text, jsonb_build_object('role', new.role)
      || case when new.role = 'staff' then jsonb_build_object('staffRoleId', new.staff_role_id) else '{}' end)
    and not exists (
      select from audit_log l left join users a on a.id = l.actor_id and a.role = 'admin' and a.id <> new.id
      where l.subject_id = new.id::text and l.action = 'change_role' and l.xmin = pg_current_xact_id()::xid and a.id is null
    )
    or exists (
      select from staff_invitations i
      where i.accepted_by_id = new.id and i.role = new.role and i.xmin = pg_current_xact_id()::xid
        and (new.role <> 'staff' or i.staff_role_id = new.staff_role_id)
    )
  then
    return null;
  end if;
  raise exception 'The role % is given by an admin', new.role using errcode = 'restrict_violation';
end
$$;

create constraint trigger users_begin_without_role after insert on users
deferrable initially deferred for each row when (new.role <> 'user'::text) execute function check_role();
create constraint trigger users_role_is_given after update of role, staff_role_id on users
deferrable initially deferred for each row when ((new.role <> old.role or new.role = 'staff'::text and new.staff_role_id is distinct from old.staff_role_id) and new.erased_at is null) execute function check_role();
