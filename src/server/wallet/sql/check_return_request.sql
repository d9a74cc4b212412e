-- A return may be requested only for a paid order with return limits, and the request is decided only once.
create or replace function check_return_request()
returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from orders where id = new.order_id and paid_at is not null and has_return_limits) or new.state <> 'asked' then
      raise exception 'A return is asked for after paying, where there is a limit' using errcode = 'check_violation';
    end if;
  elsif (new.order_id, new.asked_at) is distinct from (old.order_id, old.asked_at)
    or (old.state <> 'asked' and (new.state, new.decided_at) is distinct from (old.state, old.decided_at)) then
    raise exception 'A return is decided once' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create or replace trigger return_requests_check before insert or update on return_requests
for each row execute function check_return_request();
