-- Cards that are sold at once are a journal each, and one transaction for who sold them.
alter table journals add column posted_with uuid
  constraint journals_posted_with_journals_id_fk references journals (id);
--> statement-breakpoint
comment on column journals.posted_with is
  'The first of the journals that were posted at once, such as those of cards sold together; its own id for that one. Null: it was posted alone.';
--> statement-breakpoint
create index journals_posted_together on journals (posted_with) where posted_with is not null;
--> statement-breakpoint
create or replace function post_journals(
  p_kind text, p_user uuid,
  p_ids uuid[], p_references uuid[], p_descriptions text[],
  p_owners uuid[], p_debits text[], p_credits text[], p_amounts bigint[]
) returns bigint
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  after bigint;
begin
  perform 1 from ledger_accounts
  where id = any (p_debits || p_credits || p_user::text) and owner_id is not null
  order by id for update;

  insert into journals (id, kind, reference_id, user_id, description, posted_with)
  select id, p_kind, reference, p_user, description, case when cardinality(p_ids) > 1 then p_ids[1] end
  from unnest(p_ids, p_references, p_descriptions) as j (id, reference, description);

  insert into transfers (journal_id, leg, debit_account_id, credit_account_id, amount)
  select owner, row_number() over (partition by owner order by place), debit, credit, amount
  from unnest(p_owners, p_debits, p_credits, p_amounts) with ordinality as t (owner, debit, credit, amount, place)
  order by place;

  select balance into strict after from ledger_accounts where owner_id = p_user;
  return after;
end
$$;
