// Tests the shop as a process, which is started, stopped and killed as by an operator or a power cut.
import { randomUUID } from 'node:crypto';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readLogEntry, ticketHash, type Seal } from '#domain/packproof/log-objects.ts';
import { findPlace } from '../embedded-postgres/place.ts';
import { quickFolder } from '../embedded-postgres/throwaway.ts';
import { crowdOf } from '../testing/crowd.ts';
import {
  AUTH_SECRET,
  killShops,
  NODE_SETTINGS,
  openShop as openProcess,
  type ShopProcess,
} from '../testing/process.ts';
import { proofPrimitives } from './public-log/proof-primitives.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
const COMMAND_LINE = join(import.meta.dirname, 'shop.ts');

/** The number of power cuts. It is 25 in the long version of the tests, otherwise two. */
const ROUNDS = crowdOf(25) === 25 ? 25 : 2;
/**
 * The demo has only 120 packs of the type without a limit. They must be enough for all rounds, and one round on a slow
 * machine sells many.
 */
const PACKS_EACH = Math.floor(120 / ROUNDS);
const BUYERS = Math.min(6, PACKS_EACH / 2);
const PURCHASES_EACH = Math.floor(PACKS_EACH / BUYERS);
/** At least this many purchases get a response before the power cut. */
const CONFIRMED_LEAST = Math.min(5, BUYERS);
/** The power cut comes after a random time up to this limit. At the limit, sales may be sealed and the log signed. */
const UNTIL_SIGNED_MS = 1500;

let dataDir: string;
/** The data of a demo shop that was opened once and stopped. */
let demo: string | undefined;

beforeEach(async () => {
  dataDir = await newDataDir();
});

afterEach(async () => {
  await killShops();
  // If no shop was started, there is nothing to stop.
  if ((await readdir(dataDir)).length > 0) await commandLine(['stop']);
  await rm(dataDir, { recursive: true, force: true });
});

afterAll(async () => {
  if (demo !== undefined) await rm(demo, { recursive: true, force: true });
});

async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(await quickFolder(), 'felt-and-foil-process-'));
  // If the tests run as root, the database runs as another user, who needs access to the folder.
  await chmod(folder, 0o711);
  return folder;
}

/** Copies the data of a shop that was already open once, because a first start takes long and has a test of its own. */
async function bringDemo(): Promise<void> {
  if (demo !== undefined) return copyData(demo, dataDir);
  const shop = await openShop();
  shop.child.kill('SIGTERM');
  expect(await shop.ended).toBe(0);
  await copyDemo();
}

async function copyDemo(): Promise<void> {
  demo = await newDataDir();
  await copyData(dataDir, demo);
}

/** Copies the files with their owner, who is not always our own user. */
async function copyData(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}

function openShop(environment: Record<string, string> = {}): Promise<ShopProcess> {
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'warn', RATE_LIMITS: 'off' };
  return openProcess({ ...settings, ...environment });
}

/** Starts a shop that must refuse to start. Returns its exit code and its errors. */
function refused(environment: Record<string, string>): Promise<{ code: number; stderr: string }> {
  const ran = promisify(execFile)(process.execPath, [MAIN], {
    env: { ...NODE_SETTINGS, DATA_DIR: dataDir, PORT: '0', ...environment },
  });
  return ran.then(
    ({ stdout }) => Promise.reject(new Error(`The shop opened: ${stdout}`)),
    (failure: { code: number; stderr: string }) => failure,
  );
}

/** Returns the sales in the log of the drop from which users buy. */
async function sealsOf({ address }: ShopProcess): Promise<Seal[]> {
  const ask = async <Data>(path: string) =>
    ((await (await fetch(`${address}/api${path}`)).json()) as { data: Data }).data;
  type Drops = { drops: { hash: string }[] };
  const { drops } = await ask<Drops>('/drops?packTypeId=pokemon-sv1');
  const entries = await ask<{ entry: string }[]>(`/drops/${drops[0]!.hash}/history`);
  return entries.map(({ entry }) => readLogEntry(entry)).filter((entry) => entry.kind === 'seal');
}

function missingIn(seals: Seal[], tickets: string[]): string[] {
  const sealed = new Set(seals.flatMap((seal) => seal.tickets.map(({ hash }) => hash)));
  return tickets.filter((hash) => !sealed.has(hash));
}

function commandLine(words: string[]): Promise<{ stdout: string }> {
  return promisify(execFile)(process.execPath, [COMMAND_LINE, ...words], {
    env: { ...NODE_SETTINGS, DATA_DIR: dataDir },
  });
}

async function post<Data>(
  shop: ShopProcess,
  path: string,
  body: object,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${shop.address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text(), data: null as Data };
}

async function register(shop: ShopProcess): Promise<string> {
  const response = await post(shop, '/auth/register', {
    email: `${randomUUID()}@example.test`,
    password: 'correct horse',
  });
  return (JSON.parse(response.text) as { data: { access_token: string } }).data.access_token;
}

async function isAlive(pid: number): Promise<boolean> {
  try {
    // A process that is a zombie has already ended. Only its parent has not collected it yet.
    return !/^State:\s+Z/m.test(await readFile(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('the shop', () => {
  test('starts in an empty directory, says where it is, stops everything it started on request, and finds its data the second time', async () => {
    const first = await openShop();
    await expect.poll(first.said).toContain('demo@feltandfoil.test / demo1234');
    expect(first.said()).toMatch(/listens on 127\.0\.0\.1:\d+, for this machine only/);
    expect((await fetch(`${first.address}/readyz`)).status).toBe(200);
    const { cluster } = (await findPlace(dataDir))!;
    const madeAt = (await stat(join(cluster, 'PG_VERSION'))).mtimeMs;
    const pidFile = await readFile(join(cluster, 'postmaster.pid'), 'utf8');
    const postgres = Number(pidFile.split('\n')[0]);
    expect(await isAlive(postgres)).toBe(true);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(await isAlive(postgres)).toBe(false);
    await copyDemo();

    const second = await openShop({ HOST: '0.0.0.0' });
    expect(second.said()).toMatch(/listens on 0\.0\.0\.0:\d+, for every network/);
    expect((await stat(join(cluster, 'PG_VERSION'))).mtimeMs).toBe(madeAt);
    const types = (await (await fetch(`${second.address}/api/pack-types`)).json()) as {
      data: unknown[];
    };
    expect(types.data.length).toBeGreaterThanOrEqual(9);
    // The command `stop` is refused while a shop uses the database.
    await expect(commandLine(['stop'])).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'Postgres was not stopped: it is in use.\n',
    });
  });

  test('lie 14: killed while people buy, loses no confirmed result, and its log has each sale once', async () => {
    type Order = { token: string; key: string; response: string };
    const confirmed: Order[] = [];
    const body = { packs: [{ packId: 'pokemon-sv1', quantity: 1 }], paymentMethod: 'balance' };
    const buy = (shop: ShopProcess, token: string, key: string) =>
      post(shop, '/payments/purchase-with-balance', body, {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
      });

    await bringDemo();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const shop = await openShop();
      for (const order of confirmed) {
        expect((await buy(shop, order.token, order.key)).text).toBe(order.response);
      }
      const tokens = await Promise.all(Array.from({ length: BUYERS }, () => register(shop)));
      const refused: string[] = [];
      const shoppers = tokens.map(async (token) => {
        for (let times = 0; times < PURCHASES_EACH; times += 1) {
          const key = randomUUID();
          const { status, text } = await buy(shop, token, key);
          if (status !== 200) return void refused.push(text);
          confirmed.push({ token, key, response: text });
        }
      });
      const before = confirmed.length;
      // At the power cut, some purchases must have got a response, and others must still be running.
      while (confirmed.length < before + CONFIRMED_LEAST && refused.length === 0) await wait(5);
      await wait(Math.random() * (round % 2 === 0 ? 60 : UNTIL_SIGNED_MS));
      expect(refused).toEqual([]);
      shop.child.kill('SIGKILL');
      await Promise.allSettled(shoppers);
      await shop.ended;
    }
    expect(confirmed.length).toBeGreaterThanOrEqual(CONFIRMED_LEAST * ROUNDS);
    const last = await openShop();
    const tickets = confirmed.map(({ response }) => {
      const { data } = JSON.parse(response) as { data: { tickets: { ticket: string }[] } };
      return ticketHash(proofPrimitives, data.tickets[0]!.ticket);
    });
    await expect.poll(async () => missingIn(await sealsOf(last), tickets)).toEqual([]);
    const seals = await sealsOf(last);
    expect(seals.map(({ seq }) => seq)).toEqual(seals.map((_, at) => at + 1));
    const sealed = seals.flatMap((seal) => seal.tickets);
    for (const part of ['hash', 'place'] as const) {
      expect(new Set(sealed.map((one) => one[part])).size).toBe(sealed.length);
    }
    last.child.kill('SIGTERM');
    expect(await last.ended).toBe(0);
    const { stdout } = await commandLine(['audit']);
    expect(
      stdout
        .trim()
        .split('\n')
        .every((line) => line.endsWith('\t0')),
    ).toBe(true);
  });

  test('checks its port first: a taken one is reported at once, with a command for another', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const named = new RegExp(
      `^Port ${port} of 127\\.0\\.0\\.1 is taken by another program\\. Another port: PORT=\\d+ npm start\n$`,
    );
    for (const name of ['PORT', 'METRICS_PORT']) {
      const { code, stderr } = await refused({ [name]: String(port) });
      expect(code).toBe(1);
      expect(stderr).toMatch(new RegExp(named.source.replace('PORT=', `${name}=`)));
    }
    expect(await readdir(dataDir)).toEqual([]);
    other.close();
  });

  test.each([
    ['HOST', {}],
    ['METRICS_HOST', { METRICS_PORT: '0' }],
  ])('reports an address that is not of this machine, too: %s', async (name, beside) => {
    const { code, stderr } = await refused({ ...beside, [name]: '192.0.2.1' });
    expect([code, stderr]).toEqual([
      1,
      `${name}=192.0.2.1 is no address of this machine. 127.0.0.1 is for this machine only, 0.0.0.0 for every network.\n`,
    ]);
  });

  test('does not open for the public on a former demo, and leaves nothing running', async () => {
    await bringDemo();
    const { code, stderr } = await refused({
      NODE_ENV: 'production',
      REQUIRE_VERIFIED_EMAIL: 'off',
      AUTH_SECRET,
      PUBLIC_URL: 'https://shop.test',
      HOST: '127.0.0.1',
    });
    expect([code, stderr]).toEqual([1, expect.stringContaining('the demo wrote to it')]);
    const { cluster } = (await findPlace(dataDir))!;
    await expect(stat(join(cluster, 'postmaster.pid'))).rejects.toThrow('ENOENT');
  });

  test('that fails while it opens closes what was already open', async () => {
    await bringDemo();
    const { code, stderr } = await refused({ PRICE_SOURCES: join(dataDir, 'nowhere.json') });
    expect([code, stderr]).toEqual([1, expect.stringContaining('nowhere.json')]);
    const { cluster } = (await findPlace(dataDir))!;
    await expect(stat(join(cluster, 'postmaster.pid'))).rejects.toThrow('ENOENT');
  });

  test('names an invalid setting in one line, and does not start', async () => {
    const { code, stderr } = await refused({ PORT: 'nonsense' });
    expect([code, stderr]).toEqual([1, expect.stringContaining('PORT must be a port number')]);
  });
});
