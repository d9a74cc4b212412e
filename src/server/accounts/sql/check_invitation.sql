-- Only an admin invites somebody to work in the shop, and only a user who has proven the invited address accepts, once and in time.
create or replace function check_invitation()
returns trigger
language plpgsql
as $$
begin
  if acts_as_owner() then
    return null;
  end if;
  if tg_op = 'INSERT' then
    if not exists (
      select from audit_log l join users a on a.id = l.actor_id and a.role = 'admin'
      where l.subject_id = new.id::text and l.action = 'invite_staff' and l.xmin = pg_current_xact_id()::xid
        and l.after @> jsonb_build_object('role', new.role, 'staffRoleId', new.staff_role_id)
    ) then
      raise exception 'An invitation is by an admin' using errcode = 'restrict_violation';
    end if;
  elsif old.accepted_by_id is not null or old.expires_at <= shop_now() or not exists (
    select from users where id = new.accepted_by_id and email = old.email and email_verified_at is not null
  ) or not exists (
    select from users where id = old.invited_by_id and role = 'admin' and locked_at is null
  ) then
    raise exception 'An invitation of an admin is accepted once, by the owner of its address' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;

create constraint trigger staff_invitations_are_made after insert on staff_invitations
deferrable initially deferred for each row execute function check_invitation();
create constraint trigger staff_invitations_are_accepted after update on staff_invitations
deferrable initially deferred for each row execute function check_invitation();
