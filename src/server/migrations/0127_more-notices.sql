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
  (line is not null) = (kind = 'price') and (market_value is not null) = (kind = 'price')
  and (amount is not null) = (kind in ('ending', 'converted', 'locked', 'refunded')) and coalesce(amount, 0) >= 0
  and (subject_id is not null) = (kind in ('shipped', 'refunded'))
  and case
    when kind = 'stock' then pack_type_ids <> '{}' and card_ids <> '{}'
    when kind = 'back' then cardinality(pack_type_ids) = 1 and card_ids = '{}'
    when kind = 'price' then pack_type_ids = '{}' and cardinality(card_ids) = 1
    when kind in ('ending', 'converted', 'locked', 'shipped') then pack_type_ids = '{}' and card_ids <> '{}'
    when kind = 'refunded' then pack_type_ids = '{}' and card_ids = '{}'
    else false
  end
) not valid;
