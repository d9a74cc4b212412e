-- A notice tells of cards that end within three days (choice 787). Each is a transaction of its own (migrate.ts): rows are checked
-- while others write to their table.
alter table physical_cards drop constraint if exists physical_cards_reminded_days_known,
  add constraint physical_cards_reminded_days_known check (reminded_days in (7, 3, 1)) not valid;
comment on column physical_cards.reminded_days is 'The last reminder of its conversion was written this many days ahead; null: none yet.';
--> statement-breakpoint
alter table physical_cards validate constraint physical_cards_reminded_days_known;
--> statement-breakpoint
alter table card_reminders drop constraint if exists card_reminders_days_known,
  add constraint card_reminders_days_known check (days in (7, 3, 1)) not valid;
--> statement-breakpoint
alter table card_reminders validate constraint card_reminders_days_known;
--> statement-breakpoint
alter table notices drop constraint if exists notices_tell_their_kind, add constraint notices_tell_their_kind check (
  (line is not null) = (kind = 'price') and (market_value is not null) = (kind = 'price')
  and (amount is not null) = (kind in ('ending', 'converted', 'locked', 'refunded')) and coalesce(amount, 0) >= 0
  and (subject_id is not null) = (kind in ('shipped', 'refunded'))
  and case
    when kind = 'stock' then pack_type_ids <> '{}' and card_ids <> '{}'
    when kind = 'back' then cardinality(pack_type_ids) = 1 and card_ids = '{}'
    when kind = 'price' then pack_type_ids = '{}' and cardinality(card_ids) = 1
    when kind in ('ending', 'converted', 'locked', 'shipped') then pack_type_ids = '{}' and card_ids <> '{}'
    when kind = 'refunded' then pack_type_ids = '{}' and card_ids = '{}'
    else false
  end
) not valid;
--> statement-breakpoint
alter table notices validate constraint notices_tell_their_kind;
