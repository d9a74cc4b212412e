// Tests that a mistyped command reports what is wrong, and opens no database.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runShopCommand } from '../testing/command.ts';
import { databaseUrl } from '../testing/postgres.ts';

const NAME = `empty_${randomBytes(4).toString('hex')}`;
const url = databaseUrl(inject('postgresUrl'), NAME);
let admin: pg.Client;

beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`create database ${NAME}`);
});

afterAll(async () => {
  await admin.query(`drop database ${NAME} with (force)`);
  await admin.end();
});

test.each([
  ['user create a@b.com --role king', '--role is one of user, moderator, admin, and not "king".'],
  ['user create a@b.com second@b.com', 'The argument "second@b.com" is one too many.'],
  ['user create', 'EMAIL is missing.'],
  ['user role a@b.com', 'ROLE is missing.'],
  ['key make Labels', '--rights is missing.'],
  ['key revoke', 'NAME is missing.'],
  ['migrate extra', 'The argument "extra" is one too many.'],
  ['migrate --foo', 'There is no option --foo.'],
  ['audit extra', 'The argument "extra" is one too many.'],
  ['log show --help', 'There is no option --help.'],
  ['import cards', '--game is one of magic, pokemon, yugioh.'],
  ['discount create CODE', 'Give either --percent or --fixed.'],
  ['discount create CODE --percent', '--percent needs a value.'],
  ['forgotten 2027-01-31T21:00:00Z', '--beside is missing.'],
  ['backup', 'FILE is missing.'],
  ['restore', 'FILE is missing.'],
  ['user frobnicate', 'There is no command "user frobnicate".'],
  ['stop now', 'There is no command "stop now".'],
])('%s reports the error, and leaves an empty database empty', async (typed, problem) => {
  const { code, out, err } = await runShopCommand(url, typed.split(' '));
  expect([code, out]).toEqual([2, '']);
  const [first, usage, own] = err.split('\n');
  expect([first, usage]).toEqual([problem, 'Usage: npm run shop -- COMMAND']);
  expect(own).toMatch(new RegExp(`^  ${typed.split(' ')[0]}`));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `select schemaname from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  await client.end();
  expect(rows).toEqual([]);
});

test('an unknown job is refused with a list of the existing ones', async () => {
  const { code, err } = await runShopCommand(url, ['jobs', 'run', 'nosuch']);
  expect(code).toBe(2);
  expect(err).toMatch(/^NAME is one of release-reservations, .*, and not "nosuch"\.\n/);
  expect(err).not.toContain('user create');
});
