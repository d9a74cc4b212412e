-- The state of the disputes of an order: `lost` if any was, else `open` if any is; null: there is none of either.
create or replace function disputes_of_order(p_order uuid)
returns text
language plpgsql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  return (
    select min(d.state) from payments y join disputes d on d.payment_id = y.id
    where y.purpose = 'order' and y.subject_id = p_order and d.state in ('open', 'lost')
  );
end
$$;
revoke execute on function disputes_of_order(uuid) from public;
grant execute on function disputes_of_order(uuid) to felt_and_foil_app;
