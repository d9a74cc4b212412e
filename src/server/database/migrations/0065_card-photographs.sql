-- Photographs of single cards, taken while their packs come in. A card is a line of a document until its pack is opened,
-- so a photograph is of a place in a pack, and as secret as the document until then (docs/choices.md, 292).
create table card_photographs (
  pack_id uuid not null references physical_packs (id),
  position smallint not null,
  picture text not null references pictures (name),
  primary key (pack_id, position),
  constraint card_photographs_picture_once unique (picture),
  constraint card_photographs_position_counts check (position > 0)
);
--> statement-breakpoint
comment on table card_photographs is 'A photograph of the card that lies at a place in a pack. Of a sealed pack the shop''s role sees none, nor whether there is one.';
--> statement-breakpoint
comment on column card_photographs.position is 'As in its pack''s document and in physical_cards, from 1.';
--> statement-breakpoint
comment on column card_photographs.picture is 'Under a random name: who has the same picture could not tell by it.';
--> statement-breakpoint
revoke all on card_photographs from felt_and_foil_app;
--> statement-breakpoint

-- How secret a pack's content still is: `opened`: no longer. `looked into`: it is withdrawn, and the audit log has somebody
-- who looked. `secret`. Dear, so that no plan asks it of photographs that nobody wants.
create function secrecy_of(p_pack uuid) returns text
language sql stable cost 1000 security definer set search_path = public, pg_temp
as $$
  select coalesce((
    select case
      when p.state = 'opened' then 'opened'
      when p.state = 'withdrawn' and exists (
        select from audit_log a where a.subject_id = p_pack::text and a.subject_kind = 'pack' and a.action = 'look_into_pack'
      ) then 'looked into'
    end
    from places p where p.pack_id = p_pack
  ), 'secret')
$$;
--> statement-breakpoint
alter table card_photographs enable row level security;
--> statement-breakpoint
create policy shown_photographs_are_read on card_photographs for select to felt_and_foil_app
using (secrecy_of(pack_id) <> 'secret');
--> statement-breakpoint
grant select on card_photographs to felt_and_foil_app;
--> statement-breakpoint

-- One file of a picture, as it is handed out, and whether everybody may keep it for ever. Nobody gets one of a card whose
-- pack is sealed, and what is told of a withdrawn pack, which may go on sale again, is kept by nobody.
create or replace function read_picture(p_name text, p_width int, p_format text) returns table (bytes bytea, lasts boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select f.bytes, c.pack_id is null or secrecy_of(c.pack_id) = 'opened'
  from picture_files f left join card_photographs c on c.picture = f.picture
  where f.picture = p_name and f.width = p_width and f.format = p_format
    and (c.pack_id is null or secrecy_of(c.pack_id) <> 'secret')
$$;
--> statement-breakpoint

-- Has a photograph lie at a place of a pack, in place of the one before; false where there is no such place.
create function keep_photograph(p_pack uuid, p_position int, p_picture text) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  before text;
begin
  if not exists (
    select from physical_packs p join pack_types t on t.id = p.pack_type_id
    where p.id = p_pack and p_position between 1 and t.card_count
  ) then
    return false;
  end if;
  select picture into before from card_photographs where pack_id = p_pack and position = p_position for update;
  insert into card_photographs (pack_id, position, picture) values (p_pack, p_position, p_picture)
  on conflict (pack_id, position) do update set picture = excluded.picture;
  perform drop_picture(before);
  return true;
end
$$;
--> statement-breakpoint

-- Takes a photograph away. It does not tell whether there was one.
create function drop_photograph(p_pack uuid, p_position int) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  before text;
begin
  delete from card_photographs where pack_id = p_pack and position = p_position returning picture into before;
  perform drop_picture(before);
end
$$;
--> statement-breakpoint
revoke execute on function secrecy_of(uuid), keep_photograph(uuid, int, text), drop_photograph(uuid, int) from public;
--> statement-breakpoint
grant execute on function secrecy_of(uuid), keep_photograph(uuid, int, text), drop_photograph(uuid, int)
to felt_and_foil_app;
