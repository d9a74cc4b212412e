-- Protects the pack type of an order's line against changes.
create or replace function keep_order_line()
returns trigger
language plpgsql
as $$
begin
  raise exception 'A line of an order keeps its pack type' using errcode = 'restrict_violation';
end
$$;

create or replace trigger order_lines_keep_type before update on order_lines
for each row when (old.pack_type_id <> new.pack_type_id) execute function keep_order_line();
