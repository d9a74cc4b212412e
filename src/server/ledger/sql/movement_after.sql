-- Returns the time of the movement that comes after `p_skipped` transfers, or after as many openings, from `p_from` on.
-- Returns null if fewer movements are left.
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
comment on function movement_after(timestamp with time zone,integer) is 'Returns the time of the movement that comes after `p_skipped` transfers, or after as many openings, from `p_from` on. Returns null if there are no more.';
