-- A foreign key locks the row it refers to until the transaction ends. Every purchase refers to the accounts of the house
-- and to its pack type: sixteen at once wrote themselves down as holders of the same few rows, one after the other. Who
-- looks whether a row is there, that never goes, needs no lock on it.

create trigger ledger_accounts_never_deleted before delete or truncate on ledger_accounts
for each statement execute function refuse_change();
--> statement-breakpoint
create trigger ledger_accounts_keep_their_id before update of id on ledger_accounts
for each statement execute function refuse_change();
--> statement-breakpoint
alter table transfers
  drop constraint transfers_journal_id_journals_id_fk,
  drop constraint transfers_debit_account_id_ledger_accounts_id_fk,
  drop constraint transfers_credit_account_id_ledger_accounts_id_fk;
--> statement-breakpoint
create or replace function check_transfers() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  refused record;
begin
  select j.id as journal, j.kind, d.id as debit_account, c.id as credit_account,
    side_of_transfer(t.debit_account_id, j.user_id) as debit, side_of_transfer(t.credit_account_id, j.user_id) as credit
  into refused
  from posted t
  left join journals j on j.id = t.journal_id
  left join ledger_accounts d on d.id = t.debit_account_id
  left join ledger_accounts c on c.id = t.credit_account_id
  where j.id is null or d.id is null or c.id is null or not exists (
    select from permitted_transfers p
    where p.kind = j.kind and p.debit = side_of_transfer(t.debit_account_id, j.user_id)
      and p.credit = side_of_transfer(t.credit_account_id, j.user_id)
  ) limit 1;
  if not found then
    return null;
  end if;
  if refused.journal is null or refused.debit_account is null or refused.credit_account is null then
    raise exception 'A transfer has its journal and two accounts: in place of a foreign key'
      using errcode = 'foreign_key_violation', constraint = 'transfers_refer_to_what_is_there';
  end if;
  raise exception 'A journal of kind % moves nothing from % to %', refused.kind, refused.debit, refused.credit
    using errcode = 'check_violation', constraint = 'permitted_transfers';
end
$$;
--> statement-breakpoint
comment on table transfers is
  'One movement of money between two accounts. Never changed, never deleted. That its journal and its accounts are there is checked without a lock on them: they never go.';
--> statement-breakpoint

-- A pack type that was sold has packs, which refer to it and never go: so it doesn't either.
alter table order_lines drop constraint order_lines_pack_type_id_pack_types_id_fk;
--> statement-breakpoint
create function check_order_lines() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  unknown text;
begin
  select l.pack_type_id into unknown from placed l
  where not exists (select from pack_types t where t.id = l.pack_type_id) limit 1;
  if found then
    raise exception 'An order is of pack types that there are: % is none', unknown
      using errcode = 'foreign_key_violation', constraint = 'order_lines_of_known_types';
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger order_lines_of_known_types after insert on order_lines
referencing new table as placed for each statement execute function check_order_lines();
--> statement-breakpoint
create function keep_order_line() returns trigger
language plpgsql
as $$
begin
  raise exception 'A line of an order keeps its pack type' using errcode = 'restrict_violation';
end
$$;
--> statement-breakpoint
create trigger order_lines_keep_type before update on order_lines
for each row when (old.pack_type_id <> new.pack_type_id) execute function keep_order_line();
--> statement-breakpoint

-- Conditions of triggers are read anew in each statement, and a function in one is parsed each time.
drop trigger transfers_note_move on transfers;
--> statement-breakpoint
create trigger transfers_note_move before insert on transfers
for each row when (current_setting('felt_and_foil.moved', true) is distinct from 'on') execute function note_move();
--> statement-breakpoint
drop trigger physical_packs_note_move on physical_packs;
--> statement-breakpoint
create trigger physical_packs_note_move before update on physical_packs
for each row when (current_setting('felt_and_foil.moved', true) is distinct from 'on') execute function note_move();
--> statement-breakpoint
drop trigger physical_cards_note_move on physical_cards;
--> statement-breakpoint
create trigger physical_cards_note_move before update on physical_cards
for each row when (current_setting('felt_and_foil.moved', true) is distinct from 'on') execute function note_move();
--> statement-breakpoint
drop trigger orders_check_discount on orders;
--> statement-breakpoint
create trigger orders_check_discount before insert on orders
for each row when (new.discount_code is not null or new.discount > 0) execute function check_discount();
