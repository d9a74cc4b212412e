// Simulates that time has passed for a shopper's cards, by moving their end to a number of days from now. The
// arguments are `EMAIL DAYS COUNT STATUS`. With the status `locked`, it locks the cards that conversion would lock.
// Runs as a separate process on the database of the shop under test.
import pg from 'pg';
import { openEmbeddedPostgres } from '../src/embedded-postgres/open-embedded-postgres.ts';
import { EMBEDDED_NAME } from '../src/server/database/embedded-name.ts';

const [email, days, count, status] = process.argv.slice(2);
const dataDir = `.cache/e2e-shop-${process.env.PORT}`;
const postgres = await openEmbeddedPostgres({ dataDir, name: EMBEDDED_NAME, log: () => {} });
const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
await client.query(
  `update physical_cards set auto_convert_at = now() + $2 * interval '1 day', status = $4,
     lock_reason = case $4 when 'locked' then 'expired' end
   where id in (
     select p.id from physical_cards p join users u on u.id = p.opened_by_id
     where u.email = $1 and p.status = 'available' and p.auto_convert_at > now() + interval '29 days'
     order by p.pack_id, p.position limit $3
   )`,
  [email, Number(days), Number(count), status],
);
await client.end();
await postgres.close();
