-- A new pack type comes last. A file names 100,000 types, and each looks for the last place.
create index if not exists pack_types_by_position on pack_types (position);
--> statement-breakpoint
comment on index pack_types_by_position is 'The place of the next new pack type.';
