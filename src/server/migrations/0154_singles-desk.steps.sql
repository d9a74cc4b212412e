-- What 0152 filled in without 0153, and the indexes of a long table.
-- needs describe_house_card
-- needs condition_rank
create index if not exists card_labels_of_pack on card_labels (pack_id);
--> statement-breakpoint
update house_cards h set game = s.game, set_id = c.set_id, rarity = c.rarity, label = case
  when exists (select from card_labels l where l.pack_id = h.pack_id) then
    (select p.document::jsonb -> 'cards' -> (h.position - 1) ->> 'label' from pack_secrets p where p.pack_id = h.pack_id) end
from cards c join card_sets s on s.id = c.set_id
where c.id = h.card_id and h.game is null;
--> statement-breakpoint
alter table house_cards validate constraint house_cards_are_described;
--> statement-breakpoint
-- Lists that filter: each combination of their values is one place in an index.
create index if not exists house_cards_of_kind on house_cards (state, game, rarity, condition, came_at desc, id);
--> statement-breakpoint
create index if not exists house_cards_of_set on house_cards (set_id, state, rarity, condition, came_at desc, id);
--> statement-breakpoint
create index if not exists house_cards_of_card on house_cards (card_id, state, condition, came_at desc, id);
--> statement-breakpoint
create index if not exists house_cards_labelled on house_cards (upper(label)) where label is not null;
--> statement-breakpoint
-- The cards whose prices the rules set, for the job.
create index if not exists house_cards_to_price on house_cards (id) where state in ('shelved', 'on_sale') and not price_by_hand;
--> statement-breakpoint
alter table card_losses validate constraint card_losses_method_known;
--> statement-breakpoint
alter table card_losses validate constraint card_losses_replacement_is_named;
--> statement-breakpoint
-- The lists of the copies on sale, cheapest first: of all, of a game, and of a set.
create index if not exists house_cards_cheapest on house_cards (price, id) where state = 'on_sale';
--> statement-breakpoint
create index if not exists house_cards_cheapest_of_game on house_cards (game, price, id) where state = 'on_sale';
--> statement-breakpoint
create index if not exists house_cards_cheapest_of_set on house_cards (set_id, price, id) where state = 'on_sale';
--> statement-breakpoint
-- Also of a condition.
create index if not exists house_cards_best on house_cards (condition_rank(condition), price, id) where state = 'on_sale';
--> statement-breakpoint
create index if not exists house_cards_newest_on_sale on house_cards (priced_at desc nulls last, id) where state = 'on_sale';
