-- At the beginning of a break, extends the deadlines of the person's cards by the time for which the break stops them.
create or replace function begin_break()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  perform extend_card_times(new.user_id, new.still_until - new.still_from);
  return null;
end
$$;
revoke execute on function begin_break() from public;

create or replace trigger breaks_let_cards_stand_still after insert on breaks
for each row execute function begin_break();
