-- `settle_next_facts` for all types, for processes of 1.0.0: goes in 1.3.0.
create or replace function settle_facts(p_wait boolean)
returns void
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  while settle_next_facts(p_wait) loop
    null;
  end loop;
end
$$;
comment on function settle_facts(boolean) is '`settle_next_facts` for all types, for processes of the previous version.';
revoke execute on function settle_facts(boolean) from public;
grant execute on function settle_facts(boolean) to felt_and_foil_app;
