-- What was tried out in a database stays known: production does not start on it, for its payments were never
-- real and its passwords are published.
create table trials (
  kind text primary key check (kind in ('demo', 'sandbox')),
  since timestamptz not null default shop_now()
);
comment on table trials is 'What made up payments, people or stock in this database. Production does not start on one that has a row.';
comment on column trials.since is 'When it first wrote here, or when a migration found what it had written.';

create trigger trials_never_change before update or delete or truncate on trials
for each statement execute function refuse_change();
revoke update, delete on trials from felt_and_foil_app;

-- In the transaction of the sandbox's first row, so that there is none without it.
create function note_sandbox_trial() returns trigger
language plpgsql
as $$
begin
  if not exists (select from public.trials where kind = 'sandbox') then
    insert into public.trials (kind) values ('sandbox') on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger objects_are_a_trial after insert on sandbox.objects
for each row execute function note_sandbox_trial();
create trigger answers_are_a_trial after insert on sandbox.answers
for each row execute function note_sandbox_trial();
create trigger events_are_a_trial after insert on sandbox.events
for each row execute function note_sandbox_trial();

-- Databases of before.
insert into trials (kind)
select 'sandbox' where exists (select from sandbox.objects) or exists (select from sandbox.answers)
  or exists (select from sandbox.events);
insert into trials (kind)
select 'demo' where exists (
  select from users where email in ('demo@feltandfoil.test', 'admin@feltandfoil.test'));
