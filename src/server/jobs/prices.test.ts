// Tests prices from public sources: refreshed by hand, by the daily job, after a source failed, and after a price
// jumped.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayOf } from '#domain/day.ts';
import { useTestApp } from '../../testing/app.ts';
import { runShopCommand } from '../../testing/command.ts';
import { startJobs } from './start-jobs.ts';

const shop = useTestApp();
const folder = mkdtempSync(join(tmpdir(), 'prices-'));
const FIXTURES = new URL('../catalogue/import/fixtures/', import.meta.url).pathname;
const MAGIC = join(FIXTURES, 'scryfall.list.json');
const YUGIOH = join(FIXTURES, 'ygoprodeck.cardinfo.json');

type Card = { name: string; prices: Record<string, string | null> };
const magicList = JSON.parse(readFileSync(MAGIC, 'utf8')) as { data: Card[] };
const ADELINE = 'Adeline, Resplendent Cathar';

/** The public file, with one card's price changed to `usd`. */
function magicAt(usd: string): string {
  const data = magicList.data.map((card) =>
    card.name === ADELINE ? { ...card, prices: { ...card.prices, usd } } : card,
  );
  return JSON.stringify({ ...magicList, data });
}

// The responses of this test's public sources: a status and a text for each path.
let responses: Record<string, [number, string]>;
let requests: { path: string; userAgent: string }[];
let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push({ path, userAgent: request.headers['user-agent'] ?? '' });
    const [status, body] = responses[path] ?? [404, ''];
    // If the status is a redirect, the text is the address of its target.
    const headers = status === 302 ? { location: body } : {};
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

const SOURCES = () => [
  { name: 'magic', source: 'scryfall', game: 'magic', files: [`${origin}/magic.json`] },
  { name: 'yugioh', source: 'ygoprodeck', game: 'yugioh', files: ['yugioh.json'] },
];

function configured(sources: unknown = SOURCES()): Record<string, string> {
  const file = join(folder, 'sources.json');
  writeFileSync(file, typeof sources === 'string' ? sources : JSON.stringify(sources));
  return { PRICE_SOURCES: file };
}

const refresh = (environment = configured(), ...words: string[]) =>
  runShopCommand(shop.url, ['prices', 'refresh', ...words], environment);
const job = (environment = configured(), ...words: string[]) =>
  runShopCommand(shop.url, ['jobs', 'run', 'refresh-prices', ...words], environment);

// Each test begins on the day after both files arrived. On that day Adeline costs USD 3.80, which is CAD 5.32.
beforeEach(async () => {
  responses = { '/magic.json': [200, magicAt('4.00')] };
  requests = [];
  writeFileSync(join(folder, 'yugioh.json'), readFileSync(YUGIOH));
  await shop.owner.query('truncate price_runs, held_prices, price_observations');
  for (const [file, game, source] of [
    [MAGIC, 'magic', 'scryfall'],
    [YUGIOH, 'yugioh', 'ygoprodeck'],
  ] as const) {
    await runShopCommand(shop.url, ['import', 'cards', file, '--game', game, '--source', source]);
  }
  await shop.owner.query('update price_observations set observed_on = observed_on - 1');
});

async function adeline(): Promise<number> {
  const { rows } = await shop.owner.query<{ value: number }>(
    `select market_value::int as value from cards where name = $1 and finish = 'normal'`,
    [ADELINE],
  );
  return rows[0]!.value;
}

async function runs(): Promise<object[]> {
  const { rows } = await shop.owner.query<object>(
    `select source, finished_at is not null as finished, cards, new_prices, held_back, error
     from price_runs order by started_at, source`,
  );
  return rows;
}

describe('refreshing the prices', () => {
  test('reads addresses and files, stores every price, and revalues the cards', async () => {
    expect(await refresh()).toEqual({
      code: 0,
      out: 'magic: 7 cards, 14 new prices, 0 held back.\nyugioh: 9 cards, 18 new prices, 0 held back.\n',
      err: '',
    });
    expect(await adeline()).toBe(560);
    expect(requests).toEqual([{ path: '/magic.json', userAgent: 'pack-shop/1.0' }]);
    expect(await runs()).toEqual([
      { source: 'magic', finished: true, cards: 7, new_prices: 14, held_back: 0, error: null },
      { source: 'yugioh', finished: true, cards: 9, new_prices: 18, held_back: 0, error: null },
    ]);
  });

  test('again on the same day finds nothing new', async () => {
    await refresh();
    const { out } = await refresh();
    expect(out).toBe(
      'magic: 7 cards, 0 new prices, 0 held back.\nyugioh: 9 cards, 0 new prices, 0 held back.\n',
    );
  });

  test('skips cards that the catalogue lacks', async () => {
    const stranger = { ...magicList.data[0], id: 'somebody', collector_number: '999' };
    responses['/magic.json'] = [200, JSON.stringify({ data: [stranger, ...magicList.data] })];
    const { out } = await refresh(configured(), '--source', 'magic');
    expect(out).toContain('magic: 7 cards');
    const { rows } = await shop.owner.query(`select 1 from cards where number = '999'`);
    expect(rows).toEqual([]);
  });

  test('does not believe a price that jumps: it waits for a person', async () => {
    responses['/magic.json'] = [200, magicAt('19.01')];
    expect((await refresh()).out).toContain('magic: 7 cards, 13 new prices, 1 held back.');
    expect(await adeline()).toBe(532);
    const { rows } = await shop.owner.query(
      `select h.source, h.amount_minor::int, h.before_minor::int, h.currency, h.state, h.observed_on - h.before_on as days
       from held_prices h`,
    );
    expect(rows).toEqual([
      {
        source: 'tcgplayer',
        amount_minor: 1901,
        before_minor: 380,
        currency: 'USD',
        state: 'waiting',
        days: 1,
      },
    ]);
    expect((await refresh()).out).toContain('magic: 7 cards, 0 new prices, 0 held back.');
  });

  test('believes one that rises fivefold', async () => {
    responses['/magic.json'] = [200, magicAt('19.00')];
    await refresh();
    expect(await adeline()).toBe(2660);
  });

  test.each<[string, () => void, RegExp]>([
    [
      'that answers an error',
      () => (responses['/magic.json'] = [503, 'busy']),
      /^magic: http.*\/magic\.json: answers 503$/m,
    ],
    [
      'whose file is cut',
      () => (responses['/magic.json'] = [200, magicAt('4.00').slice(0, 500)]),
      /^magic: http.*\/magic\.json: is JSON that ends too early$/m,
    ],
    [
      'with a price that is none',
      () => (responses['/magic.json'] = [200, magicAt('free')]),
      /^magic: http.*, record 1 \("Adeline, Resplendent Cathar"\): price "free" is not a number$/m,
    ],
  ])('continues after a source %s, whose last prices stay', async (_what, breakIt, line) => {
    breakIt();
    const { code, out, err } = await refresh();
    expect([code, out]).toEqual([1, 'yugioh: 9 cards, 18 new prices, 0 held back.\n']);
    expect(err).toMatch(line);
    expect(err).toMatch(/^1 of 2 failed; their last known prices stay\.$/m);
    expect(await adeline()).toBe(532);
    expect((await runs())[0]).toMatchObject({
      finished: true,
      new_prices: 0,
      error: expect.any(String),
    });
  });

  test('never reveals what is behind the path of an address', async () => {
    const [magic] = SOURCES();
    const files = [`${origin}/gone.json?key=secret`];
    const { err } = await refresh(configured([{ ...magic, files }]));
    expect(err).toContain(`${origin}/gone.json: answers 404`);
    expect(err).not.toContain('secret');
    expect(JSON.stringify(await runs())).not.toContain('secret');
  });

  test('calls only the hosts that its operator named', async () => {
    responses['/magic.json'] = [302, `${origin}/elsewhere.json`];
    responses['/elsewhere.json'] = [200, magicAt('4.00')];
    const { code, err } = await refresh();
    expect(code).toBe(1);
    expect(err).toContain(`${origin}/magic.json: has moved: name its new place`);
    expect(requests.map(({ path }) => path)).toEqual(['/magic.json']);
  });

  test('continues after an unreachable source, or a missing file', async () => {
    rmSync(join(folder, 'yugioh.json'));
    const [magic, yugioh] = SOURCES();
    const away = { ...magic, name: 'away', files: ['http://127.0.0.1:1/magic.json'] };
    const { code, out, err } = await refresh(configured([yugioh, away, magic]));
    expect([code, out]).toEqual([1, 'magic: 7 cards, 14 new prices, 0 held back.\n']);
    expect(err).toContain('yugioh.json: is not there');
    expect(err).toMatch(/away: http:\/\/127\.0\.0\.1:1\/magic\.json: can't be reached: \w+/);
  });

  test('of one source does not affect the others; an unknown one is refused', async () => {
    expect((await refresh(configured(), '--source', 'ygoprodeck')).out).toMatch(/^yugioh: .*\n$/);
    expect(await refresh(configured(), '--source', 'tcg')).toEqual({
      code: 1,
      out: '',
      err: 'There is no price source "tcg".\n',
    });
    expect((await refresh({})).err).toBe('PRICE_SOURCES names no price sources.\n');
  });

  test.each<[string, unknown, string]>([
    ['no JSON', '[{', 'is not JSON'],
    ['no list', {}, 'must be a list of sources'],
    [
      'an unknown source',
      [{ name: 'a', source: 'b', game: 'magic', files: ['c'] }],
      'source 1: source must be one of scryfall, mtgjson, pokemontcg, ygoprodeck',
    ],
    [
      'no files',
      [{ name: 'a', source: 'scryfall', game: 'magic', files: [] }],
      'source 1: files must not be empty',
    ],
    [
      'another game',
      [{ name: 'a', source: 'scryfall', game: 'pokemon', files: ['c'] }],
      'source 1: scryfall has cards of magic',
    ],
    [
      'a name twice',
      [1, 2].map(() => ({ name: 'a', source: 'scryfall', game: 'magic', files: ['c'] })),
      'two sources have the same name',
    ],
  ])('is refused if the setting names a file with %s', async (_what, sources, problem) => {
    const { code, err } = await refresh(configured(sources));
    expect(code).toBe(1);
    expect(err).toContain(problem);
  });
});

describe('the daily job', () => {
  const begunAt = Date.now();
  const at = (days: number, time: string) => {
    const day = dayOf(new Date(begunAt + days * 86_400_000));
    return ['--at', `${day}T${time}Z`];
  };

  test('does each due source once, and again at its next hour', async () => {
    expect((await job(configured(), ...at(1, '20:00'))).out).toContain('magic: 7 cards');
    expect((await job(configured(), ...at(1, '20:59'))).out).toBe('Nothing is due.\n');
    expect((await job(configured(), ...at(1, '21:00'))).out).toContain('yugioh: 9 cards');
    expect((await job(configured(), ...at(2, '20:59'))).out).toBe('Nothing is due.\n');
    expect(await runs()).toHaveLength(4);
  });

  test('runs in one process, of any number that start together', async () => {
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => job()));
    expect(outcomes.filter(({ out }) => out.includes('magic: 7 cards'))).toHaveLength(1);
    expect(await runs()).toHaveLength(2);
  });

  test('catches up at a start, and leaves nothing behind at a stop', async () => {
    const { PRICE_SOURCES: priceSources = null } = configured();
    const config = { ...shop.context.config, priceSources };
    const scheduler = await startJobs({ ...shop.context, config });
    // The scheduler may stop between two sources. If it does, the sources that were not refreshed stay due.
    await expect.poll(async () => (await runs()).length).toBe(2);
    await scheduler.stop();
    expect(await adeline()).toBe(560);
    expect(await runs()).toHaveLength(2);
  });

  test('that a stop interrupts stays due', async () => {
    const { PRICE_SOURCES: priceSources = null } = configured();
    const config = { ...shop.context.config, priceSources };
    const quiet = {
      ...shop.context,
      config,
      log: { ...shop.context.log, error: () => {} } as never,
    };
    const scheduler = await startJobs(quiet);
    await scheduler.stop();
    expect((await job()).out).toContain('magic: 7 cards');
  });

  test('that failed stays due, and runs when its source is back', async () => {
    responses['/magic.json'] = [503, 'busy'];
    expect((await job()).code).toBe(1);
    responses['/magic.json'] = [200, magicAt('4.00')];
    expect((await job()).out).toBe('magic: 7 cards, 14 new prices, 0 held back.\n');
    expect((await job()).out).toBe('Nothing is due.\n');
  });

  test('has a known name, and requires a time in UTC', async () => {
    expect((await runShopCommand(shop.url, ['jobs', 'run', 'tidy'])).code).toBe(2);
    expect((await job(configured(), '--at', 'noon')).err).toContain('--at takes an ISO time');
    expect((await job({})).out).toBe('Nothing is due.\n');
  });
});
