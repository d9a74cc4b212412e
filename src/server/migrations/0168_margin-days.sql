-- What was earned by day, for the week beside the week before and for how fast packs sell (choice 986).
create table margin_days (
  day date not null,
  line text not null,
  pack_type_id text,
  figure text not null,
  amount bigint not null,
  constraint margin_days_once unique nulls not distinct (pack_type_id, figure, line, day)
);
comment on table margin_days is 'As `margin_sums`, by day, of the last hundred days. Written by `sum_margins` alone.';
create index margin_days_by_day on margin_days (day);
revoke all on margin_days from felt_and_foil_app;
grant select on margin_days to felt_and_foil_app;

alter table margin_due add column day date;
comment on column margin_due.day is 'The day of `month`. Null: it was recorded before days were.';

-- It returns days now, in place of months.
drop function if exists margin_lines(timestamp with time zone, timestamp with time zone, uuid[]);
