-- When the last backup was made: nobody who has none should learn of it on the day when it is needed (choice 733).
create table backups (
  taken_at timestamptz primary key,
  noted_by text not null check (noted_by in ('backup', 'note-backup'))
);
--> statement-breakpoint
comment on table backups is 'Backups that were made, as far as the shop knows: its own, and those of others that a command noted.';
--> statement-breakpoint
comment on column backups.taken_at is 'The moment that it is of.';
--> statement-breakpoint
comment on column backups.noted_by is 'The command: the shop''s own backup, or the note of somebody else''s.';
--> statement-breakpoint
grant select on backups to felt_and_foil_app;
