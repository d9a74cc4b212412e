// Makes a database with the demo's catalogue, packs and accounts, for tests that only read them. The database is filled
// once in a run, and then copied for each test file.
import pg from 'pg';
import { contextOf } from '../server/app.ts';
import { openOwnerPool, overPool } from '../server/database/pool.ts';
import { readConfig } from '../server/runtime/config.ts';
import { makeLog } from '../server/runtime/log.ts';
import { seedDemo } from '../server/demo/seed.ts';
import { copyTemplate } from './postgres.ts';
import { AUTH_SECRET } from './process.ts';

const TEMPLATE = 'felt_and_foil_demo';
const MAKING = `${TEMPLATE}_making`;
/** The advisory lock for making the template. It is needed because test files run at the same time. */
const LOCK = 7_046_099;

/** Copies the filled demo into a database of this name. Returns its address with the owner's login. */
export async function copyDemo(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const made = await client.query('select from pg_database where datname = $1', [TEMPLATE]);
    if (made.rowCount === 0) {
      await client.query(`drop database if exists ${MAKING} with (force)`);
      await fill(await copyTemplate(serverUrl, MAKING));
      await client.query(`alter database ${MAKING} rename to ${TEMPLATE}`);
    }
  } finally {
    await client.end();
  }
  return copyTemplate(serverUrl, name, TEMPLATE);
}

async function fill(url: string): Promise<void> {
  const owner = openOwnerPool({ url, clockOffsetMs: 0 });
  const config = { ...readConfig({ DEMO: 'on', DATABASE_URL: url }), authSecret: AUTH_SECRET };
  const context = contextOf({ db: overPool(owner), config, log: makeLog('error') });
  try {
    await seedDemo(context, () => {});
  } finally {
    await context.queue.close();
    await owner.end();
  }
}
