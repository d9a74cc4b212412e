-- What people wish for, and what they are told of it (docs/product.md §18). Who is told of packs that come in follows from what
-- a type is filled with, never from what a pack holds: nothing here reads a document.

create table card_wishes (
  user_id uuid not null references users (id),
  card_id uuid not null references cards (id),
  wished_at timestamptz not null default shop_now(),
  came_in text[] not null default '{}',
  told_at timestamptz,
  line bigint,
  line_is_above boolean,
  line_told_at timestamptz,
  primary key (user_id, card_id),
  constraint card_wishes_line_has_a_side check (
    (line is null) = (line_is_above is null) and line > 0 and (line_told_at is null or line is not null))
);
--> statement-breakpoint
create index card_wishes_of_card on card_wishes (card_id) where told_at is null;
--> statement-breakpoint
create index card_wishes_to_tell on card_wishes (user_id) where told_at is null and came_in <> '{}';
--> statement-breakpoint
create index card_wishes_with_line on card_wishes (card_id) where line is not null and line_told_at is null;
--> statement-breakpoint
comment on table card_wishes is 'Cards that somebody wishes for: they are told once when packs come in that can hold one.';
--> statement-breakpoint
comment on column card_wishes.came_in is 'Types of which packs came in since, and whose filling can hold the card; the person is told of them next.';
--> statement-breakpoint
comment on column card_wishes.told_at is 'When they were told, or would have been if they wanted to be; null: not yet.';
--> statement-breakpoint
comment on column card_wishes.line is 'The market value, in cents, whose crossing they want to be told of; null: none.';
--> statement-breakpoint
comment on column card_wishes.line_is_above is 'The value was below the line when it was drawn: reaching it from below is told. False: from above.';
--> statement-breakpoint

create table pack_wishes (
  user_id uuid not null references users (id),
  pack_type_id text not null references pack_types (id) on delete cascade,
  wished_at timestamptz not null default shop_now(),
  was_out boolean not null,
  told_at timestamptz,
  primary key (user_id, pack_type_id)
);
--> statement-breakpoint
create index pack_wishes_to_tell on pack_wishes (pack_type_id) where told_at is null;
--> statement-breakpoint
comment on table pack_wishes is 'Pack types that somebody wishes for: they are told once when one that was out of stock is back.';
--> statement-breakpoint
comment on column pack_wishes.was_out is 'The type was seen out of stock since the wish, or with it.';
--> statement-breakpoint

create table notices (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null,
  pack_type_ids text[] not null default '{}',
  card_ids uuid[] not null default '{}',
  line bigint,
  market_value bigint,
  made_at timestamptz not null default shop_now(),
  read_at timestamptz,
  constraint notices_tell_their_kind check (case kind
    when 'stock' then pack_type_ids <> '{}' and card_ids <> '{}' and line is null and market_value is null
    when 'back' then cardinality(pack_type_ids) = 1 and card_ids = '{}' and line is null and market_value is null
    when 'price' then pack_type_ids = '{}' and cardinality(card_ids) = 1 and line is not null and market_value is not null
    else false end)
);
--> statement-breakpoint
create index notices_of_user on notices (user_id, made_at desc, id);
--> statement-breakpoint
create index notices_unread on notices (user_id) where read_at is null;
--> statement-breakpoint
create index notices_by_time on notices (made_at);
--> statement-breakpoint
comment on table notices is 'What people were told in the shop itself. Kept for half a year.';
--> statement-breakpoint
comment on column notices.line is 'The line that the market value of the card crossed, and the value it had then, in cents.';
--> statement-breakpoint

create table pack_arrivals (
  id bigint generated always as identity primary key,
  pack_type_id text not null
);
--> statement-breakpoint
comment on table pack_arrivals is 'Types of which packs came in, or were put back: rows that wait until those who wish for their cards are told.';
--> statement-breakpoint
revoke insert, update on pack_arrivals from felt_and_foil_app;
--> statement-breakpoint

create function note_arrival() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into pack_arrivals (pack_type_id) select distinct pack_type_id from added where state = 'available';
  else
    insert into pack_arrivals (pack_type_id) values (new.pack_type_id);
  end if;
  return null;
end $$;
--> statement-breakpoint
comment on function note_arrival() is 'Packs of a type came in: by their type alone.';
--> statement-breakpoint
revoke execute on function note_arrival() from public;
--> statement-breakpoint
create trigger places_note_arrivals after insert on places
  referencing new table as added for each statement execute function note_arrival();
--> statement-breakpoint
create trigger places_note_return after update on places
  for each row when (old.state = 'withdrawn' and new.state = 'available') execute function note_arrival();
