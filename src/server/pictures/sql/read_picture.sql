-- Returns one file of a picture, and whether every client may cache the file forever.
-- A card's picture is not returned while its pack is sealed. The picture of a withdrawn pack must not be cached, because the pack may go on sale again.
create or replace function read_picture(p_name text, p_width integer, p_format text)
returns table(bytes bytea, lasts boolean)
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  select f.bytes, c.pack_id is null or secrecy_of(c.pack_id) = 'opened'
  from picture_files f left join card_photographs c on c.picture = f.picture
  where f.picture = p_name and f.width = p_width and f.format = p_format
    and (c.pack_id is null or secrecy_of(c.pack_id) <> 'secret')
$$;
revoke execute on function read_picture(text,integer,text) from public;
grant execute on function read_picture(text,integer,text) to felt_and_foil_app;
