-- What lets an operator set up their first second factor: a password that somebody else knows too is not enough.
create table two_factor_tokens (
  user_id uuid primary key references users (id),
  token_hash text not null,
  expires_at timestamptz not null
);
comment on table two_factor_tokens is 'The token with which an operator sets up their first second factor. Good once; a new one voids it.';
comment on column two_factor_tokens.token_hash is 'Keyed: the database alone gives nobody a token.';
