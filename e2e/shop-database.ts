// Finds the database of a shop under test, for direct queries and for commands beside the shop.
import { realpath } from 'node:fs/promises';
import { databaseUrl } from '../src/embedded-postgres/connection.ts';
import { look } from '../src/embedded-postgres/find-or-start.ts';
import { EMBEDDED_NAME } from '../src/server/database/embedded-name.ts';

/** The address of a shop's database, with the owner's login. */
export async function shopDatabaseUrl(port: number): Promise<string> {
  const folder = await realpath(`.cache/e2e-shop-${port}`);
  let shop = await look(folder, EMBEDDED_NAME);
  // On a busy machine Postgres may not respond at once.
  while (shop.state === 'busy') shop = await look(folder, EMBEDDED_NAME);
  if (shop.state === 'gone') throw new Error('The shop under test has no database');
  return databaseUrl(EMBEDDED_NAME, shop.port, shop.password);
}
