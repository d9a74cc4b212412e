-- Ends all drops whose log can't be continued. Buyers keep their packs. Only the owner of the database may call this.
create or replace function give_up_drops()
returns void
language plpgsql
as $$
declare
  ended uuid[];
begin
  with moved as (
    update drops set state = 'given_up', closed_at = shop_now() where state in ('draft', 'published', 'open', 'paused') returning id
  )
  select array_agg(id) into ended from moved;
  update places set state = 'waiting' where drop_id = any (ended) and state = 'available';
  -- Some contents may already have been published. Only packs whose contents nobody has seen become loose again.
  update places set drop_id = null, number = null, rank = draw_rank() where drop_id = any (ended) and state = 'waiting';
  update places p set state = 'available' where p.drop_id is null and p.state = 'waiting' and not p.awaits_drop
    and shelf_state(p.pack_type_id, null) = 'available';
end
$$;
revoke execute on function give_up_drops() from public;
