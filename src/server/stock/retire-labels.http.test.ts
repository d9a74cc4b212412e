// Tests that a graded card that came back to the shop never comes back in a pack, and that the public log says so on
// the next day.
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { labelHash } from '#domain/packproof/pack-document.ts';
import { readLogEntry, type LogEntry } from '#domain/packproof/log-objects.ts';
import { inTransaction } from '#engine/database.ts';
import type { SignedIn } from '../../testing/app.ts';
import { untilDayHasRoom } from '../../testing/clock.ts';
import { openDropShop } from '../../testing/drop-shop.ts';
import { readVectors } from '../../testing/proofs/proof-primitives.ts';
import { openOwnerPool, overPool } from '../database/pool.ts';
import { advanceDrops } from '../drops/advance-drops.ts';
import { giveUpDrops } from '../drops/drops-queries.ts';
import { replayOwnLog } from '../drops/replay-own-log.ts';
import { startAdvancingLog } from '../jobs/advance-log.ts';
import { appendToLog } from '../public-log/append-to-log.ts';
import { findEntries, findLog, findLogTime } from '../public-log/log-queries.ts';
import { proofPrimitives } from '../public-log/proof-primitives.ts';
import { recoverLog } from '../public-log/recover-log.ts';
import { tellVerifier } from '../public-log/tell-verifier.ts';
import { retireLabels } from './retire-labels.ts';

const { shop, people, now, pass, call, stocked, onSale } = openDropShop();
const DAY_S = 86_400;
/** Advances the shop by a day, and lets it close the drop in time, as a running shop does before it retires cards. */
const nextDay = async () => {
  await pass(DAY_S);
  await advanceDrops(now().context);
};
const VERIFIER = '1f'.repeat(32);
let type: string;
let owner: SignedIn;

type Item = { card: { id: string; name: string }; packOpeningId: string };

const hashesOf = (labels: string[]) =>
  labels.map((label) => labelHash(proofPrimitives, label)).toSorted();

/** Returns the entries of the current log that retire cards or name a verifier. */
async function entries(): Promise<LogEntry[]> {
  const log = await findLog(shop.context.db);
  const texts = await findEntries(shop.context.db, log!.number, 0, 1000);
  return texts
    .map((text) => readLogEntry(text))
    .filter(({ kind }) => kind === 'x-retired' || kind === 'verifier');
}
async function retired(): Promise<string[][]> {
  return (await entries()).flatMap((entry) => (entry.kind === 'x-retired' ? [entry.labels] : []));
}

const logNumber = async () => (await findLog(shop.context.db))!.number;

let made = 0;
/** Describes a pack of three cards. Each of the first two is graded if it has a label here. */
const packOf = (...labels: (string | undefined)[]) => {
  const serial = `R-${++made}`;
  const cards = ['1', '2', '3'].map((number, index) => ({
    set: 'tst',
    number,
    ...(labels[index] !== undefined && { label: labels[index] }),
  }));
  return { packTypeId: type, serial, certificationNumber: `C-${serial}`, cards };
};
const takeIn = (pack: object) =>
  call<{ newPacks: number }>('POST', '/admin/stock/intake', { body: { packs: [pack] } });

/** Opens the only pack of the type, and sells those of its cards back that have these names. */
async function openAndSell(...names: string[]): Promise<void> {
  const body = { packId: type, quantity: 1 };
  expect((await call('POST', '/packs/purchase', { as: owner, body })).status).toBe(200);
  await sell(...names);
}
async function sell(...names: string[]): Promise<void> {
  const { body } = await call<{ cards: Item[] }>('GET', '/cards/my?status=available', {
    as: owner,
  });
  const cards = body.data.cards
    .filter(({ card }) => names.includes(card.name))
    .map(({ card, packOpeningId }) => ({ cardId: card.id, packOpeningId }));
  const sold = await call('POST', '/cards/sell/bulk', { as: owner, body: { cards } });
  expect(sold.body).toMatchObject({ data: { failureCount: 0, successCount: names.length } });
}

beforeAll(async () => {
  await untilDayHasRoom();
  await onSale();
  type = await stocked(0);
  owner = people.buyer;
});

test('the database and the verifiers agree on the hash of a label', async () => {
  const { labels } = readVectors<{ labels: { label: string; hash: string }[] }>();
  for (const { label, hash } of labels) {
    const { rows } = await shop.owner.query<{ hash: string }>(
      `select encode(label_hash($1), 'hex') as hash`,
      [label],
    );
    expect(rows[0]!.hash).toBe(hash);
  }
});

describe('a graded card that came back', () => {
  test('is named by the log on the next day, and one that somebody keeps is not', async () => {
    expect((await takeIn(packOf('GR 1', 'GR 2'))).body).toMatchObject({ data: { newPacks: 1 } });
    await openAndSell('Harbour Lantern', 'Glass Heron');
    const number = await logNumber();
    await tellVerifier(now().context, VERIFIER);
    expect(await retireLabels(now().context, number), 'on the same day').toBe(0);
    await nextDay();
    expect(await retireLabels(now().context, number)).toBe(1);
    expect(await retired()).toEqual([hashesOf(['GR 1'])]);
    expect((await entries()).map(({ kind }) => kind)).toEqual(['verifier', 'x-retired']);
    await sell('Moss Wall');
    expect(await retireLabels(now().context, number), 'batched by day').toBe(0);
    await nextDay();
    const both = [retireLabels(now().context, number), retireLabels(now().context, number)];
    const cards = await Promise.all(both);
    expect(Math.max(...cards), 'by one process alone').toBe(1);
    expect(Math.min(...cards)).toBe(0);
    expect(await retired()).toEqual([hashesOf(['GR 1']), hashesOf(['GR 2'])]);
  });

  test('is refused by an intake that says why, in any spelling, and from whichever file', async () => {
    const { status, body } = await takeIn(packOf('gr-1'));
    expect([status, body.error.message]).toEqual([
      400,
      expect.stringMatching(
        /^the card with the label gr-1 never comes back in a pack: entry \d+ of the public log says so$/,
      ),
    ]);
    const preview = await call<{ problems: object[] }>('POST', '/admin/stock/preview', {
      body: { packs: [packOf('GR 1')] },
    });
    expect(preview.body.data.problems).toHaveLength(1);
    // Another database of this shop wrote this entry. It names a card that this database never took in.
    await inTransaction(now().context.db, async (db) => {
      const at = await findLogTime(db);
      await appendToLog({ ...now().context, db }, [
        { v: 2, kind: 'x-retired', at, labels: hashesOf(['XY 9']) },
      ]);
    });
    expect((await takeIn(packOf('xy9'))).body.error.message).toContain('never comes back');
    expect((await takeIn(packOf(undefined))).status, 'the same card, ungraded').toBe(200);
  });

  test('leaves the shop’s own replay of its log without a fault', async () => {
    expect(await replayOwnLog(now().context)).toMatchObject({ failed: 0 });
  });

  test('is named again by the log that follows, after the verifier', async () => {
    const pool = openOwnerPool({
      url: shop.url,
      clockOffsetMs: now().context.config.clockOffsetMs,
    });
    const context = { ...now().context, db: overPool(pool) };
    await recoverLog(context, 'A key was lost', ({ db }) => giveUpDrops(db));
    await pool.end();
    const stop = startAdvancingLog(now().context, VERIFIER);
    const all = hashesOf(['GR 1', 'GR 2', 'XY 9']);
    await vi.waitUntil(async () => (await retired()).length > 0, { timeout: 60_000, interval: 50 });
    await stop();
    expect((await entries()).map(({ kind }) => kind)).toEqual(['verifier', 'x-retired']);
    expect(await retired()).toEqual([all]);
  });

  test('is not named by a process that serves no verifier', async () => {
    expect((await takeIn(packOf('GR 3'))).status).toBe(200);
    // Two packs are in stock now, and either may be sold first. So both are bought.
    await openAndSell('Harbour Lantern');
    await openAndSell('Harbour Lantern');
    await nextDay();
    const stop = startAdvancingLog(now().context, null);
    await stop();
    expect(await retireLabels(now().context, 1), 'in a log that is over').toBe(0);
    expect(await retired()).toHaveLength(1);
    expect(await retireLabels(now().context, await logNumber())).toBe(1);
    expect((await retired()).at(-1)).toEqual(hashesOf(['GR 3']));
  });
});
