-- Normalizes an e-mail address, so that all spellings of the same mailbox become equal.
-- A changed rule needs a new function name, because indexes store the results.
create or replace function email_key(p_email text)
returns text
language sql
immutable parallel safe
as $$
  select case
    when split_part(split_part(p_email, '@', 1), '+', 1) = '' or split_part(p_email, '@', 2) = '' then p_email
    when split_part(p_email, '@', 2) in ('gmail.com', 'googlemail.com')
      then replace(split_part(split_part(p_email, '@', 1), '+', 1), '.', '') || '@gmail.com'
    else split_part(split_part(p_email, '@', 1), '+', 1) || '@' || split_part(p_email, '@', 2)
  end
$$;
comment on function email_key(text) is 'Normalizes an e-mail address, so that all spellings of the same mailbox become equal.';
