-- A browser whose session the shop has ended says so. Until now it said that the session had expired.
alter table sessions add column ended_by_shop boolean not null default false;
comment on column sessions.ended_by_shop is 'Whether the shop ended the session: an operator did, or the user lost a right. False if its user ended it, or if it is open.';
