comment on table reservations is 'Places kept for one user: until `expires_at` while held, for good once paid.';
