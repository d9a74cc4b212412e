-- Packs that were bought with credits and opened at once, and whose buyer has not yet chosen how to see the cards.
create table covered_openings (
  opening_id uuid not null,
  user_id uuid not null,
  constraint covered_openings_pkey primary key (opening_id),
  constraint covered_openings_opening_id_fkey foreign key (opening_id) references openings (id)
);
create index covered_openings_of_user on covered_openings (user_id);
comment on table covered_openings is 'Opened packs that their buyer has not looked at. Mails and the bell name none of their cards; a row goes when the buyer looks.';
comment on column covered_openings.user_id is 'Who opened it.';
grant select, insert, delete on covered_openings to felt_and_foil_app;
