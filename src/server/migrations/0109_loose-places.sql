-- What may be put into a drop, by when it came in: of a type with thousands of loose packs each of its rows was read. A sale writes nothing here.
create index places_loose on places (pack_type_id, received_at) where drop_id is null and state in ('available', 'waiting');
