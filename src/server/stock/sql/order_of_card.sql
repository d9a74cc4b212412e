-- Returns the order by which a holding (a row of `physical_cards`) was bought: that of its pack, or its own if it was bought as a single.
create or replace function order_of_card(p_pack uuid, p_bought_as uuid)
returns uuid
language plpgsql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  if p_bought_as is null then
    return (select reservation_id from places where pack_id = p_pack);
  end if;
  return (select reservation_id from house_cards where id = p_bought_as);
end
$$;
comment on function order_of_card(uuid,uuid) is 'Returns the order by which a holding was bought: that of its pack, or its own if it was bought as a single.';
revoke execute on function order_of_card(uuid,uuid) from public;
grant execute on function order_of_card(uuid,uuid) to felt_and_foil_app;
