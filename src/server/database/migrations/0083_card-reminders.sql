-- A card knew how many days ahead its last reminder was mailed, not when that was, and forgot it with its new days after
-- a release. Each reminder stays, for the history of the card that its owner reads.
create table card_reminders (
  card_id uuid not null references physical_cards (id),
  reminded_at timestamptz not null default shop_now(),
  days smallint not null,
  primary key (card_id, reminded_at),
  constraint card_reminders_days_known check (days in (7, 1))
);
--> statement-breakpoint
comment on table card_reminders is 'When the owner of a card was reminded of its end. Never changed. Those from before it was written down are not in it.';
--> statement-breakpoint
comment on column card_reminders.days is 'How many days ahead of the end.';
--> statement-breakpoint
create trigger card_reminders_never_change before update or delete or truncate on card_reminders
for each statement execute function refuse_change();
--> statement-breakpoint
revoke update, delete on card_reminders from felt_and_foil_app;
