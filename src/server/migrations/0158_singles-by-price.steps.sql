-- Many copies cost the same, such as the least that the rules ask. Among those the better one comes first, also in the index: else a
-- page of the cheapest sorts them all.
-- needs condition_rank
create index if not exists house_cards_by_price on house_cards (price, condition_rank(condition), id) where state = 'on_sale';
--> statement-breakpoint
create index if not exists house_cards_by_price_of_game on house_cards (game, price, condition_rank(condition), id) where state = 'on_sale';
--> statement-breakpoint
create index if not exists house_cards_by_price_of_set on house_cards (set_id, price, condition_rank(condition), id) where state = 'on_sale';
--> statement-breakpoint
create index if not exists house_cards_by_price_of_card on house_cards (card_id, price, condition_rank(condition), id) where state = 'on_sale';
--> statement-breakpoint
-- Of a condition. Of `condition_rank(condition)` Postgres doesn't know how frequent each value is.
create index if not exists house_cards_by_price_of_condition on house_cards (condition, price, id) where state = 'on_sale';
--> statement-breakpoint
create index if not exists house_cards_by_price_of_set_and_condition on house_cards (set_id, condition, price, id) where state = 'on_sale';
--> statement-breakpoint
drop index if exists house_cards_cheapest;
--> statement-breakpoint
drop index if exists house_cards_cheapest_of_game;
--> statement-breakpoint
drop index if exists house_cards_cheapest_of_set;
--> statement-breakpoint
drop index if exists house_cards_on_sale;
