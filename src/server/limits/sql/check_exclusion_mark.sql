-- Protects a mark of an excluded person until the exclusion ends.
create or replace function check_exclusion_mark()
returns trigger
language plpgsql
set search_path to 'public', 'pg_temp'
as $$
begin
  if is_excluded(old.excluded_id) and not acts_as_owner() then
    raise exception 'An exclusion keeps its marks' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;

create or replace trigger exclusion_marks_stay after delete on exclusion_marks
for each row execute function check_exclusion_mark();
