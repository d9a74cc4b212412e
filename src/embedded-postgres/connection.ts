// Opens this package's own connections, and makes the address that its users get. `name`: the name of both the role and
// the database.
import { Client } from 'pg';

const CONNECT_LIMIT_MS = 2_000;

export function databaseUrl(name: string, port: number, password: string): string {
  return `postgres://${name}:${password}@127.0.0.1:${port}/${name}`;
}

/**
 * Connects to the maintenance database. A connection to the users' database would prevent dropping
 * or copying that database.
 */
export async function connect(name: string, port: number, password: string): Promise<Client> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: name,
    password,
    database: 'postgres',
    ssl: false,
    application_name: 'embedded-postgres',
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  });
  // Callers notice a broken connection by its event 'end'. Without a handler for 'error', that event would end the
  // process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Makes the database if it is missing. */
export async function ensureDatabase(client: Client, name: string): Promise<void> {
  const found = await client.query('select 1 from pg_database where datname = $1', [name]);
  if (found.rowCount) return;
  await client.query(`create database ${name}`).catch((error: { code?: string }) => {
    // Another process has made the database at the same moment (duplicate_database, unique_violation).
    if (error.code !== '42P04' && error.code !== '23505') throw error;
  });
}
