-- The time of the next movement after skipping `p_skipped` transfers or as many openings, counted from `p_from`. Null if there
-- are no more.
create or replace function movement_after(p_from timestamp with time zone, p_skipped integer)
returns timestamp with time zone
language plpgsql
stable
as $$
begin
  return least(
    (select created_at from transfers where created_at >= p_from order by created_at offset p_skipped limit 1),
    (select opened_at from openings where opened_at >= p_from order by opened_at offset p_skipped limit 1));
end $$;
comment on function movement_after(timestamp with time zone,integer) is 'When the next movement happened after so many transfers, or so many openings, from an instant on. Null: there are no more.';
