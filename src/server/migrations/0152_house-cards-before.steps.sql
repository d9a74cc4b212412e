-- What came back before 0151, and the checks and indexes of a long table: each is a transaction of its own. The trigger comes first,
-- so that nothing ends between both.
-- needs note_house_cards
insert into house_cards (id, pack_id, position, card_id, condition, paid, came_at)
select id, pack_id, position, card_id, condition, coalesce(exit_price, 0), exited_at
from physical_cards where status in ('sold', 'converted', 'reclaimed')
on conflict (id) do nothing;
--> statement-breakpoint
-- A pack's card is opened once. It can be bought again and again, each time as another card of the house.
create unique index if not exists physical_cards_held_once on physical_cards (pack_id, position, bought_as_id) nulls not distinct;
--> statement-breakpoint
create unique index if not exists physical_cards_bought_once on physical_cards (bought_as_id) where bought_as_id is not null;
--> statement-breakpoint
alter table physical_cards drop constraint if exists physical_cards_place_once;
--> statement-breakpoint
alter table physical_cards validate constraint physical_cards_status_known;
--> statement-breakpoint
alter table physical_cards validate constraint physical_cards_exit_has_price;
--> statement-breakpoint
alter table physical_cards validate constraint physical_cards_bought_has_cost;
--> statement-breakpoint
alter table notices validate constraint notices_tell_their_kind;
