-- Indexes that no list needs any more: each sale of a single, and each new price, wrote to them. Shoppers see the copies of one card.
-- needs condition_rank
create index if not exists house_cards_best_of_card on house_cards (card_id, condition_rank(condition), price, id) where state = 'on_sale';
--> statement-breakpoint
drop index if exists house_cards_best;
--> statement-breakpoint
drop index if exists house_cards_by_price_of_condition;
--> statement-breakpoint
drop index if exists house_cards_by_price_of_game;
--> statement-breakpoint
drop index if exists house_cards_by_price_of_set;
--> statement-breakpoint
drop index if exists house_cards_by_price_of_set_and_condition;
--> statement-breakpoint
drop index if exists house_cards_newest_on_sale;
--> statement-breakpoint
-- `house_cards_of_kind` finds the cards of a state too.
drop index if exists house_cards_in_state;
