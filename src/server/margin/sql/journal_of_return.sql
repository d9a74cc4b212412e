-- Returns the journal that undid the sale of a pack or single which came back: that of a refund, or of a lost dispute.
-- If the shop made a refund at the moment of the return, it is that refund's. Otherwise it is that of the next refund
-- outside the shop or lost dispute.
create or replace function journal_of_return(p_order uuid, p_returned_at timestamp with time zone)
returns uuid
language sql
stable
as $$
  select coalesce(
    (select j.id from payments y join refunds f on f.payment_id = y.id
     join journals j on j.kind in ('take_back', 'refund') and j.reference_id = f.id
     where y.purpose = 'order' and y.subject_id = p_order and f.origin = 'shop' and f.created_at = p_returned_at
     order by j.kind desc limit 1),
    (select j.id from payments y cross join lateral (
       select j.id, j.created_at from refunds f join journals j on j.kind = 'take_back' and j.reference_id = f.id
       where f.payment_id = y.id and f.origin = 'provider'
       union all
       select j.id, j.created_at from disputes d join journals j on j.kind = 'dispute_lost' and j.reference_id = d.id
       where d.payment_id = y.id
     ) j
     where y.purpose = 'order' and y.subject_id = p_order and j.created_at >= p_returned_at
     order by j.created_at limit 1))
$$;
