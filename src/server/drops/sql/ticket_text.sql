-- A ticket in the form that its buyer has, which is canonical JSON (`writeCanonical`, domain/packproof/canon.ts).
create or replace function ticket_text(p_ticket tickets)
returns text
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  select format('{"issuedAt":%s,"kind":"ticket","manifest":"%s","place":%s,"ref":"%s","v":2}',
    floor(extract(epoch from p_ticket.issued_at))::bigint, encode(d.hash, 'hex'), p_ticket.place, encode(p_ticket.ref, 'hex'))
  from drops d where d.id = p_ticket.drop_id
$$;
comment on function ticket_text(tickets) is 'A ticket in the form that its buyer has, which is canonical JSON.';
revoke execute on function ticket_text(tickets) from public;
