// If Postgres can't be used, the shop reports this in one line, with the name of the setting that
// is wrong.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { runShopCommand } from '../../testing/command.ts';
import { databaseUrl } from '../../testing/postgres.ts';
import { appUrlOf } from './app-role.ts';
import { openProvenPool } from './pool.ts';
import { DatabaseProblem, namingSetting, problemAt } from './database-problem.ts';

const shop = useTestApp();
const OWNER = `owner_${randomBytes(4).toString('hex')}`;
let admin: pg.Client;

beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`create role ${OWNER} login password 'secret' nocreaterole`);
  await admin.query(`create database ${OWNER} owner ${OWNER}`);
});

afterAll(async () => {
  await admin.query(`drop database ${OWNER} with (force)`);
  await admin.query(`drop role ${OWNER}`);
  await admin.end();
});

/** Runs a shop command that must be refused. Returns its error output. */
async function refusal(words: string[], settings: Record<string, string> = {}): Promise<string> {
  const { code, out, err } = await runShopCommand(shop.url, words, settings);
  expect([code, out]).toEqual([1, '']);
  return err;
}

const CLOSED = 'postgres://me:secret@127.0.0.1:1/shop';
const SINCE = '2027-01-31T21:00:00Z';

describe('an unusable database', () => {
  test('that does not exist is reported in one line, with the setting that names it', async () => {
    const audit = (settings: Record<string, string>) => refusal(['audit'], settings);
    const away = /^DATABASE_URL can't be used: connect ECONNREFUSED 127\.0\.0\.1:1\.\n$/;
    expect(await audit({ DATABASE_URL: CLOSED, APP_DATABASE_URL: CLOSED })).toMatch(away);
    expect(await audit({ DIRECT_DATABASE_URL: CLOSED })).toMatch(
      /^DIRECT_DATABASE_URL can't be used: connect ECONNREFUSED.*\n$/,
    );
    expect(await audit({ APP_DATABASE_URL: databaseUrl(appUrlOf(shop.url), 'nosuch') })).toBe(
      `APP_DATABASE_URL can't be used: database "nosuch" does not exist.\n`,
    );
    // DIRECT_DATABASE_URL has the shop's login, where the owner's login belongs.
    expect(await audit({ DIRECT_DATABASE_URL: appUrlOf(shop.url) })).toMatch(
      /^DIRECT_DATABASE_URL can't be used: its user must own the database: permission denied .*\n$/,
    );
  });

  test('that refuses the shop’s own login is not reported as a missing owner', async () => {
    const { host, pathname } = new URL(shop.url);
    const database = pathname.slice(1);
    const app = `postgres://${OWNER}:secret@${host}/${database}`;
    await admin.query(`revoke connect on database ${database} from public`);
    const error = await openProvenPool({ url: app, clockOffsetMs: 0 }).catch(
      (thrown: Error) => thrown,
    );
    await admin.query(`grant connect on database ${database} to public`);
    expect((error as Error).message).toMatch(
      /^The database can't be used: permission denied for database/,
    );
  });

  test('at a name with two addresses is reported with both, and with the setting', () => {
    const refused = (address: string) =>
      Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: 'ECONNREFUSED' });
    const both = Object.assign(new AggregateError([refused('::1:1'), refused('127.0.0.1:1')]), {
      code: 'ECONNREFUSED',
    });
    const named = namingSetting(problemAt(CLOSED, both), { DATABASE_URL: CLOSED });
    expect(named).toBeInstanceOf(DatabaseProblem);
    expect((named as Error).message).toBe(
      `DATABASE_URL can't be used: connect ECONNREFUSED ::1:1, connect ECONNREFUSED 127.0.0.1:1.`,
    );
  });

  test.each([
    ['nonsense', `--beside must start with postgres://.\n`],
    [CLOSED, `--beside can't be used: connect ECONNREFUSED 127.0.0.1:1.\n`],
    ['another', `--beside can't be used: no shop is in it.\n`],
    ['nosuch', `--beside can't be used: database "nosuch" does not exist.\n`],
  ])('beside the shop (%s) is reported as typed', async (place, line) => {
    const url = place === 'another' ? databaseUrl(inject('postgresUrl'), OWNER) : place;
    const beside = place === 'nosuch' ? databaseUrl(shop.url, place) : url;
    expect(await refusal(['forgotten', SINCE, '--beside', beside])).toBe(line);
  });
});

test('an owner who may not create roles reads what an administrator must run, with a login', async () => {
  // Other tests have created the shop's role on this server. This owner may neither create nor
  // grant the role.
  const url = new URL(databaseUrl(inject('postgresUrl'), OWNER));
  url.username = OWNER;
  url.password = 'secret';
  const app = `postgres://own_login:x@${url.host}/${OWNER}`;
  const err = await refusal(['migrate'], { DATABASE_URL: url.href, APP_DATABASE_URL: app });
  expect(err).toContain('The database user may not create the role that the shop works in:\n');
  expect(err).toContain('create role felt_and_foil_app nologin;');
  expect(err).toContain(`create role own_login login password '...';`);
  expect(err).toContain(`grant felt_and_foil_app to ${OWNER};`);
  expect(err).toContain(
    `APP_DATABASE_URL=postgres://own_login:THAT-PASSWORD@${url.host}/${OWNER}\n`,
  );
});
