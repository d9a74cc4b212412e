import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCheckpoint, witnessedAt } from '#domain/packproof/checkpoint.ts';
import { readVerifierKey, writeNote, writeVerifierKey } from '#domain/packproof/note.ts';
import { quorumTime, readPolicy } from '#domain/packproof/policy.ts';
import { readTlogProof } from '#domain/packproof/tlog-proof.ts';
import { treeRoot } from '#domain/packproof/tree.ts';
import { useTestApp } from '../../testing/app.ts';
import { saveTables } from '../../testing/save-tables.ts';
import { inTransaction } from '#engine/database.ts';
import { openWitness } from './witness.ts';
import { appendToLog } from './append-to-log.ts';
import { askWitnesses, refuseOlderThanSeen } from './ask-witnesses.ts';
import { currentKeys, storeLogKeys, signersOf } from './log-keys.ts';
import { newSigner, proofPrimitives, signCheckpoint } from './proof-primitives.ts';
import { signLog } from './sign-log.ts';

const ORIGIN = 'shop.example/log';
const shop = useTestApp({ PUBLIC_URL: 'https://shop.example' });
const SEEN_AT = 1_800_000_000;

let folder: string;
let witness: { server: Server; vkey: string; address: string };
let context: typeof shop.context;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'witness-'));
  const [key] = signersOf(shop.context, ORIGIN);
  const logs = [writeVerifierKey(proofPrimitives, key!.key)];
  const opened = await openWitness({
    name: 'friend.example/w',
    logs,
    dir: folder,
    now: () => SEEN_AT,
  });
  witness = { ...opened, address: await listen(opened.server) };
  context = await shopWith([`witness friend ${witness.vkey} ${witness.address}`, 'quorum friend']);
});
afterAll(async () => {
  witness.server.close();
  await rm(folder, { recursive: true });
});

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Returns the shop's context, in which these lines are in the file that names the witnesses. */
async function shopWith(lines: string[]): Promise<typeof shop.context> {
  const witnesses = join(folder, `policy-${lines.length}`);
  await writeFile(witnesses, lines.map((line) => `${line}\n`).join(''));
  shop.context.config.witnesses = witnesses;
  return shop.context;
}

async function grow(of = context, isSigned = true): Promise<void> {
  const at = Math.floor(Date.now() / 1000);
  await inTransaction(of.db, async (db) => {
    await appendToLog({ ...of, db }, [{ v: 2, kind: 'incident', at, text: 'It rained' }]);
  });
  if (isSigned) await signLog(of);
}

const get = async (path: string) => (await shop.app.inject(`/log/${path}`)).body;

async function submit(body: string) {
  const response = await fetch(`${witness.address}/add-checkpoint`, { method: 'POST', body });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text: await response.text(),
  };
}

describe('a witness that the shop lists', () => {
  test('signs the newest checkpoint, with its own time, and everybody can see it', async () => {
    await grow();
    expect(await askWitnesses(context)).toEqual([{ witness: 'friend', problem: null }]);
    const { note } = readCheckpoint(await get('checkpoint'));
    const key = readVerifierKey(proofPrimitives, witness.vkey, 'witness');
    expect(witnessedAt(proofPrimitives, note, key)).toBe(SEEN_AT);
    const policy = readPolicy(proofPrimitives, await get('policy'));
    expect(quorumTime(policy, new Map([['friend', SEEN_AT]]))).toBe(SEEN_AT);
  });

  test('is queried once for each checkpoint, and then for the next', async () => {
    expect(await askWitnesses(context)).toEqual([]);
    await grow();
    await grow();
    expect(await askWitnesses(context)).toEqual([{ witness: 'friend', problem: null }]);
    expect(readCheckpoint(await get('checkpoint')).note.signatures).toHaveLength(2);
  });

  test('dates an entry by the first signed checkpoint that covers it', async () => {
    const proof = readTlogProof(await get('1.tlog-proof'));
    expect(proof.checkpoint.size).toBe(3);
    expect(proof.checkpoint.note.signatures).toHaveLength(2);
  });

  test('reports how far it has seen, to a shop that has lost this', async () => {
    await grow();
    await shop.owner.query(`set session_replication_role = replica; delete from log_cosignatures;
       set session_replication_role = default`);
    expect(await askWitnesses(context)).toEqual([{ witness: 'friend', problem: null }]);
  });

  test('stops a shop whose database is older than what the witness has seen', async () => {
    await expect(refuseOlderThanSeen(context)).resolves.toBeUndefined();
    const before = await saveTables(shop, [
      'log_entries',
      'log_nodes',
      'log_checkpoints',
      'log_cosignatures',
    ]);
    await grow();
    await askWitnesses(context);
    await before.bringBack();
    await expect(refuseOlderThanSeen(context)).rejects.toThrow('has seen 5 entries');
  });

  test('prevents the signing of a log that was never signed on this machine', async () => {
    const dataDir = join(folder, 'elsewhere');
    await mkdir(dataDir);
    await storeLogKeys(dataDir, (await currentKeys(context)).seeds);
    const elsewhere = { ...context, config: { ...context.config, dataDir } };
    // This log is as long as the log that the witness has seen, but has other entries.
    await grow(elsewhere, false);
    await expect(signLog(elsewhere)).rejects.toThrow('has seen 5 entries');
    expect(readCheckpoint(await get('checkpoint')).size).toBe(4);
  });
});

describe('a failing witness delays nothing', () => {
  const withServer = async (
    respond: Parameters<typeof createServer>[1],
    ask: (address: string) => Promise<void>,
  ) => {
    const server = createServer(respond as never);
    await ask(await listen(server));
    server.close();
  };
  const named = async (address: string) =>
    shopWith([`witness bad ${witness.vkey} ${address}`, 'quorum bad', '']);

  test('if it is unreachable', async () => {
    await named('http://127.0.0.1:9');
    expect(await askWitnesses(context)).toMatchObject([{ witness: 'bad' }]);
    expect((await get('checkpoint')).split('\n').length).toBeGreaterThan(4);
  });

  test.each([
    ['answers another thing', 200, 'hello\n'],
    ['signs another checkpoint', 200, '— friend.example/w AAAAAAAAAAAA\n'],
    ['is out of order', 500, 'no'],
    ['tells no size', 409, 'many'],
  ])('if it %s', async (_what, status, body) => {
    await withServer(
      (_request, response) => response.writeHead(status).end(body),
      async (address) => {
        await named(address);
        const [asked] = await askWitnesses(context);
        expect(asked?.problem).not.toBeNull();
      },
    );
    expect(readCheckpoint(await get('checkpoint')).note.signatures).toHaveLength(2);
  });

  test('if it redirects the shop', async () => {
    await withServer(
      (_request, response) =>
        response.writeHead(307, { location: `${witness.address}/add-checkpoint` }).end(),
      async (address) => {
        await named(address);
        expect((await askWitnesses(context))[0]?.problem).not.toBeNull();
      },
    );
  });
});

describe('a witness refuses', () => {
  const other = newSigner(ORIGIN, 'log', '77'.repeat(32));
  const own = () => signersOf(shop.context, ORIGIN);
  const root = treeRoot(proofPrimitives, [new Uint8Array(32)]);
  const signed = (size: number, signers = own(), origin = ORIGIN) =>
    writeNote(signCheckpoint({ origin, size, root }, signers));

  test('an unknown log', async () => {
    const stranger = newSigner('other.example/log', 'log', '77'.repeat(32));
    const note = signed(1, [stranger], 'other.example/log');
    expect(await submit(`old 0\n\n${note}`)).toMatchObject({ status: 404 });
  });

  test('an unknown key', async () => {
    expect(await submit(`old 0\n\n${signed(9, [other])}`)).toMatchObject({ status: 403 });
  });

  test('a step from a size other than the last seen one, and names that size', async () => {
    const response = await submit(`old 1\n\n${signed(9)}`);
    expect(response).toEqual({ status: 409, type: 'text/x.tlog.size', text: '5\n' });
  });

  test('another log of the same length', async () => {
    expect(await submit(`old 5\n\n${signed(5)}`)).toMatchObject({ status: 409 });
  });

  test('a longer one that does not begin with the seen one', async () => {
    const hash = Buffer.alloc(32).toString('base64');
    expect(await submit(`old 5\n${hash}\n\n${signed(6)}`)).toMatchObject({ status: 422 });
  });

  test('a shorter one', async () => {
    expect(await submit(`old 5\n\n${signed(4)}`)).toMatchObject({ status: 400 });
  });

  test.each([
    '',
    'old 5',
    'old five\n\nx',
    'old 05\n\nx\n1\nAA==\n\n— x AAAA\n',
    'x'.repeat(70_000),
  ])('an invalid request', async (body) => {
    expect((await submit(body)).status).toBeGreaterThanOrEqual(400);
    expect((await submit(body)).status).toBeLessThan(500);
  });
});

/** Runs a witness that fails to start, as a process, and returns its output. */
function runWitness(args: string[]): Promise<{ code: unknown; says: string }> {
  const command = [join(import.meta.dirname, 'witness.ts'), ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: folder }, (error, _stdout, stderr) => {
      resolve({ code: error?.code, says: stderr });
    });
  });
}

test.each([
  ['--name and --log are required', []],
  ["Unknown option '--help'", ['--help']],
  [
    'This is no verifier key',
    ['--name', 'friend.example/w', '--log', `log ${ORIGIN}+00000000+AQ==`],
  ],
  ['a name has no spaces and no +', ['--name', 'a friend', '--log', ORIGIN]],
])('a wrong call of the witness prints the usage: %s', async (sentence, args) => {
  const { code, says } = await runWitness(args);
  expect(says).toContain(sentence);
  expect(says).toContain('Usage: npm run witness');
  expect(says).not.toMatch(/\n +at /);
  expect(code).toBe(2);
});

test('a witness that can’t start at its address prints the reason in one line', async () => {
  const vkey = writeVerifierKey(proofPrimitives, newSigner(ORIGIN, 'log', '44'.repeat(32)).key);
  const own = ['--name', 'friend.example/w', '--log', vkey];
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const port = String((taken.address() as AddressInfo).port);
  const dir = ['--dir', join(folder, 'of-a-friend')];
  for (const [args, code, line] of [
    [['--dir', file], 1, /^--dir \S+ can't be used: E[^\n]+\n$/],
    [
      [...dir, '--host', '127.0.0.1', '--port', port],
      1,
      /^--host 127\.0\.0\.1 --port \d+ can't be used: [^\n]*EADDRINUSE[^\n]*\n$/,
    ],
    [
      [...dir, '--host', '192.0.2.1', '--port', '0'],
      1,
      /^--host 192\.0\.2\.1 --port 0 can't be used: [^\n]*EADDRNOTAVAIL[^\n]*\n$/,
    ],
    [['--port', '99999'], 2, /^--port 99999: a port is a number, at most 65535\.\nUsage/],
  ] as const) {
    const outcome = await runWitness([...own, ...args]);
    expect(outcome.says).toMatch(line);
    expect(outcome.code).toBe(code);
  }
  taken.close();
});
