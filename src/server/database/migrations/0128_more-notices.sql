-- Notices tell of what happened to one's cards, parcels and money, too (choice 785).
alter table notices add column amount bigint;
--> statement-breakpoint
alter table notices add column subject_id uuid;
--> statement-breakpoint
comment on column notices.amount is 'The credits that cards brought or would bring, or what was refunded, in cents.';
--> statement-breakpoint
comment on column notices.subject_id is 'The parcel that left, or the transaction of a refund. It is told of once.';
--> statement-breakpoint
alter table notices drop constraint notices_tell_their_kind;
--> statement-breakpoint
alter table notices add constraint notices_tell_their_kind check (
  case kind
    when 'stock' then pack_type_ids <> '{}' and card_ids <> '{}' and line is null and market_value is null and amount is null and subject_id is null
    when 'back' then cardinality(pack_type_ids) = 1 and card_ids = '{}' and line is null and market_value is null and amount is null and subject_id is null
    when 'price' then pack_type_ids = '{}' and cardinality(card_ids) = 1 and line is not null and market_value is not null and amount is null and subject_id is null
    when 'converted' then pack_type_ids = '{}' and card_ids <> '{}' and line is null and market_value is null and amount >= 0 and amount is not null and subject_id is null
    when 'locked' then pack_type_ids = '{}' and card_ids <> '{}' and line is null and market_value is null and amount >= 0 and amount is not null and subject_id is null
    when 'shipped' then pack_type_ids = '{}' and card_ids <> '{}' and line is null and market_value is null and amount is null and subject_id is not null
    when 'refunded' then pack_type_ids = '{}' and card_ids = '{}' and line is null and market_value is null and amount > 0 and amount is not null and subject_id is not null
    else false
  end
);
--> statement-breakpoint
create unique index notices_once on notices (subject_id, kind) where subject_id is not null;
