-- What is usual at each endpoint that the shop lives by, so that a process that has just begun knows when one has become slow
-- (choice 731).
create table endpoint_medians (
  endpoint text not null,
  measured_at timestamptz not null,
  median_s double precision not null check (median_s >= 0)
);
--> statement-breakpoint
create index endpoint_medians_by_age on endpoint_medians (measured_at);
--> statement-breakpoint
comment on table endpoint_medians is 'How long endpoints took, a row for each process and five minutes with answers. Kept for two days.';
--> statement-breakpoint
comment on column endpoint_medians.endpoint is 'Its method and route, as in the metrics.';
--> statement-breakpoint
comment on column endpoint_medians.measured_at is 'The end of the five minutes, by the clock of the process.';
--> statement-breakpoint
comment on column endpoint_medians.median_s is 'In seconds, without what it waited for other servers.';
--> statement-breakpoint
grant select, insert, delete on endpoint_medians to felt_and_foil_app;
