-- Pages of pulls that their owners made public (docs/product.md §18). What has ended says nothing any more, but that it has.

create table shared_pulls (
  address text primary key,
  user_id uuid references users (id),
  card_id uuid,
  shown_name text,
  wide bytea,
  tall bytea,
  shared_at timestamptz,
  ended_at timestamptz,
  constraint shared_pulls_address_is_random check (address ~ '^[A-Za-z0-9_-]{22}$'),
  constraint shared_pulls_end_with_all_they_say check (
    (ended_at is null and num_nulls(user_id, card_id, wide, tall, shared_at) = 0)
    or (ended_at is not null and num_nonnulls(user_id, card_id, shown_name, wide, tall, shared_at) = 0))
);
--> statement-breakpoint
create unique index shared_pulls_of_card on shared_pulls (card_id) where ended_at is null;
--> statement-breakpoint
create index shared_pulls_of_user on shared_pulls (user_id, shared_at desc) where ended_at is null;
--> statement-breakpoint
comment on table shared_pulls is 'Public pages of single pulls. Ended, only the address is left, which answers that it has ended.';
--> statement-breakpoint
comment on column shared_pulls.card_id is 'The physical card. No foreign key: it never goes.';
--> statement-breakpoint
comment on column shared_pulls.shown_name is 'The name under which its owner wanted to be named; null: none.';
--> statement-breakpoint
comment on column shared_pulls.wide is 'The picture, 1200 x 630, as a JPEG; tall: 1080 x 1350.';
--> statement-breakpoint

create function keep_shared_pull() returns trigger language plpgsql as $$
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
--> statement-breakpoint
comment on function keep_shared_pull() is 'An address that somebody was given never shows anything else.';
--> statement-breakpoint
revoke execute on function keep_shared_pull() from public;
--> statement-breakpoint
create trigger shared_pulls_keep before update or delete on shared_pulls for each row execute function keep_shared_pull();
