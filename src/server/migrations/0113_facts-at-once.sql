-- Processes of the version before settle the figures of all types with one call, and look at nothing else until the next second: with
-- a type a call (0107) a card's new price reached the last of twenty-four types half a minute later. Their function does again what
-- it did; a call of one type has a name of its own.
alter function settle_facts(boolean) rename to settle_next_facts;
--> statement-breakpoint
comment on function settle_next_facts(boolean) is 'Brings what is told of sealed packs up to date: of all that moved, and of one type that is due. It answers whether another type is.';
--> statement-breakpoint
create function settle_facts(p_wait boolean) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  while settle_next_facts(p_wait) loop
    null;
  end loop;
end
$$;
--> statement-breakpoint
revoke execute on function settle_facts(boolean) from public;
--> statement-breakpoint
grant execute on function settle_facts(boolean) to felt_and_foil_app;
--> statement-breakpoint
comment on function settle_facts(boolean) is 'The same for all types, for processes of the version before alone.';
--> statement-breakpoint
comment on table counted_cards is 'In how many counted packs of a type each card is, and how often. As secret as the documents. Written by settle_next_facts alone.';
comment on table counted_packs is 'The sealed packs of each type, and what those hold that are counted. As secret as the documents. Written by settle_next_facts alone.';
comment on table opened_cards is 'How many of each card came out of opened packs. Written by settle_next_facts alone.';
comment on table opened_packs is 'Packs that were opened, and what their cards were worth then. Written by settle_next_facts alone.';
comment on table pack_type_facts is 'What is told of a type''s sealed packs: sums, never of fewer than twenty. Written by settle_next_facts alone.';
