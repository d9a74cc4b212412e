-- What the card sandbox keeps stands apart from the shop's own books: production has no use for it.
create schema sandbox;
comment on schema sandbox is 'What the card sandbox keeps in Stripe''s place. Empty in production.';

alter table sandbox_objects set schema sandbox;
alter table sandbox.sandbox_objects rename to objects;
alter index sandbox.sandbox_objects_pkey rename to objects_pkey;
alter index sandbox.sandbox_objects_of_kind rename to objects_of_kind;

alter table sandbox_answers set schema sandbox;
alter table sandbox.sandbox_answers rename to answers;
alter index sandbox.sandbox_answers_pkey rename to answers_pkey;

alter table sandbox_events set schema sandbox;
alter table sandbox.sandbox_events rename to events;
alter index sandbox.sandbox_events_pkey rename to events_pkey;
alter index sandbox.sandbox_events_due rename to events_due;

-- Tables bring their rights along; the schema needs one of its own, and so do tables to come.
grant usage on schema sandbox to felt_and_foil_app;
alter default privileges in schema sandbox grant select, insert, update, delete on tables to felt_and_foil_app;
