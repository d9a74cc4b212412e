-- Which account may pay which, for each kind of journal: one line a kind and pair. A new kind of journal, or
-- a new account, is a line more, in a migration of its own (choice 156).
create table permitted_transfers (
  kind text not null,
  debit text not null,
  credit text not null,
  constraint permitted_transfers_pkey primary key (kind, debit, credit)
);
--> statement-breakpoint
comment on table permitted_transfers is 'Which account may pay which, for each kind of journal. What is not here can''t be posted.';
--> statement-breakpoint
comment on column permitted_transfers.debit is 'An account''s id, in which `user` stands for the id of the journal''s user.';
--> statement-breakpoint
comment on column permitted_transfers.credit is 'The same of the other side.';
--> statement-breakpoint
insert into permitted_transfers (kind, debit, credit) values
  ('bonus_credit', 'house:promotions', 'user'),
  ('card_conversion', 'house:buyback', 'user'),
  ('card_sale', 'house:buyback', 'user'),
  ('credit_purchase', 'house:card_clearing', 'user'),
  ('credit_purchase', 'house:card_clearing', 'house:fees'),
  -- Money by card for what can't be delivered any more is owed back, whatever it was to buy.
  ('credit_purchase', 'house:card_clearing', 'house:refunds'),
  ('pack_purchase', 'house:card_clearing', 'house:refunds'),
  ('shipping_fee', 'house:card_clearing', 'house:refunds'),
  ('pack_purchase', 'house:card_clearing', 'house:fees'),
  ('pack_purchase', 'house:card_clearing', 'house:sales'),
  ('pack_purchase', 'house:card_clearing', 'house:tax'),
  ('pack_purchase', 'user', 'house:fees'),
  ('pack_purchase', 'user', 'house:sales'),
  ('pack_purchase', 'user', 'house:tax'),
  -- Packs that came back unopened.
  ('refund', 'house:fees', 'house:refunds'),
  ('refund', 'house:sales', 'house:refunds'),
  ('refund', 'house:tax', 'house:refunds'),
  -- What was owed has gone back to the card.
  ('refund', 'house:refunds', 'house:card_clearing'),
  -- By hand, in credits.
  ('refund', 'house:sales', 'user'),
  -- A cancelled shipment.
  ('refund', 'house:shipping', 'house:refunds'),
  ('refund', 'house:shipping', 'user'),
  ('shipping_fee', 'house:card_clearing', 'house:shipping'),
  ('shipping_fee', 'user', 'house:shipping');
--> statement-breakpoint
revoke insert, update, delete on permitted_transfers from felt_and_foil_app;
--> statement-breakpoint

-- The side of a transfer as `permitted_transfers` writes it. Somebody else's account stays what it is, and so
-- is in no line.
create function side_of_transfer(p_account text, p_user uuid) returns text
language sql immutable
as $$
  select replace(p_account, coalesce(p_user::text, ''), 'user')
$$;
--> statement-breakpoint

-- Asked once a statement, not once a row: a sale of many cards is one question.
create function check_transfers() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  refused record;
begin
  select j.kind, side_of_transfer(t.debit_account_id, j.user_id) as debit,
    side_of_transfer(t.credit_account_id, j.user_id) as credit
  into refused
  from posted t join journals j on j.id = t.journal_id
  where not exists (
    select from permitted_transfers p
    where p.kind = j.kind and p.debit = side_of_transfer(t.debit_account_id, j.user_id)
      and p.credit = side_of_transfer(t.credit_account_id, j.user_id)
  ) limit 1;
  if found then
    raise exception 'A journal of kind % moves nothing from % to %', refused.kind, refused.debit, refused.credit
      using errcode = 'check_violation', constraint = 'permitted_transfers';
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger transfers_permitted after insert on transfers
referencing new table as posted for each statement execute function check_transfers();
--> statement-breakpoint

-- A journal that moves nothing is of a known kind as well. The list of kinds is the one above.
alter table journals drop constraint if exists journals_kind_known;
--> statement-breakpoint
create function check_journal_kinds() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  unknown text;
begin
  select kind into unknown from posted
  where not exists (select from permitted_transfers p where p.kind = posted.kind) limit 1;
  if found then
    raise exception 'There are no journals of kind %', unknown
      using errcode = 'check_violation', constraint = 'permitted_transfers';
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger journals_kind_known after insert on journals
referencing new table as posted for each statement execute function check_journal_kinds();
--> statement-breakpoint
revoke execute on function check_transfers(), check_journal_kinds() from public;
