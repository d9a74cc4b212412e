-- A refund's payment and amount never change, and a refund is paid only once.
-- A payment may be refunded in several parts, by the shop or on the card provider's own pages. The provider's report
-- decides the state of a refund.
create or replace function check_refund()
returns trigger
language plpgsql
as $$
begin
  if (new.id, new.payment_id, new.amount, new.origin, new.method, new.created_at)
      is distinct from (old.id, old.payment_id, old.amount, old.origin, old.method, old.created_at)
    or (old.provider_id is not null and new.provider_id is distinct from old.provider_id)
    or (old.paid_at is not null and new.paid_at is distinct from old.paid_at)
    or (old.replaced_by is not null and new.replaced_by is distinct from old.replaced_by) then
    raise exception 'A refund is paid once, as it was written down' using errcode = 'restrict_violation';
  end if;
  -- A bank may return a paid refund days later, but only if it went to a card. `allowed_steps` can't express this
  -- condition.
  if old.state = 'paid' and new.state = 'failed' and old.method <> 'card' then
    raise exception 'A refund can''t go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create or replace trigger refunds_check before update on refunds
for each row execute function check_refund();
