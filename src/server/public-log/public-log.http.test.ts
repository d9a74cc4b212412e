import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { hexOf, isSame } from '#domain/packproof/bytes.ts';
import { readCheckpoint } from '#domain/packproof/checkpoint.ts';
import type { LogEntry } from '#domain/packproof/log-objects.ts';
import { isSignedBy, readVerifierKey } from '#domain/packproof/note.ts';
import { readPolicy } from '#domain/packproof/policy.ts';
import { readEntryBundle } from '#domain/packproof/tiles.ts';
import { isCovered, readTlogProof } from '#domain/packproof/tlog-proof.ts';
import { isConsistent, leafHash, treeRoot } from '#domain/packproof/tree.ts';
import { useTestApp } from '../../testing/app.ts';
import { MANIFEST } from '../../testing/proofs/proof-log.ts';
import { runShopCommand } from '../../testing/command.ts';
import { saveTables } from '../../testing/save-tables.ts';
import { inTransaction } from '#engine/database.ts';
import { openOwnerPool, overPool } from '../database/pool.ts';
import { startAdvancingLog } from '../jobs/advance-log.ts';
import { appendToLog } from './append-to-log.ts';
import { describeLog, warnOfUnsigned } from './describe-log.ts';
import { storeCheckpoint } from './stored-checkpoint.ts';
import { currentKeys } from './log-keys.ts';
import { proveConsistency } from './log-proofs.ts';
import { findEntries, findLog } from './log-queries.ts';
import { proofPrimitives } from './proof-primitives.ts';
import { recoverLog } from './recover-log.ts';
import { rotateLog } from './rotate-log.ts';
import { signLog } from './sign-log.ts';
import { tellVerifier } from './tell-verifier.ts';

const test_ = useTestApp({ PUBLIC_URL: 'https://shop.example' });
type Fairness = { log: { origin: string; verifier: string | null } | null };
const ORIGIN = 'shop.example/log';

const now = () => Math.floor(Date.now() / 1000);
const verifier = (sign: number, at = now()): LogEntry => ({
  v: 2,
  kind: 'verifier',
  file: sign.toString(16).padStart(64, '0'),
  at,
});

/** Adds `entries` entries, one after the other, and then signs them. Concurrent callers must all pass the same `at`. */
async function grow(entries: number, at = now()): Promise<void> {
  const { context } = test_;
  await inTransaction(context.db, async (db) => {
    await appendToLog(
      { ...context, db },
      Array.from({ length: entries }, (_, sign) => verifier(sign, at)),
    );
  });
  await signLog(context);
}

async function get(path: string) {
  const { statusCode, headers, rawPayload, body } = await test_.app.inject(`/log/${path}`);
  return { status: statusCode, headers, text: body, bytes: new Uint8Array(rawPayload) };
}

async function readNewest() {
  return readCheckpoint((await get('checkpoint')).text);
}

describe('the public log', () => {
  test('has no files before it begins', async () => {
    for (const path of ['checkpoint', 'policy', '0.tlog-proof', 'tile/0/000.p/1']) {
      expect((await get(path)).status).toBe(404);
    }
  });

  test('has no verifier before it begins', async () => {
    expect(await tellVerifier(test_.context, '1f'.repeat(32))).toBeNull();
    expect((await test_.call<Fairness>('GET', '/fairness')).body.data.log).toBeNull();
  });

  test('can be read from its files by anybody who knows its key, and is consistent', async () => {
    await grow(5);
    const { status, headers } = await get('checkpoint');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=1',
      'access-control-allow-origin': '*',
    });
    const newest = await readNewest();
    expect(newest).toMatchObject({ origin: ORIGIN, size: 5 });
    const policy = readPolicy(proofPrimitives, (await get('policy')).text);
    expect(policy.quorum).toBeUndefined();
    expect(isSignedBy(proofPrimitives, newest.note, policy.logs[0]!)).toBe(true);

    const bundle = await get('tile/entries/000.p/5');
    expect(bundle.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const leaves = readEntryBundle(bundle.bytes).map((data) => leafHash(proofPrimitives, data));
    const tile = await get('tile/0/000.p/5');
    expect(hexOf(tile.bytes)).toBe(leaves.map(hexOf).join(''));
    expect(isSame(treeRoot(proofPrimitives, leaves), newest.root)).toBe(true);
  });

  test('proves each of its entries to the first checkpoint that covers it', async () => {
    await grow(300);
    const { text: policyText } = await get('policy');
    const { logs } = readPolicy(proofPrimitives, policyText);
    for (const [index, size] of [
      [0, 5],
      [4, 5],
      [5, 305],
      [304, 305],
    ]) {
      const proof = readTlogProof((await get(`${index}.tlog-proof`)).text);
      const from = index! < 256 ? 0 : 256;
      const bundle = await get(from === 0 ? 'tile/entries/000' : 'tile/entries/001.p/49');
      const entry = readEntryBundle(bundle.bytes)[index! - from]!;
      expect(proof.checkpoint.size).toBe(size);
      expect(isCovered(proofPrimitives, proof, new TextDecoder().decode(entry))).toBe(true);
      expect(isSignedBy(proofPrimitives, proof.checkpoint.note, logs[0]!)).toBe(true);
    }
    expect((await get('305.tlog-proof')).status).toBe(404);
  });

  test('has tiles over tiles, and none that its checkpoint does not cover', async () => {
    const above = await get('tile/1/000.p/1');
    const whole = await get('tile/0/000');
    const hashes = Array.from({ length: 256 }, (_, at) => whole.bytes.slice(at * 32, at * 32 + 32));
    expect(hexOf(above.bytes)).toBe(hexOf(treeRoot(proofPrimitives, hashes)));
    for (const path of ['tile/0/001', 'tile/0/001.p/50', 'tile/1/000', 'tile/2/000.p/1']) {
      expect((await get(path)).status).toBe(404);
    }
    for (const path of [
      '',
      'tile/0/1',
      'tile/entries/0',
      '01.tlog-proof',
      '2/checkpoint',
      '../log',
    ]) {
      expect((await get(path)).status).toBe(404);
    }
  });

  test('links each checkpoint to the next one', async () => {
    const earlier = await readNewest();
    await grow(7);
    const later = await readNewest();
    const log = await findLog(test_.context.db);
    const path = await proveConsistency(test_.context.db, log!, earlier.size, later.size);
    expect(isConsistent(proofPrimitives, earlier, later, path)).toBe(true);
  });

  test('has one end, whatever the number of writers', async () => {
    const { size } = await readNewest();
    const at = now();
    await Promise.all(Array.from({ length: 12 }, () => grow(2, at)));
    await signLog(test_.context);
    expect(await readNewest()).toMatchObject({ size: size + 24 });
  });

  test('shows only committed entries', async () => {
    const { size } = await readNewest();
    const failing = inTransaction(test_.context.db, async (db) => {
      await appendToLog({ ...test_.context, db }, [verifier(1)]);
      throw new Error('Something else went wrong');
    });
    await expect(failing).rejects.toThrow('Something else');
    expect(await signLog(test_.context)).toBe(false);
    expect((await readNewest()).size).toBe(size);
  });
});

describe('the verifier that the shop serves', () => {
  const told = async () => (await test_.call<Fairness>('GET', '/fairness')).body.data.log!.verifier;

  test('lie 12: has its hash in the log, so that a different one is noticed', async () => {
    const [one, next] = ['1f'.repeat(32), '2f'.repeat(32)];
    expect(await tellVerifier(test_.context, one)).toBe(1);
    expect(await told()).toBe(one);
    const { size } = await readNewestSigned();
    await Promise.all([tellVerifier(test_.context, one), tellVerifier(test_.context, one)]);
    expect((await readNewestSigned()).size, 'once is enough').toBe(size);
    await Promise.all([tellVerifier(test_.context, next), tellVerifier(test_.context, next)]);
    expect((await readNewestSigned()).size).toBe(size + 1);
    expect(await told()).toBe(next);
    // While one version of the shop replaces another, each process publishes its own verifier only once. Otherwise the
    // two versions would publish theirs in turns.
    expect(await tellVerifier(test_.context, one, 1)).toBe(1);
    expect(await told()).toBe(next);
    const proof = readTlogProof((await get(`${size}.tlog-proof`)).text);
    const entry = { v: 2, kind: 'verifier', file: next };
    const { bytes } = await get(`tile/entries/001.p/${size + 1 - 256}`);
    const text = new TextDecoder().decode(readEntryBundle(bytes).at(-1));
    expect(JSON.parse(text)).toMatchObject(entry);
    expect(isCovered(proofPrimitives, proof, text)).toBe(true);
  });

  async function readNewestSigned() {
    await signLog(test_.context);
    return readNewest();
  }
});

describe('an entry of the log', () => {
  test.each([
    'update log_entries set data = data',
    'delete from log_entries',
    'truncate log_entries cascade',
    'update log_nodes set hash = hash',
    'delete from log_nodes where level = 1',
    `update log_checkpoints set note = ''`,
    'delete from log_cosignatures',
    'truncate log_cosignatures',
    `update logs set origin = 'other.example/log'`,
  ])('can’t be changed, not even by the owner of the database: %s', async (text) => {
    await expect(test_.owner.query(text)).rejects.toThrow('may not be changed');
    await expect(test_.context.db.client.query(text)).rejects.toThrow(/permission denied|may not/);
  });

  const add = (data: object, log = 1) =>
    test_.owner.query(
      `insert into log_entries (log, index, kind, says_at, data, leaf_hash) values ($1, 0, '', 0, $2, '')`,
      [log, JSON.stringify(data)],
    );

  test('can’t have a time in the past or in the future', async () => {
    await expect(add({ kind: 'incident', at: now() - 600 })).rejects.toThrow('never go back');
    await expect(add({ kind: 'incident', at: now() + 600 })).rejects.toThrow('never go back');
  });

  test('fits into a tile', async () => {
    const text = 'x'.repeat(49_152);
    await expect(add({ kind: 'incident', at: now(), text })).rejects.toThrow('fit_a_tile');
  });

  test('has the hashes that follow from it, and no others', async () => {
    const { client } = test_.context.db;
    const node = `insert into log_nodes values (1, 0, 100000, '\\x00')`;
    await expect(client.query(node)).rejects.toThrow('permission denied');
  });

  test('must exist before a checkpoint covers it', async () => {
    const { size } = await readNewest();
    const { text } = await get('checkpoint');
    const insertCheckpoint = (at: number, note: string) =>
      test_.owner.query('insert into log_checkpoints (log, size, note) values (1, $1, $2)', [
        at,
        note,
      ]);
    await expect(
      insertCheckpoint(size + 1, text.replace(`\n${size}\n`, `\n${size + 1}\n`)),
    ).rejects.toThrow('says what the log holds');
    await expect(insertCheckpoint(size - 1, text)).rejects.toThrow('says what the log holds');
  });
});

describe('a key', () => {
  test('replaces none before the first drop, which publishes the first one', async () => {
    const before = await readFile(join(test_.context.config.dataDir, 'log-keys'), 'utf8');
    await expect(rotateLog(test_.context)).rejects.toThrow('no drop yet');
    expect(await readFile(join(test_.context.config.dataDir, 'log-keys'), 'utf8')).toBe(before);
    const [publishedAt, closesBy] = [now(), now() + 600];
    await inTransaction(test_.context.db, async (db) => {
      const manifest = { ...MANIFEST, shop: ORIGIN, publishedAt, opensAt: publishedAt, closesBy };
      await appendToLog({ ...test_.context, db }, [manifest]);
    });
  });

  test('that takes effect is in the log, signed by the old one and the new one', async () => {
    const old = readPolicy(proofPrimitives, (await get('policy')).text).logs[0]!;
    const vkey = await rotateLog(test_.context);
    const fresh = readVerifierKey(proofPrimitives, vkey, 'log');
    const { note, size } = await readNewest();
    expect(isSignedBy(proofPrimitives, note, old)).toBe(true);
    expect(isSignedBy(proofPrimitives, note, fresh)).toBe(true);
    const proof = readTlogProof((await get(`${size - 1}.tlog-proof`)).text);
    expect(isSignedBy(proofPrimitives, proof.checkpoint.note, old)).toBe(true);

    await grow(1);
    const next = await readNewest();
    expect(isSignedBy(proofPrimitives, next.note, old)).toBe(false);
    expect(isSignedBy(proofPrimitives, next.note, fresh)).toBe(true);
    const { logs } = readPolicy(proofPrimitives, (await get('policy')).text);
    expect(logs.map(({ key }) => hexOf(key))).toEqual([hexOf(old.key), hexOf(fresh.key)]);
  });

  test('of the settings takes effect if it is first, and not twice', async () => {
    const { context } = test_;
    const storedSeeds = (await readFile(join(context.config.dataDir, 'log-keys'), 'utf8')).trim();
    const ofSettings = {
      ...context,
      logKeys: { seeds: storedSeeds.split('\n'), areStored: false },
    };
    await expect(rotateLog(ofSettings)).rejects.toThrow('is in force already');
  });

  test('takes effect on a machine whose clock is behind', async () => {
    const behind = () => new Date(Date.now() - 5_000);
    await expect(rotateLog({ ...test_.context, now: behind })).resolves.toContain(ORIGIN);
  });

  test('is in no table', async () => {
    const storedSeeds = await readFile(join(test_.context.config.dataDir, 'log-keys'), 'utf8');
    const { rows } = await test_.owner.query<{ text: string }>(
      `select string_agg(t::text, '') as text from (select data from log_entries union all select note from log_checkpoints
       union all select encode(key, 'hex') from logs) t`,
    );
    for (const seed of storedSeeds.trim().split('\n')) expect(rows[0]!.text).not.toContain(seed);
  });

  test('that is missing signs nothing', async () => {
    await inTransaction(test_.context.db, async (db) => {
      await appendToLog({ ...test_.context, db }, [verifier(1)]);
    });
    const logKeys = { seeds: ['11'.repeat(32)], areStored: false };
    await expect(signLog({ ...test_.context, logKeys })).rejects.toThrow('LOG_KEYS lacks a key');
    await signLog(test_.context);
  });

  test('that is missing is named by the health check, before anything waits for it', async () => {
    const { context } = test_;
    const state = async (changes: Partial<typeof context>) =>
      (await describeLog({ ...context, ...changes })).at(-1);
    expect(await state({})).toBe('It can be signed.');
    const fairness = (await test_.call<Fairness>('GET', '/fairness')).body.data;
    const of = `lacks a key that signs the log ${fairness.log!.origin}`;
    for (const seeds of [[], ['11'.repeat(32)]]) {
      expect(await state({ logKeys: { seeds, areStored: false } })).toContain(`LOG_KEYS ${of}`);
    }
    // This is the case of a backup restored on another machine, where the shop has created another key.
    const dataDir = await mkdtemp(join(tmpdir(), 'new-place-'));
    const moved = { config: { ...context.config, dataDir } };
    const error = vi.fn<(facts: object) => void>();
    const log = { ...context.log, error } as unknown as typeof context.log;
    await warnOfUnsigned({ ...context, log });
    expect(error).not.toHaveBeenCalled();
    await warnOfUnsigned({ ...context, ...moved, log });
    expect(JSON.stringify(error.mock.calls)).toContain(of);
    expect(await state(moved)).toContain(`${join(dataDir, 'log-keys')} ${of}`);
    await rm(dataDir, { recursive: true });
  });

  test('is useless if the last checkpoint can’t be stored, and one line says so', async () => {
    const { context } = test_;
    const dataDir = join(await mkdtemp(join(tmpdir(), 'unusable-')), 'file');
    await writeFile(dataDir, '');
    const { seeds } = await currentKeys(context);
    const unusable = {
      ...context,
      config: { ...context.config, dataDir },
      logKeys: { seeds, areStored: false },
    };
    expect((await describeLog(unusable)).at(-1)).toContain(`in DATA_DIR (${dataDir}): E`);
    await expect(storeCheckpoint(dataDir, 'note')).rejects.toThrow(`can't be written in DATA_DIR`);
    await rm(dirname(dataDir), { recursive: true });
  });
});

describe('a database that is not the signed one', () => {
  test('is not signed for if the shop has another address', async () => {
    const { context } = test_;
    const copy = {
      ...context,
      config: { ...context.config, publicUrl: 'https://staging.example' },
    };
    await inTransaction(context.db, async (db) => {
      await appendToLog({ ...context, db }, [verifier(1)]);
    });
    await expect(signLog(copy)).rejects.toThrow('a copy signs nothing');
    await signLog(context);
  });

  test('and has other entries is refused', async () => {
    const file = join(test_.context.config.dataDir, 'log-checkpoint');
    const stored = await readFile(file, 'utf8');
    const [origin, size, , ...rest] = stored.split('\n');
    await writeFile(file, [origin, size, Buffer.alloc(32).toString('base64'), ...rest].join('\n'));
    await expect(grow(1)).rejects.toThrow('other entries than those that were signed');
    await writeFile(file, stored);
  });

  test('and is behind the log is refused, until another log is begun with a reason', async () => {
    const { context } = test_;
    const before = await saveTables(test_, ['log_entries', 'log_nodes', 'log_checkpoints']);
    await grow(3);
    const signed = await readNewest();
    await before.bringBack();
    await expect(grow(1)).rejects.toThrow(`${signed.size} were signed`);

    const owner = openOwnerPool({ url: test_.url, clockOffsetMs: 0 });
    const asOwner = { ...context, db: overPool(owner) };
    const origin = await recoverLog(asOwner, 'A backup was restored', async () => {});
    await owner.end();
    expect(origin).toBe(`${ORIGIN}/2`);
    const newest = readCheckpoint((await get('2/checkpoint')).text);
    expect(newest).toMatchObject({ origin, size: 1 });
    const [first] = readEntryBundle((await get('2/tile/entries/000.p/1')).bytes);
    const incident = JSON.parse(new TextDecoder().decode(first)) as Record<string, string>;
    expect(incident).toMatchObject({ text: 'A backup was restored', origin: ORIGIN });
    expect(readCheckpoint(incident['checkpoint']!).size).toBe(signed.size);
    await grow(1);
    expect(readCheckpoint((await get('2/checkpoint')).text).size).toBe(2);
  });

  test('and another log that was begun beside an open shop gets the verifier’s entry, too', async () => {
    const { context } = test_;
    const file = '3f'.repeat(32);
    const told = async () => {
      const { log } = (await test_.call<Fairness>('GET', '/fairness')).body.data;
      return log && [log.origin, log.verifier];
    };
    const stop = startAdvancingLog(context, file);
    await expect.poll(told).toEqual([`${ORIGIN}/2`, file]);
    const owner = openOwnerPool({ url: test_.url, clockOffsetMs: 0 });
    await recoverLog({ ...context, db: overPool(owner) }, 'A key was lost', async () => {});
    await owner.end();
    await expect.poll(told).toEqual([`${ORIGIN}/3`, file]);
    await stop();
  });

  test('is no reason to give up a log that can be signed: that needs its own option, and no unknown one', async () => {
    const { publicUrl, dataDir } = test_.context.config;
    const settings = { PUBLIC_URL: publicUrl, DATA_DIR: dataDir };
    const recover = (...words: string[]) =>
      runShopCommand(test_.url, ['log', 'recover', ...words], settings);
    const { origin } = (await findLog(test_.context.db))!;
    for (const word of ['--help', '-h', '--force']) {
      expect(await recover('because', word)).toMatchObject({
        code: 2,
        err: expect.stringContaining(`There is no option ${word}.\n`) as string,
      });
    }
    expect(await recover('--anyway')).toMatchObject({ code: 2 });
    expect(await recover('because')).toMatchObject({
      code: 1,
      err: expect.stringContaining('This log can be signed') as string,
    });
    expect((await findLog(test_.context.db))!.origin).toBe(origin);
    expect(await recover('It', 'breaks', 'a', 'rule', '--anyway')).toMatchObject({ code: 0 });
    const next = (await findLog(test_.context.db))!;
    expect(next.origin).not.toBe(origin);
    const [first] = await findEntries(test_.context.db, next.number, 0, 1);
    expect(first).toContain('"It breaks a rule"');
  });
});
