-- Stores a picture with its files. If the name exists, does nothing, because the picture of that name has the same files.
create or replace function keep_picture(p_name text, p_form text, p_width integer, p_height integer, p_widths integer[], p_formats text[], p_files bytea[])
returns void
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  loop
    insert into pictures (name, form, width, height) values (p_name, p_form, p_width, p_height) on conflict do nothing;
    if found then
      insert into picture_files (picture, width, format, bytes)
      select p_name, f.width, f.format, f.bytes from unnest(p_widths, p_formats, p_files) as f (width, format, bytes);
      return;
    end if;
    -- If the picture exists, locks it, so that nobody deletes it before the caller refers to it.
    perform from pictures where name = p_name for key share;
    if found then
      return;
    end if;
  end loop;
end
$$;
revoke execute on function keep_picture(text,text,integer,integer,integer[],text[],bytea[]) from public;
grant execute on function keep_picture(text,text,integer,integer,integer[],text[],bytea[]) to felt_and_foil_app;
