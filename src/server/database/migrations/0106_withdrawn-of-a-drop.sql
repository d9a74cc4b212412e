-- Each second each process looks whether a drop has packs that were withdrawn and of which the log says nothing yet. It counted
-- all packs of the shop for that; by this it finds those few, or none (choice 675).
create index places_withdrawn_of_drop on places (drop_id) where state = 'withdrawn' and drop_id is not null;
--> statement-breakpoint
comment on index places_withdrawn_of_drop is 'What the log may have to be told of, each second.';
