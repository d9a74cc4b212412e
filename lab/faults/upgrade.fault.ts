// Upgrades a database of each release to today's schema while people buy. A process of that release runs beside a new
// one, as docs/deploying.md describes an upgrade. The stock, accounts and credits are those of the benchmark, so that
// no buyer reaches a limit (choice 855).
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeAll, expect, inject, test } from 'vitest';
import { RELEASES, unpackRelease } from '../../scripts/unpack-release.ts';
import { signAccessToken } from '../../src/server/http/tokens.ts';
import { inParallel } from '../../src/testing/crowd.ts';
import { copyTemplate } from '../../src/testing/postgres.ts';
import { killShops, NODE_SETTINGS, onDatabase, openShop } from '../../src/testing/process.ts';
import { accountOf, packTypeOf, sessionOf, type ToSeed } from '../bench/seeded.ts';
import { Responses, ask, decide, during, purchaseOf, type Completed } from '../kit/customer.ts';
import { count, report, seconds } from '../kit/figures.ts';
import { expectAuditZero, openWorld, type Person } from '../kit/world.ts';

const MAIN = 'src/server/main.ts';
const CLIENTS = 16;
/** The length of each phase of the upgrade. */
const PHASE_MS = 5_000;
/** After this time the old process has responded to its last requests. */
const UNDER_WAY_MS = 1_500;
const SIZES: ToSeed = {
  packTypes: 8,
  packs: 16_000,
  wantedPacks: 0,
  accounts: CLIENTS,
  cardsAPack: 5,
  actions: 0,
  collectors: 0,
  packsOfCollector: 0,
  inDrops: false,
  looseTypes: 0,
  singles: 0,
};

type Bought = { packOpenings: { id: string; cards: { id: string }[] }[] };

const run = promisify(execFile);
let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'upgrade-'));
  return () => rmSync(dataDir, { recursive: true, force: true });
});
afterEach(killShops);

/** Unpacks the release, builds its pages, and returns its folder. */
async function folderOf(commit: string): Promise<string> {
  const folder = unpackRelease(commit);
  const env = { ...process.env, PATH: `${folder}/node_modules/.bin:${process.env['PATH']}` };
  const builder = join(folder, 'scripts/build-if-changed.mjs');
  await run(process.execPath, [builder], { cwd: folder, env, maxBuffer: 16_000_000 });
  return folder;
}

test.each(Object.entries(RELEASES))(
  'buyers are served all the time while a shop of %s is upgraded to this version, and no confirmed result is lost',
  async (release, commit) => {
    const folder = await folderOf(commit);
    const name = `${inject('databasePrefix')}upgrade_${release.replaceAll(/\W/g, '_')}`;
    const url = await copyTemplate(inject('postgresUrl'), name, 'template1');
    const secret = randomBytes(32).toString('hex');
    const environment = onDatabase(url, { AUTH_SECRET: secret, DATA_DIR: dataDir, DEMO: 'off' });
    const seed = ['bench/seed-shop.ts', 'lab/bench/seed-shop.ts'].find((file) =>
      existsSync(join(folder, file)),
    )!;
    await run(process.execPath, [join(folder, seed)], {
      cwd: folder,
      env: { ...NODE_SETTINGS, ...environment, BENCH_SIZES: JSON.stringify(SIZES) },
      maxBuffer: 64_000_000,
    });
    const people = Array.from({ length: CLIENTS }, (_none, number): Person => {
      const named = { userId: accountOf(number), sessionId: sessionOf(number) };
      return { userId: named.userId, token: signAccessToken(named, secret, new Date()) };
    });

    const old = await openShop(environment, { main: join(folder, MAIN), cwd: folder });
    let fronts = [old.address];
    const front = () => fronts[Math.floor(Math.random() * fronts.length)]!;
    const responses = new Responses();
    const completed: Completed[] = [];
    const openings: string[] = [];
    const pages: number[] = [];
    let sales = 0;

    const buyAndSell = async (person: Person) => {
      const type = packTypeOf(Math.floor(Math.random() * SIZES.packTypes));
      const bought = await decide<Bought>(front(), person, purchaseOf(type), responses);
      expect([bought.status, bought.code]).toEqual([200, null]);
      const [opening] = bought.data.packOpenings;
      openings.push(opening!.id);
      const { request, text } = bought;
      completed.push({ person, request, text, at: Date.now(), openingIds: [opening!.id] });
      const body = { cardId: opening!.cards[0]!.id, packOpeningId: opening!.id };
      const sale = { method: 'POST', path: '/cards/sell', body };
      const sold = await decide(front(), person, sale, responses);
      expect([sold.status, sold.code]).toEqual([200, null]);
      sales += 1;
    };
    const poll = async (person: Person) => {
      for (const path of ['/pack-types', `/pack-types/${packTypeOf(0)}`, '/cards/my'])
        await ask(front(), person, { method: 'GET', path }, responses);
      const page = await fetch(`${front()}/`).catch(() => null);
      await page?.text().catch(() => pages.push(0));
      pages.push(page?.status ?? 0);
    };
    const load = async (isOver: () => boolean) => {
      const until = async (act: () => Promise<void>) => {
        while (!isOver()) await act();
      };
      const buyers = people.map((person) => until(() => buyAndSell(person)));
      await Promise.all([...buyers, ...people.slice(0, 2).map((one) => until(() => poll(one)))]);
    };

    let migratedInMs = 0;
    const [, opened] = await during(load, async () => {
      await wait(PHASE_MS);
      const startedAt = performance.now();
      await run(process.execPath, ['src/server/shop.ts', 'migrate'], {
        env: { ...NODE_SETTINGS, ...environment },
      });
      migratedInMs = performance.now() - startedAt;
      await wait(PHASE_MS);
      const next = await openShop(environment);
      fronts = [old.address, next.address];
      await wait(PHASE_MS);
      fronts = [next.address];
      await wait(UNDER_WAY_MS);
      expect(await old.end().then(() => old.ended)).toBe(0);
      await wait(PHASE_MS);
      return next;
    });

    report('T30', `upgrade from ${release}`, [
      `${CLIENTS} buyers, ${count(openings.length)} packs bought, ${count(sales)} cards sold, none lost`,
      `migrated in ${seconds(migratedInMs)}`,
      `slowest answer ${seconds(Math.max(...responses.times))}`,
      `${responses.countOf(503)} told "later", ${responses.countOf(0)} left without an answer`,
      `${responses.faults.length} other 5xx`,
    ]);
    expect(responses.faults).toEqual([]);
    expect(responses.countOf(0)).toBe(0);
    expect(responses.countOf(503)).toBe(0);
    expect(pages.filter((status) => status !== 200)).toEqual([]);
    const repeated = completed.filter((_one, at) => at % 10 === 0);
    await inParallel(repeated, 8, async ({ person, request, text }) => {
      expect((await ask(opened.address, person, request)).text).toBe(text);
    });
    const world = openWorld(url, {}, secret);
    const { rows } = await world.owner.query<{ id: string }>('select id from openings');
    expect(rows.map(({ id }) => id).toSorted()).toEqual(openings.toSorted());
    await expectAuditZero(world);
    await opened.end();
    await world.close();
  },
  900_000,
);
