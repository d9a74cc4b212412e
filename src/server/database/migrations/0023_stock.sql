CREATE TABLE "pack_returns" (
	"pack_id" uuid NOT NULL,
	"reservation_id" uuid NOT NULL,
	"returned_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pack_returns_pack_id_reservation_id_pk" PRIMARY KEY("pack_id","reservation_id")
);
--> statement-breakpoint
ALTER TABLE "pack_returns" ADD CONSTRAINT "pack_returns_pack_id_physical_packs_id_fk" FOREIGN KEY ("pack_id") REFERENCES "public"."physical_packs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_returns" ADD CONSTRAINT "pack_returns_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "physical_packs_by_time" ON "physical_packs" USING btree ("received_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "physical_packs_of_state" ON "physical_packs" USING btree ("state","received_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "physical_packs_of_type" ON "physical_packs" USING btree ("pack_type_id","received_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "physical_packs_of_type_in_state" ON "physical_packs" USING btree ("pack_type_id","state","received_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "physical_packs_serial_begins" ON "physical_packs" USING btree (upper("serial") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "physical_packs_certification_begins" ON "physical_packs" USING btree (upper("certification_number") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "orders_paid" ON "orders" USING btree ("paid_at" DESC NULLS LAST,"id") WHERE "orders"."paid_at" is not null;
--> statement-breakpoint

-- What a sealed pack holds, for an admin, who is written down with the reason before a card is told: the
-- shop's role has no other way to a sealed card, so nobody looks without an entry. Nothing for a pack
-- that is not there, or is open.
create function look_into_pack(p_pack uuid, p_actor uuid, p_reason text, p_ip text, p_request text)
returns table (card_position smallint, card_id uuid, card_condition text)
language plpgsql volatile security definer set search_path = public, pg_temp
as $$
begin
  if not exists (select from users u where u.id = p_actor and u.role = 'admin') then
    raise exception 'Only an admin looks into a sealed pack' using errcode = 'insufficient_privilege';
  end if;
  if length(trim(p_reason)) = 0 then
    raise exception 'A look into a sealed pack has a reason' using errcode = 'check_violation';
  end if;
  if not exists (select from physical_packs p where p.id = p_pack and p.state <> 'opened') then
    return;
  end if;
  insert into audit_log (actor_id, action, subject_kind, subject_id, after, ip, request_id)
  values (p_actor, 'look_into_pack', 'pack', p_pack::text, jsonb_build_object('reason', p_reason), p_ip, p_request);
  return query
  select c.position, c.card_id, c.condition from physical_cards c where c.pack_id = p_pack order by c.position;
end
$$;
--> statement-breakpoint
revoke execute on function look_into_pack(uuid, uuid, text, text, text) from public;
--> statement-breakpoint
grant execute on function look_into_pack(uuid, uuid, text, text, text) to felt_and_foil_app;
--> statement-breakpoint

-- That a pack came back is a fact: written once, by the sale that it undoes.
create trigger pack_returns_never_change before update or delete or truncate on pack_returns
for each statement execute function refuse_change();
--> statement-breakpoint
revoke update, delete on pack_returns from felt_and_foil_app;
