-- What operators upload is written anew, in several widths and formats, and only that is kept: no byte of a camera's
-- or of a stranger's is ever handed out. The shop's role keeps and reads pictures by functions alone
-- (docs/choices.md, 290).
create table pictures (
  name text primary key,
  form text not null,
  width smallint not null,
  height smallint not null,
  original bytea,
  constraint pictures_form_known check (form in ('photograph', 'logo', 'icon')),
  constraint pictures_sides_positive check (width > 0 and height > 0)
);
--> statement-breakpoint
comment on table pictures is 'Pictures that operators uploaded, decoded and written anew. Whoever shows one refers to it, and keeps it from being dropped.';
--> statement-breakpoint
comment on column pictures.name is 'Of its address: the hash of its files, so that a new picture has a new one; of a secret picture a random one.';
--> statement-breakpoint
comment on column pictures.form is 'What it is for, which decides in which widths and formats it is written (domain/picture.ts).';
--> statement-breakpoint
comment on column pictures.width is 'Of its largest file, in pixels.';
--> statement-breakpoint
comment on column pictures.original is 'What was uploaded before pictures were written anew: never handed out, and gone once its files are written.';
--> statement-breakpoint
create table picture_files (
  picture text not null references pictures (name) on delete cascade,
  width smallint not null,
  format text not null,
  bytes bytea not null,
  primary key (picture, width, format),
  constraint picture_files_format_known check (format in ('avif', 'webp', 'png'))
);
--> statement-breakpoint
comment on table picture_files is 'The files of each picture, as they are handed out.';
--> statement-breakpoint
comment on column picture_files.width is 'Which of the widths of its form it stands for; a picture that is narrower is not made wider.';
--> statement-breakpoint
-- They are compressed already.
alter table picture_files alter column bytes set storage external;
--> statement-breakpoint
alter table pictures alter column original set storage external;
--> statement-breakpoint
revoke all on pictures, picture_files from felt_and_foil_app;
--> statement-breakpoint
create trigger pictures_never_change before update or truncate on pictures
for each statement execute function refuse_change();
--> statement-breakpoint
create trigger picture_files_never_change before update or truncate on picture_files
for each statement execute function refuse_change();
--> statement-breakpoint

-- Keeps a picture with its files; one of the same name has the same files, and is there already.
create function keep_picture(
  p_name text, p_form text, p_width int, p_height int, p_widths int[], p_formats text[], p_files bytea[]
) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  loop
    insert into pictures (name, form, width, height) values (p_name, p_form, p_width, p_height) on conflict do nothing;
    if found then
      insert into picture_files (picture, width, format, bytes)
      select p_name, f.width, f.format, f.bytes from unnest(p_widths, p_formats, p_files) as f (width, format, bytes);
      return;
    end if;
    -- Nobody drops it until whoever keeps it refers to it.
    perform from pictures where name = p_name for key share;
    if found then
      return;
    end if;
  end loop;
end
$$;
--> statement-breakpoint

-- Drops a picture, unless somebody still shows it: whoever does refers to it.
create function drop_picture(p_name text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from pictures where name = p_name;
exception when foreign_key_violation then
  null;
end
$$;
--> statement-breakpoint

-- One file of a picture, as it is handed out, and whether everybody may keep it for ever.
create function read_picture(p_name text, p_width int, p_format text) returns table (bytes bytea, lasts boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select f.bytes, true from picture_files f where f.picture = p_name and f.width = p_width and f.format = p_format
$$;
--> statement-breakpoint

-- What was uploaded before pictures were written anew: the next after a name.
create function next_original(p_after text) returns table (name text, original bytea)
language sql stable security definer set search_path = public, pg_temp
as $$
  select p.name, p.original from pictures p where p.original is not null and p.name > p_after order by p.name limit 1
$$;
--> statement-breakpoint
revoke execute on function keep_picture(text, text, int, int, int[], text[], bytea[]), drop_picture(text),
  read_picture(text, int, text), next_original(text) from public;
--> statement-breakpoint
grant execute on function keep_picture(text, text, int, int, int[], text[], bytea[]), drop_picture(text),
  read_picture(text, int, text), next_original(text) to felt_and_foil_app;
--> statement-breakpoint

-- Those that there are wait to be written anew. Until then their packs are shown by the drawing of a plain one.
insert into pictures (name, form, width, height, original)
select name, 'photograph', width, height, bytes from pack_pictures;
--> statement-breakpoint
alter table pack_types
  drop constraint pack_types_picture_pack_pictures_name_fk,
  add constraint pack_types_picture_pictures_name_fk foreign key (picture) references pictures (name);
--> statement-breakpoint
drop table pack_pictures;
--> statement-breakpoint
create index pack_types_of_picture on pack_types (picture) where picture is not null;
