-- Makes sure that an address never shows another pull, and that an ended page stays ended.
create or replace function keep_shared_pull()
returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' or old.ended_at is not null then
    raise exception 'a page that has ended stays ended' using errcode = 'check_violation';
  end if;
  if new.address <> old.address or new.card_id is distinct from old.card_id and new.ended_at is null
    or new.user_id is distinct from old.user_id and new.ended_at is null then
    raise exception 'an address is of one pull' using errcode = 'check_violation';
  end if;
  return new;
end $$;
comment on function keep_shared_pull() is 'Makes sure that an address never shows another pull, and that an ended page stays ended.';
revoke execute on function keep_shared_pull() from public;

create or replace trigger shared_pulls_keep before delete or update on shared_pulls
for each row execute function keep_shared_pull();
