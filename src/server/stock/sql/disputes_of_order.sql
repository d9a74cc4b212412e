-- The state of an order's disputes. It is `lost` if any dispute is lost, or else `open` if any is open, or else null.
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
