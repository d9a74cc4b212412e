import { execFile } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { practiceFiles, servedLog } from '../src/testing/proofs/proof-folder.ts';
import {
  checkpointOver,
  honestDrop,
  ISSUED_AT,
  logOver,
  nextKey,
  PRACTICE_CHAIN,
  practiceDrop,
  PUBLISHED_AT,
  type Entry,
} from '../src/testing/proofs/proof-log.ts';
import { printable } from './printable.ts';
import { watchLog, watchLogWithin } from './monitor.ts';

const drop = honestDrop();
const honest = drop.entries;
/** The files that the shop serves at the moment. */
let files = new Map<string, Buffer | string>();
/** If set, handles every request instead of serving the files. */
let respondAll: RequestListener | null = null;
const server = createServer((request, response) => {
  if (respondAll !== null) {
    respondAll(request, response);
    return;
  }
  const { url = '' } = request;
  const file = files.get(url.replace(/^\/(?:api\/(?=drops\/))?/, ''));
  if (file) response.end(file);
  else response.writeHead(404).end();
});
let address = '';
let folder = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'monitor-'));
});
afterEach(() => {
  respondAll = null;
  rmSync(folder, { recursive: true });
});

/** Checks a log with these entries. Returns what the monitor prints, and its exit code. */
function poll(entries: Entry[], keys?: Parameters<typeof logOver>[2]) {
  return lookAt(entries.length > 0 ? servedLog(logOver(entries, [drop], keys)) : new Map());
}

async function lookAt(served: typeof files): Promise<{ code: number; says: string }> {
  files = served;
  const said: string[] = [];
  const code = await watchLog(address, folder, (text) => said.push(`${text}\n`));
  return { code, says: said.join('') };
}

/** Runs the monitor in a separate process on these entries. Returns what it prints and its exit code. */
function lookAsProcess(entries: Entry[]): Promise<{ code: number; says: string }> {
  files = entries.length > 0 ? servedLog(logOver(entries, [drop])) : new Map();
  return runProcess(address, '--keep', folder, '--once');
}

function runProcess(...args: string[]): Promise<{ code: number; says: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/monitor.ts', ...args], (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), says: stdout + stderr });
    });
  });
}

describe('a person who watches a log', () => {
  test('sees it grow, and finds no fault to its end', async () => {
    for (const size of [1, 2, 4, 6]) {
      const { code, says } = await poll(honest.slice(0, size));
      expect(says).toContain(`shop.example/log has ${size} entries and 1 drops`);
      expect(code).toBe(0);
    }
  });

  test('learns that a folder is unusable, which proves nothing against the shop', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const { code, says } = await runProcess(address, '--keep', file, '--once');
    expect([code, says]).toEqual([2, expect.stringMatching(/^--keep [^\n]+: E[^\n]+\.\n$/)]);
  });

  test('learns that a shop made its numbers itself', async () => {
    const told = JSON.stringify({ success: true, data: { practiceChain: PRACTICE_CHAIN } });
    const drops = [[`drops/${practiceDrop().hash}`, told]] as const;
    const { code, says } = await lookAt(new Map([...practiceFiles(), ...drops]));
    expect(says).toContain('1 of them have numbers that prove nothing.');
    expect(code).toBe(0);
  });

  test('lie 9: has both notes of a log that went back', async () => {
    expect((await lookAsProcess(honest.slice(0, 4))).code).toBe(0);
    const { code, says } = await lookAsProcess(honest.slice(0, 3));
    expect(code).toBe(1);
    expect(says).toContain('The log went back, or was rewritten.');
    expect(says.match(/^shop\.example\/log\n[34]$/gm)).toHaveLength(2);
  });

  test('lie 9: has both notes of a log with an entry that was edited, and one that goes on after a restored backup', async () => {
    await poll(honest.slice(0, 4));
    const edited = honest
      .slice(0, 4)
      .map((entry, index) => (index === 3 ? { ...entry, sealedAt: ISSUED_AT + 3 } : entry));
    expect(await poll(edited)).toMatchObject({
      code: 1,
      says: expect.stringContaining('was rewritten') as string,
    });
    const restored = [...honest.slice(0, 3), honest[3]!, { ...INCIDENT, at: ISSUED_AT + 2 }];
    expect((await poll(restored)).code).toBe(0);
    const other = [...honest.slice(0, 3), { ...INCIDENT, at: ISSUED_AT + 2 }, INCIDENT, INCIDENT];
    expect((await poll(other)).says).toContain('was rewritten');
  });

  test('keeps every note for years, and each time reads back only to the last one of the log', async () => {
    const file = join(folder, 'checkpoints.jsonl');
    const years = 'a line that nobody reads\n'.repeat(10_000);
    writeFileSync(file, years);
    appendFileSync(file, `${JSON.stringify(checkpointOver(honest.slice(0, 3)))}\n`);
    for (const size of [4, 4, 6]) expect((await poll(honest.slice(0, size))).code).toBe(0);
    const { code, says } = await poll(honest.slice(0, 4));
    expect(code).toBe(1);
    expect(says.match(/^shop\.example\/log\n[46]$/gm)).toHaveLength(2);
    const stored = readFileSync(file, 'utf8');
    expect(stored.startsWith(years)).toBe(true);
    expect(stored.slice(years.length).trim().split('\n')).toHaveLength(3);
  });

  test('finds the last note of the log behind equally many of the previous log', async () => {
    const old = checkpointOver(honest.slice(0, 3)).replaceAll(
      'shop.example/log',
      'shop.example/old',
    );
    const file = join(folder, 'checkpoints.jsonl');
    writeFileSync(file, `${JSON.stringify(checkpointOver(honest.slice(0, 4)))}\n`);
    appendFileSync(file, `${JSON.stringify(old)}\n`.repeat(1_000));
    expect((await poll(honest.slice(0, 4))).code).toBe(0);
    expect((await poll(honest.slice(0, 3))).says).toContain('went back, or was rewritten.');
  });

  test('accepts a new log only if it names the previous one', async () => {
    const old = checkpointOver(honest.slice(0, 3)).replaceAll(
      'shop.example/log',
      'shop.example/old',
    );
    const remember = () =>
      writeFileSync(join(folder, 'checkpoints.jsonl'), `${JSON.stringify(old)}\n`);
    const incident = { ...INCIDENT, at: PUBLISHED_AT, origin: 'shop.example/old', checkpoint: old };
    remember();
    expect((await poll([incident, ...honest])).code).toBe(0);
    remember();
    expect((await poll(honest)).says).toContain('was rewritten');
  });

  test('continues with the new log of a shop after the previous one', async () => {
    const old = checkpointOver(honest.slice(0, 3)).replaceAll(
      'shop.example/log',
      'shop.example/old',
    );
    writeFileSync(join(folder, 'checkpoints.jsonl'), `${JSON.stringify(old)}\n`);
    const incident = { ...INCIDENT, at: PUBLISHED_AT, origin: 'shop.example/old', checkpoint: old };
    const look2 = (...entries: Entry[]) => {
      const anew = Array.from(
        servedLog(logOver([incident, ...entries], [drop])),
        ([path, content]) => [path.replace(/^log\//, 'log/2/'), content] as const,
      );
      return lookAt(new Map([...anew, ['log/checkpoint', Buffer.from(old)] as const]));
    };
    expect(await look2()).toMatchObject({
      code: 0,
      says: expect.stringContaining('was begun, and has no drop yet') as string,
    });
    expect(await look2(...honest)).toMatchObject({
      code: 0,
      says: expect.stringContaining('has 7 entries and 1 drops') as string,
    });
    // A log need not repeat the checkpoints of the previous log, but it must contain its own.
    expect((await look2(...honest)).code).toBe(0);
    expect((await look2(...honest.slice(0, 4))).says).toContain('went back, or was rewritten.');
  });

  test.each<[string, () => Entry[], Parameters<typeof logOver>[2]]>([
    ['Place 0 is sold twice', () => [...honest.slice(0, 3), soldAgain()], undefined],
    ['contents are not told', () => honest.slice(0, 5), undefined],
    ['not signed by the key in force', () => honest, [nextKey]],
  ])('sees a broken rule: %s', async (sentence, entries, keys) => {
    const { code, says } = await poll(entries(), keys);
    expect(says).toContain(sentence);
    expect(says).toContain('— shop.example/log ');
    expect(code).toBe(1);
  });

  test('learns that there is no log', async () => {
    expect(await lookAsProcess([])).toMatchObject({
      code: 2,
      says: expect.stringContaining('There is no log here.') as string,
    });
  });
});

describe('a hostile server', () => {
  const watched = async (listener: RequestListener, limitMs = 10 * 60_000) => {
    respondAll = listener;
    const said: string[] = [];
    const code = await watchLogWithin(limitMs, address, folder, (text) => said.push(`${text}\n`));
    return { code, says: said.join('') };
  };

  test('that serves one log after another gets an error after a hundred of them', async () => {
    let asked = 0;
    const { code, says } = await watched((_request, response) => {
      asked += 1;
      response.end('another log');
    });
    expect([code, asked]).toEqual([2, 100]);
    expect(says).toContain('There are more than 100 logs here, one behind the other.');
  });

  test('that never ends a response gets an error', async () => {
    const endless = Buffer.alloc(1_000_000, 'a');
    const { code, says } = await watched(({ url }, response) => {
      if (url !== '/log/checkpoint') {
        response.writeHead(404).end();
        return;
      }
      const goOn = () => {
        while (!response.destroyed && response.write(endless));
      };
      response.on('drain', goOn);
      goOn();
    });
    expect([code, says]).toEqual([2, expect.stringContaining('log/checkpoint is too long.')]);
  });

  test('that keeps a watcher waiting is given up', async () => {
    const { code, says } = await watched(() => undefined, 1_000);
    expect([code, says]).toEqual([2, expect.stringContaining('Reading the log was given up')]);
  });

  test('can’t write to the watcher’s terminal', async () => {
    const forged = `Restored\u009b2J\u202e\u001b[1m\n2026-11-27 shop.example/log agrees`;
    const entries = honest.slice(0, 3);
    const note = checkpointOver(entries).replaceAll('shop.example/log', `shop\u009b2J.example/log`);
    const served = servedLog(logOver(entries, [drop]));
    const { says } = await lookAt(new Map([...served, ['log/checkpoint', Buffer.from(note)]]));
    expect(says).not.toContain('\u009b');
    expect(says).toContain('\\u{9b}2J');
    expect(printable(forged)).toBe(
      'Restored\\u{9b}2J\\u{202e}\\u{1b}[1m\\u{a}2026-11-27 shop.example/log agrees',
    );
  });
});

test.each([
  ['It needs the address of a shop', []],
  ['It needs the address of a shop', ['shop.example']],
  ["Unknown option '--help'", ['--help']],
])('a wrong call prints the usage: %s', async (sentence, args) => {
  const { code, says } = await runProcess(...args);
  expect(says).toContain(sentence);
  expect(says).toContain('npm run monitor -- ADDRESS');
  expect(says).not.toMatch(/\n +at /);
  expect(code).toBe(2);
});

const INCIDENT = { v: 2, kind: 'incident', at: ISSUED_AT + 5, text: 'Restored' };

function soldAgain(): Entry {
  return { ...honest[3]!, tickets: [{ hash: '0'.repeat(64), place: 0 }] };
}
