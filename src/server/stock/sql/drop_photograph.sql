-- Removes a photograph. Does not reveal whether there was one.
create or replace function drop_photograph(p_pack uuid, p_position integer)
returns void
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  before text;
begin
  delete from card_photographs where pack_id = p_pack and position = p_position returning picture into before;
  perform drop_picture(before);
end
$$;
revoke execute on function drop_photograph(uuid,integer) from public;
grant execute on function drop_photograph(uuid,integer) to felt_and_foil_app;
