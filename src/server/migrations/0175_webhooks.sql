-- Where the shop sends its events, and what it sends.
create table webhook_endpoints (
  id uuid primary key,
  name text not null,
  url text not null,
  events text[] not null,
  sealed_secret text not null,
  sealed_secret_before text,
  secret_before_until timestamptz,
  created_at timestamptz not null default shop_now(),
  paused_at timestamptz,
  pause_reason text,
  failed_rounds integer not null default 0,
  rests_until timestamptz,
  removed_at timestamptz,
  constraint webhook_endpoints_name_form check (name = btrim(name) and length(name) between 1 and 60),
  constraint webhook_endpoints_url_form check (url ~ '^https?://' and length(url) <= 2000),
  constraint webhook_endpoints_hear_something check (cardinality(events) > 0),
  constraint webhook_endpoints_secret_before_ends check ((sealed_secret_before is null) = (secret_before_until is null)),
  constraint webhook_endpoints_pause_has_a_reason check ((paused_at is null) = (pause_reason is null)),
  constraint webhook_endpoints_pause_reason_known check (pause_reason in ('operator', 'failing', 'gone'))
);
create unique index webhook_endpoints_named_once on webhook_endpoints (lower(name)) where removed_at is null;
comment on table webhook_endpoints is 'Addresses to which the shop sends its events.';
comment on column webhook_endpoints.events is 'The types of events that are sent there (domain/shop-event.ts).';
comment on column webhook_endpoints.sealed_secret is 'The secret that signs, encrypted under AUTH_SECRET and bound to the endpoint.';
comment on column webhook_endpoints.sealed_secret_before is 'The secret before. It signs too until `secret_before_until`.';
comment on column webhook_endpoints.paused_at is 'Since when nothing is sent. Events are stored meanwhile.';
comment on column webhook_endpoints.failed_rounds is 'Rounds in a row in which every call failed.';
comment on column webhook_endpoints.rests_until is 'The endpoint is down, and is not called before this time.';
comment on column webhook_endpoints.removed_at is 'An operator removed it. A job deletes it after its deliveries.';

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  endpoint_id uuid not null,
  event_id uuid not null,
  type text not null,
  subject text not null,
  user_id uuid,
  data text not null,
  created_at timestamptz not null default shop_now(),
  due_at timestamptz not null default shop_now(),
  tries integer not null default 0,
  failing_since timestamptz,
  tried_at timestamptz,
  delivered_at timestamptz,
  status smallint,
  response text,
  problem text
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at, id) where delivered_at is null;
create index webhook_deliveries_by_subject on webhook_deliveries (endpoint_id, subject, id) where delivered_at is null;
create index webhook_deliveries_of_users on webhook_deliveries (user_id) where user_id is not null;
comment on table webhook_deliveries is 'Events that are or were sent, one row for each endpoint: the outbox. Written in the transaction of what an event tells.';
comment on column webhook_deliveries.id is 'Events of one subject are sent in this order.';
comment on column webhook_deliveries.endpoint_id is 'No foreign key: purchases would lock the endpoint, all of them the same row (choice 1037).';
comment on column webhook_deliveries.event_id is 'What receivers get as webhook-id, the same at each try and at each endpoint.';
comment on column webhook_deliveries.subject is 'What the event is about.';
comment on column webhook_deliveries.user_id is 'The person whom the event names. Their erasure deletes the row.';
comment on column webhook_deliveries.data is 'The event''s own part of the body, as JSON. It names people by id alone.';
comment on column webhook_deliveries.due_at is 'The earliest time of the next try. A process moves this ahead before it tries, so that no other process tries too.';
comment on column webhook_deliveries.failing_since is 'The first failure since it was last delivered or its endpoint resumed.';
comment on column webhook_deliveries.status is 'The HTTP status of the last answer, as the next two. Null: there was none.';
comment on column webhook_deliveries.response is 'The beginning of its text.';
comment on column webhook_deliveries.problem is 'Why there was no answer.';

revoke all on webhook_endpoints, webhook_deliveries from felt_and_foil_app;
grant select, insert, update, delete on webhook_endpoints, webhook_deliveries to felt_and_foil_app;
