// A database and everything about it that a test does without asking the shop: stock and people before
// the load, the audit after it.
import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { toCents } from '#domain/money.ts';
import { insertUser } from '../../src/server/accounts/users-queries.ts';
import { countViolations } from '../../src/server/admin/run-audit.ts';
import { contextOf } from '../../src/server/app.ts';
import { appUrlOf } from '../../src/server/database/app-role.ts';
import { openPool, overPool } from '../../src/server/database/pool.ts';
import { readConfig } from '../../src/server/runtime/config.ts';
import { makeLog } from '../../src/server/runtime/log.ts';
import type { Context } from '../../src/server/runtime/context.ts';
import { copyTemplate } from '../../src/testing/postgres.ts';
import { onDatabase } from '../../src/testing/process.ts';
import { giveCredits } from '../../src/testing/give-credits.ts';
import { tokenOf } from './sign-in.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** How the databases of a run begin on its server; behind it `template` is the migrated one. */
    databasePrefix: string;
  }
}

export type Person = { userId: string; token: string };

export type World = {
  /** Where the owner of the database signs in. */
  url: string;
  /** The settings of every process of this shop. */
  environment: Record<string, string>;
  /** The shop inside the test's own process, for what needs no HTTP. */
  context: Context;
  /** Signed in as the owner of the database, for looking and for making trouble. */
  owner: pg.Pool;
  close: () => Promise<void>;
};

/** A database of its own on the server of this run, copied from the migrated template. */
export async function freshDatabase(): Promise<string> {
  const prefix = inject('databasePrefix');
  const name = `${prefix}${randomBytes(6).toString('hex')}`;
  return copyTemplate(inject('postgresUrl'), name, `${prefix}template`);
}

/** `more` are settings of the shop's processes. */
export function openWorld(
  url: string,
  more: Record<string, string> = {},
  authSecret = randomBytes(32).toString('hex'),
): World {
  const environment = onDatabase(url, { AUTH_SECRET: authSecret, ...more });
  const config = readConfig(environment);
  const pool = openPool({ url: appUrlOf(url), clockOffsetMs: 0, connectionsMax: 8 });
  // Thousands of packs come in at once here.
  pool.on('connect', (client) => void client.query('set statement_timeout = 0'));
  const owner = new pg.Pool({ connectionString: url, max: 2 });
  owner.on('error', () => {});
  const context = contextOf({
    db: overPool(pool),
    config: { ...config, authSecret },
    log: makeLog('silent'),
  });
  return {
    url,
    environment,
    context,
    owner,
    close: async () => {
      await context.queue.close();
      await pool.end();
      await owner.end();
    },
  };
}

/** People with credits in CAD, signed in. Nobody waits for a password to be hashed. */
export async function makePeople(
  { context, owner }: Pick<World, 'context' | 'owner'>,
  howMany: number,
  credits: number,
): Promise<Person[]> {
  const people: Person[] = [];
  while (people.length < howMany) {
    const id = randomUUID();
    await insertUser(context.db, {
      id,
      email: `${id}@example.test`,
      username: 'shopper',
      passwordHash: 'none',
      role: 'user',
      isVerified: true,
    });
    if (credits > 0) {
      const amount = toCents(Math.round(credits * 100));
      await giveCredits(owner, [id], amount);
    }
    people.push({ userId: id, token: await tokenOf(context, id) });
  }
  return people;
}

/** Signs people in once more, as a browser does whose token ran out. */
export async function signInAnew(
  { context }: Pick<World, 'context'>,
  people: Person[],
): Promise<void> {
  for (const person of people) person.token = await tokenOf(context, person.userId);
}

/** The audit prints zeros: nothing that the shop promises about money and stock is broken. */
export async function expectAuditZero({ context }: Pick<World, 'context'>): Promise<void> {
  const broken = (await countViolations(context)).filter((row) => row.violations > 0);
  expect(broken, 'the audit prints zeros').toEqual([]);
}

/** How many packs of a type are in each state. */
export async function stockOf(world: World, packTypeId: string): Promise<Record<string, number>> {
  const { rows } = await world.owner.query<{ state: string; packs: number }>(
    'select state, count(*)::int as packs from places where pack_type_id = $1 group by state',
    [packTypeId],
  );
  return Object.fromEntries(rows.map((row) => [row.state, row.packs]));
}
