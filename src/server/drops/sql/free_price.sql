-- When a drop ends, its type gets the price that an operator recorded for that time.
create or replace function free_price()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  perform take_next_price(new.pack_type_id);
  return null;
end
$$;
revoke execute on function free_price() from public;

create or replace trigger drops_free_price after update of state on drops
for each row when (old.state = any (array['published'::text, 'open'::text, 'paused'::text]) and new.state = any (array['closed'::text, 'given_up'::text])) execute function free_price();
