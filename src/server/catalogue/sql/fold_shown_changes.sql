-- Merges the rows of each pack type in shown_changes into one row.
-- Readers see the same sums before and after the merge. Rows of running transactions are not visible, so they stay as
-- they are.
create or replace function fold_shown_changes()
returns void
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  -- Only one merge runs at a time. A second merge would only wait for the rows that the first merge deletes.
  if not pg_try_advisory_xact_lock(7046048) then
    return;
  end if;
  with gone as (
    delete from shown_changes returning pack_type_id, packs, changes
  )
  insert into shown_changes (pack_type_id, packs, changes)
  select pack_type_id, sum(packs), sum(changes) from gone group by 1;
end $$;
comment on function fold_shown_changes() is 'Merges the rows of each pack type in shown_changes into one row.';
revoke execute on function fold_shown_changes() from public;
grant execute on function fold_shown_changes() to felt_and_foil_app;
