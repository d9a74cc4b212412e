-- What an order and a refund were once, they stay; and an operator is somebody whose address was proven (choice 796).
create trigger orders_keep_their_return_limits before update of has_return_limits on orders
for each statement execute function refuse_change();
--> statement-breakpoint
create trigger refunds_keep_who_asked before update of is_by_button on refunds
for each statement execute function refuse_change();
--> statement-breakpoint
create or replace function check_role() returns trigger
language plpgsql
as $$
begin
  if acts_as_owner() then
    return null;
  end if;
  if new.role <> 'user' and not exists (select from users where id = new.id and email_verified_at is not null) then
    raise exception 'The role % is for a verified address', new.role using errcode = 'restrict_violation';
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
