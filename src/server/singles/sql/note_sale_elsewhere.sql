-- Records for the margins what singles were sold for in other shops, and what they cost.
create or replace function note_sale_elsewhere()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  insert into margin_due (month, day, line, game, pack_type_id, drop_id, figure, amount)
  select date_trunc('month', s.sold_at at time zone 'UTC')::date, (s.sold_at at time zone 'UTC')::date, f.line, f.game, f.pack_type_id, f.drop_id, f.figure, f.amount
  from sold s join house_cards h on h.id = s.house_card_id join cards k on k.id = h.card_id join card_sets g on g.id = k.set_id
  cross join lateral (
    select 'singles' as line, g.game, null as pack_type_id, null::uuid as drop_id, a.figure, a.amount
    from (values ('elsewhere', s.brought), ('single_cost', -h.paid), ('single_count', 1)) a (figure, amount)
    union all
    select l.line, l.game, l.pack_type_id, l.drop_id, 'recovered', h.paid from line_of_card(h.id) l
  ) f where f.amount <> 0;
  return null;
end $$;
comment on function note_sale_elsewhere() is 'Records what singles brought in other shops and what they cost, for the margins.';
revoke execute on function note_sale_elsewhere() from public;

create or replace trigger sales_elsewhere_note_sales after insert on sales_elsewhere referencing new table as sold
for each statement execute function note_sale_elsewhere();
