// Tests that a production shop refuses a database that was used for trials, whichever command opens that database.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { useTestApp, type TestApp } from '../testing/app.ts';
import { runShopCommand } from '../testing/command.ts';
import { fillDemo } from '../testing/demo.ts';
import { begunPayment } from '../testing/payments.ts';
import { databaseUrl } from '../testing/postgres.ts';
import { stockPackType } from '../testing/stock.ts';
import { listTrials } from './database/trials-queries.ts';

const demo = useTestApp({ DEMO: 'on' });
const cards = useTestApp({}, { cards: true });
const real = useTestApp();
const folder = mkdtempSync(join(tmpdir(), 'trials-'));
afterAll(() => rmSync(folder, { recursive: true }));

const kindsOf = async ({ context }: TestApp) =>
  (await listTrials(context.db)).map(({ kind }) => kind);

const inProduction = (url: string, words: string[]) =>
  runShopCommand(url, words, {
    NODE_ENV: 'production',
    SANDBOX: '',
    REQUIRE_VERIFIED_EMAIL: 'off',
    PUBLIC_URL: 'https://shop.example',
  });

describe('a database', () => {
  test('that the demo wrote to is refused by production, with a message', async () => {
    expect((await inProduction(demo.url, ['audit'])).code).toBe(0);
    await fillDemo(demo);
    expect(await kindsOf(demo)).toEqual(['demo']);
    const { code, out, err } = await inProduction(demo.url, ['audit']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(
      /NODE_ENV=production does not open this database: the demo wrote to it on \d{4}-\d\d-\d\d.*empty database.*restore/,
    );
  });

  test('that the sandbox wrote to is, too; one that it only read is not', async () => {
    expect(await kindsOf(cards)).toEqual([]);
    expect((await inProduction(cards.url, ['audit'])).code).toBe(0);
    const packId = await stockPackType(cards.context, { packs: 1 });
    await begunPayment(cards, await cards.signUp(), packId);
    expect(await kindsOf(cards)).toEqual(['sandbox']);
    const { code, err } = await inProduction(cards.url, ['audit']);
    expect([code, err]).toEqual([1, expect.stringContaining('the sandbox wrote to it')]);
    // docs/operators.md repeats the message word for word, so that an operator who searches for the message finds what
    // to do.
    const advice = readFileSync('docs/operators.md', 'utf8');
    expect(advice.replaceAll('2026-11-22', 'DAY')).toContain(
      err.trim().replace(/\d{4}-\d\d-\d\d/, 'DAY'),
    );
  });

  test('of a real shop is opened', async () => {
    expect((await inProduction(real.url, ['audit'])).code).toBe(0);
    expect(await kindsOf(real)).toEqual([]);
  });

  test('is marked for good: neither the shop nor the owner of the database can undo it', async () => {
    await expect(demo.context.db.client.query('delete from trials')).rejects.toThrow(
      'permission denied',
    );
    await expect(demo.owner.query('delete from trials')).rejects.toThrow('may not be changed');
    await expect(demo.owner.query('truncate trials')).rejects.toThrow('may not be changed');
    expect(await kindsOf(demo)).toEqual(['demo']);
  });

  test('keeps its mark in a backup', async () => {
    await fillDemo(demo);
    const file = join(folder, 'demo.backup');
    expect((await runShopCommand(demo.url, ['backup', file])).code).toBe(0);
    const name = `restored_trial_${process.pid}`;
    await demo.owner.query(`create database ${name}`);
    const url = databaseUrl(demo.url, name);
    const restored = await inProduction(demo.url, ['restore', file, '--into', url]);
    expect(restored).toMatchObject({
      code: 1,
      out: expect.stringContaining('The audit found nothing.'),
      err: expect.stringContaining('the demo wrote to it'),
    });
    expect((await inProduction(url, ['audit'])).err).toContain('the demo wrote to it');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query('select kind from trials');
    await client.end();
    expect(rows).toEqual([{ kind: 'demo' }]);
    await demo.owner.query(`drop database ${name} with (force)`);
  });
});
