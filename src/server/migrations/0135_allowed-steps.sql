-- The states that may follow each other, said once: the literals of domain (DROP_STEPS, SHIPMENT_STEPS and the like), compared with
-- this table by a test (choice 807). A step more is a row in a migration; one that goes, goes when no process takes it any more.
create table allowed_steps (
  thing text not null,
  old text not null,
  new text not null,
  constraint allowed_steps_pkey primary key (thing, old, new)
);
comment on table allowed_steps is 'Which state of a thing may follow which; check_step refuses the others. Written by migrations alone.';
comment on column allowed_steps.thing is 'What refusals call it: a place is a pack.';
revoke insert, update, delete on allowed_steps from felt_and_foil_app;

insert into allowed_steps (thing, old, new)
select thing, old, unnest(string_to_array(following, ' ')) from (values
  ('drop', 'draft', 'published given_up'),
  ('drop', 'published', 'open closed given_up'),
  ('drop', 'open', 'paused closed given_up'),
  ('drop', 'paused', 'open closed given_up'),
  ('shipment', 'unpaid', 'requested lapsed'),
  ('shipment', 'lapsed', 'requested'),
  ('shipment', 'requested', 'packed cancelled'),
  ('shipment', 'packed', 'shipped cancelled'),
  ('shipment', 'shipped', 'delivered'),
  ('card', 'available', 'locked sold converted shipped'),
  ('card', 'locked', 'available converted shipped reclaimed'),
  ('card', 'shipped', 'available delivered locked'),
  ('pack', 'available', 'reserved sold opened waiting withdrawn'),
  ('pack', 'waiting', 'available withdrawn'),
  ('pack', 'reserved', 'available waiting sold'),
  ('pack', 'sold', 'available waiting disputed opened withdrawn'),
  ('pack', 'disputed', 'available waiting sold withdrawn'),
  ('pack', 'withdrawn', 'available waiting'),
  ('payment', 'creating', 'open processing succeeded refund_due canceled failed'),
  ('payment', 'open', 'processing succeeded refund_due canceled failed'),
  ('payment', 'processing', 'succeeded refund_due canceled failed'),
  ('payment', 'failed', 'succeeded refund_due'),
  ('payment', 'refund_due', 'refunded'),
  ('refund', 'due', 'pending paid failed'),
  ('refund', 'pending', 'paid failed'),
  ('refund', 'paid', 'failed'),
  ('dispute', 'inquiry', 'open closed'),
  ('dispute', 'closed', 'inquiry open'),
  ('dispute', 'open', 'won lost')
) steps (thing, old, following);
