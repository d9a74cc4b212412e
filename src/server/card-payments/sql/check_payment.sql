-- A payment keeps what it is for, and goes from state to state as the card provider decides (`settleStep`, domain/payment.ts).
-- A payment whose intent the card provider does not know (the keys are another account's now) is given up as well. If its money
-- comes all the same, it is settled as any late money.
create or replace function check_payment()
returns trigger
language plpgsql
as $$
begin
  if (new.id, new.user_id, new.purpose, new.subject_id, new.amount)
      is distinct from (old.id, old.user_id, old.purpose, old.subject_id, old.amount)
    or (old.intent_id is not null and new.intent_id is distinct from old.intent_id) then
    raise exception 'A payment keeps its user, its purpose, its amount and its intent' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and not (case old.state
    when 'creating' then new.state in ('open', 'processing', 'succeeded', 'refund_due', 'canceled', 'failed')
    when 'open' then new.state in ('processing', 'succeeded', 'refund_due', 'canceled', 'failed')
    when 'processing' then new.state in ('succeeded', 'refund_due', 'canceled', 'failed')
    -- Given up without an answer from the provider, whose money came all the same.
    when 'failed' then new.state in ('succeeded', 'refund_due')
    when 'refund_due' then new.state = 'refunded'
    else false
  end) then
    raise exception 'A payment can''t go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create or replace trigger payments_check before update on payments
for each row execute function check_payment();
