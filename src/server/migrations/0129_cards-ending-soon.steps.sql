-- People are told of cards that end within three days (choice 787). Each is a transaction of its own (migrate.ts): rows are checked
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
