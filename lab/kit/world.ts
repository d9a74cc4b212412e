// Opens a database for the work of a test that does not go through the shop's HTTP. This work creates stock and people
// before the load, and runs the audit after the load.
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
    /**
     * The prefix of this run's databases on the server. The migrated template is named by this prefix followed by
     * `template`.
     */
    databasePrefix: string;
  }
}

export type Person = { userId: string; token: string };

export type World = {
  /** The address with which the database's owner signs in. */
  url: string;
  /** The settings of every process of this shop. */
  environment: Record<string, string>;
  /** A shop inside the test's own process, for work that needs no HTTP. */
  context: Context;
  /** Connections of the database's owner, to read data and to cause faults. */
  owner: pg.Pool;
  close: () => Promise<void>;
};

/** Creates a database for one test on this run's server, as a copy of the migrated template. */
export async function freshDatabase(): Promise<string> {
  const prefix = inject('databasePrefix');
  const name = `${prefix}${randomBytes(6).toString('hex')}`;
  return copyTemplate(inject('postgresUrl'), name, `${prefix}template`);
}

/** Opens a world on the database at `url`. `more` has further settings for the shop's processes. */
export function openWorld(
  url: string,
  more: Record<string, string> = {},
  authSecret = randomBytes(32).toString('hex'),
): World {
  const environment = onDatabase(url, { AUTH_SECRET: authSecret, ...more });
  const config = readConfig(environment);
  const pool = openPool({ url: appUrlOf(url), clockOffsetMs: 0, connectionsMax: 8 });
  // Statements have no time limit, because one of them takes in thousands of packs here.
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

/** Creates signed-in people with credits in CAD, without the time that hashing a password takes. */
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

/** Signs people in once more, like a browser whose token expired. */
export async function signInAnew(
  { context }: Pick<World, 'context'>,
  people: Person[],
): Promise<void> {
  for (const person of people) person.token = await tokenOf(context, person.userId);
}

/** Expects only zeros from the audit, because then every invariant of money and stock holds. */
export async function expectAuditZero({ context }: Pick<World, 'context'>): Promise<void> {
  const broken = (await countViolations(context)).filter((row) => row.violations > 0);
  expect(broken, 'the audit prints zeros').toEqual([]);
}

/** The number of packs of a type in each state. */
export async function stockOf(world: World, packTypeId: string): Promise<Record<string, number>> {
  const { rows } = await world.owner.query<{ state: string; packs: number }>(
    'select state, count(*)::int as packs from places where pack_type_id = $1 group by state',
    [packTypeId],
  );
  return Object.fromEntries(rows.map((row) => [row.state, row.packs]));
}
