-- The recipient that the document of a journal would have if it got its number now.
-- A credit note has the recipient of its sale's invoice.
create or replace function buyer_of(p_journal journals, out name text, out address text)
returns record
language sql
stable
set search_path to 'public', 'pg_temp'
as $$
  with sale as (
    select coalesce(y.subject_id, b.order_id, p_journal.reference_id) as id
    from (select) one
    left join refunds f on p_journal.kind = 'refund' and f.id = p_journal.reference_id
    left join payments y on y.id = f.payment_id
    left join order_singles b on p_journal.kind = 'refund' and b.new_card_id = p_journal.reference_id
  ), invoiced as (
    select b.name, b.address from sale
    join journals j on j.user_id = p_journal.user_id and j.reference_id = sale.id
      and j.kind in ('pack_purchase', 'shipping_fee', 'credit_purchase')
    join document_buyers b on b.journal_id = j.id
    where p_journal.kind = 'refund' order by j.created_at limit 1
  ), parcel as (
    select nullif(btrim(concat_ws(' ', a->>'firstName', a->>'lastName')), '') as name,
      nullif(concat_ws(E'\n', nullif(a->>'addressLine1', ''), nullif(a->>'addressLine2', ''),
        nullif(btrim(concat_ws(' ', a->>'city', a->>'state', a->>'postalCode')), ''), a->>'country'), '') as address
    from sale join shipments s on s.id = sale.id cross join lateral (select s.address as a) x where s.address is not null
  ), home as (
    select nullif(btrim(u.full_name), '') as name,
      case when nullif(btrim(u.address_line_1), '') is not null then
        concat_ws(E'\n', btrim(u.address_line_1), nullif(btrim(concat_ws(' ', u.city, u.state, u.zip_code)), ''), u.country) end as address
    from users u where u.id = p_journal.user_id and u.erased_at is null
  )
  select known.name, known.address from (
    select 1 as place, name, address from invoiced
    union all select 2, name, address from parcel
    union all select 3, name, address from home
  ) known where known.name is not null or known.address is not null order by place limit 1
$$;
