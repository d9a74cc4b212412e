-- The hash of a ticket, as seals contain it (`ticketHash`, domain/packproof/log-objects.ts).
create or replace function ticket_hash(p_ticket tickets)
returns text
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  select encode(sha256(convert_to('packproof/v2/ticket', 'UTF8') || '\x00'::bytea || convert_to(ticket_text(p_ticket), 'UTF8')), 'hex')
$$;
comment on function ticket_hash(tickets) is 'The hash of a ticket, as seals contain it.';
revoke execute on function ticket_hash(tickets) from public;
