-- The checks of 0147 on tables that may be long: validated without holding up whoever writes them.
alter table shipments validate constraint shipments_state_known;
--> statement-breakpoint
alter table shipments validate constraint shipments_go_somewhere;
--> statement-breakpoint
alter table shipments validate constraint shipments_lost_when_lost;
--> statement-breakpoint
alter table physical_cards validate constraint physical_cards_status_known;
--> statement-breakpoint
alter table physical_cards validate constraint physical_cards_exit_has_price;
--> statement-breakpoint
alter table physical_cards validate constraint physical_cards_on_their_way;
