-- Stores the photograph of the card at a position in a pack, or replaces it. Returns false if the pack has no such
-- position.
create or replace function keep_photograph(p_pack uuid, p_position integer, p_picture text)
returns boolean
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  before text;
begin
  if not exists (
    select from physical_packs p join pack_types t on t.id = p.pack_type_id
    where p.id = p_pack and p_position between 1 and t.card_count
  ) then
    return false;
  end if;
  select picture into before from card_photographs where pack_id = p_pack and position = p_position for update;
  insert into card_photographs (pack_id, position, picture) values (p_pack, p_position, p_picture)
  on conflict (pack_id, position) do update set picture = excluded.picture;
  perform drop_picture(before);
  return true;
end
$$;
revoke execute on function keep_photograph(uuid,integer,text) from public;
grant execute on function keep_photograph(uuid,integer,text) to felt_and_foil_app;
