// Tests that lists of singles read as many rows of a large stock as of a small one, whichever filter is set.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { listMarketCards } from '#contract/catalogue.ts';
import { COUNTED_MOST } from '#contract/paging.ts';
import type { listSingles, sumSingles } from '#contract/singles-admin.ts';
import { CARDS_ON_SALE_COUNTED_MOST } from '#domain/card.ts';
import { useTestApp, type SignedIn } from '../../../testing/app.ts';
import { stockPackType } from '../../../testing/stock.ts';
import { countSingles } from '../count-singles.ts';

const shop = useTestApp();
let moderator: SignedIn;

const SMALL = 12_000;
const LARGE = 120_000;
const STEP = 2_000;
/** The most rows that a list may read, for its count and one page. Short lists read fewer. */
const BOUND = 8 * COUNTED_MOST;

/**
 * Queries of the public list of copies on sale. All copies cost the same here, as cheap cards at the rules' floor do.
 */
const ON_SALE = ['', '&sortBy=condition', '&page=5'];

const LISTS = [
  '',
  'state=on_sale',
  'state=lost',
  'game=magic',
  'game=pokemon',
  'rarity=rare',
  'rarity=uncommon&condition=Damaged',
  'state=came_back&game=magic&rarity=common&condition=Near%20Mint',
  'setId=magic-tst',
  'setId=magic-tst&state=withdrawn&condition=Lightly%20Played',
  'setId=magic-tst&game=yugioh',
  'search=GROW-7',
  'search=GROW-7-3',
  'search=heron',
  'search=heron&state=lost&condition=Damaged',
  'search=nothing+like+it',
];

beforeAll(async () => {
  moderator = await shop.signUp({ role: 'moderator' });
  await stockPackType(shop.context, { packs: 1 });
});

/**
 * Fills the stock up to `to` of the shop's cards, ten from each pack. No owners sold these cards back. One in a hundred
 * is lost, and one withdrawn.
 */
async function fill(from: number, to: number): Promise<void> {
  const client = await shop.owner.connect();
  await client.query('set session_replication_role = replica');
  // Small steps keep transactions short, because other tests wait until all older transactions of this Postgres have
  // ended (`keep_hours`).
  for (let at = from; at < to; at += STEP) {
    await client.query(
      `insert into physical_packs (id, pack_type_id, serial, certification_number)
       select gen_random_uuid(), (select id from pack_types limit 1), 'GROW-' || n, 'GROW-' || n
       from generate_series($1::int / 10, $2::int / 10 - 1) n`,
      [at, at + STEP],
    );
    await client.query(
      `insert into house_cards (id, pack_id, position, card_id, condition, state, paid, came_at, game, set_id, rarity,
         exited_at, checked_at, checked_by_id, shelf, price, note)
       select gen_random_uuid(), p.id, k, c.id,
         (array['Near Mint', 'Lightly Played', 'Moderately Played', 'Heavily Played', 'Damaged'])[1 + (n.n * 7 + k) % 5],
         s.state, 50, shop_now() - make_interval(mins => n.n * 10 + k), 'magic', c.set_id, c.rarity,
         case when s.state = 'lost' then shop_now() end,
         case when s.state not in ('came_back', 'lost') then shop_now() end,
         case when s.state not in ('came_back', 'lost') then $3::uuid end,
         case when s.state not in ('came_back', 'lost') then 'A-1' end,
         case when s.state = 'on_sale' then 100 end, case when s.state = 'lost' then 'Gone' end
       from generate_series($1::int / 10, $2::int / 10 - 1) n
       join physical_packs p on p.serial = 'GROW-' || n.n
       cross join generate_series(1, 10) k
       cross join lateral (
         select case when (n.n * 10 + k) % 100 = 0 then 'lost' when (n.n * 10 + k) % 100 = 1 then 'withdrawn'
           when (n.n * 10 + k) % 3 = 0 then 'on_sale' else 'came_back' end as state) s
       join (select id, set_id, rarity, row_number() over (order by number) as at from cards) c on c.at = 1 + (n.n + k) % 5`,
      [at, at + STEP, moderator.userId],
    );
  }
  client.release(true);
  await shop.owner.query('vacuum analyze house_cards');
  await shop.owner.query('analyze physical_packs');
}

// Deletes the cards, because the audit after the tests would report that nobody ever held them.
afterAll(async () => {
  const client = await shop.owner.connect();
  await client.query('set session_replication_role = replica');
  await client.query('truncate house_cards cascade');
  await client.query(`delete from physical_packs where serial like 'GROW-%'`);
  client.release(true);
});

/** Ends the connections, because Postgres counts the rows that a connection read only at its end. */
async function endConnections(): Promise<void> {
  await shop.owner.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and application_name = 'felt-and-foil'`,
  );
}

async function rowsRead(): Promise<number> {
  await endConnections();
  const { rows } = await shop.owner.query<{ read: number }>(
    `select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_user_tables where relname = 'house_cards'`,
  );
  return rows[0]!.read;
}

async function readBy(path: string): Promise<number> {
  const before = await rowsRead();
  const { status } = await shop.call('GET', path, { as: moderator });
  expect([status, path]).toEqual([200, path]);
  return (await rowsRead()) - before;
}

async function readByLists(): Promise<Record<string, number>> {
  const { rows } = await shop.owner.query<{ id: string }>(
    'select card_id as id from house_cards order by came_at desc limit 1',
  );
  const cardId = rows[0]!.id;
  const paths = [
    ...LISTS.map((query) => `/admin/singles?limit=20&${query}`),
    ...ON_SALE.map((query) => `/cards/${cardId}/copies?limit=20${query}`),
  ];
  const read: Record<string, number> = {};
  for (const path of paths) read[path] = await readBy(path);
  return read;
}

test('a list of ten times as many singles reads hardly more of them', async () => {
  await fill(0, SMALL);
  const few = await readByLists();
  await fill(SMALL, LARGE);
  const many = await readByLists();
  const grown = Object.keys(few).filter((path) => many[path]! > Math.max(1.5 * few[path]!, BOUND));
  expect(grown.map((path) => [path, few[path], many[path]])).toEqual([]);
});

test('the sums of a large stock are those of the last count', async () => {
  expect((await countSingles(shop.context)).done).toBeGreaterThan(2);
  expect(await readBy('/admin/singles/sums')).toBe(0);
  const { body } = await shop.call<z.input<typeof sumSingles.reply>>('GET', '/admin/singles/sums', {
    as: moderator,
  });
  const cards = body.data.states.reduce((total, one) => total + one.cards, 0);
  expect([cards, body.data.countedAt !== null]).toEqual([LARGE, true]);
  const lost = await shop.call<z.input<typeof listSingles.reply>>(
    'GET',
    '/admin/singles?state=lost',
    { as: moderator },
  );
  expect([lost.body.data.pagination.total, lost.body.data.found]).toEqual([500, null]);
});

test('the list of cards on sale singly counts up to 500 of them, and shows the cards after these too', async () => {
  await shop.owner.query(
    `insert into cards (id, set_id, external_id, name, number, rarity, native_rarity, finish)
     select gen_random_uuid(), 'magic-tst', 'grown-' || n, 'Grown ' || n, 'G' || n, 'common', 'Common', 'normal'
     from generate_series(1, $1::int) n`,
    [CARDS_ON_SALE_COUNTED_MOST + 50],
  );
  const client = await shop.owner.connect();
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into house_cards (id, pack_id, position, card_id, condition, state, paid, came_at, game, set_id, rarity,
       checked_at, checked_by_id, shelf, price)
     select gen_random_uuid(), p.id, 11, c.id, 'Near Mint', 'on_sale', 50, shop_now(), 'magic', c.set_id, c.rarity,
       shop_now(), $1, 'A-1', 100
     from cards c join physical_packs p on p.serial = 'GROW-' || substr(c.number, 2) where c.number like 'G%'`,
    [moderator.userId],
  );
  client.release(true);
  const list = async (query: string) => {
    const path = `/cards/market?singles=true&pageSize=100${query}`;
    return (await shop.call<z.input<typeof listMarketCards.reply>>('GET', path)).body.data;
  };
  expect((await list('')).pagination.totalItems).toBe(500);
  const first = await list('&search=grown');
  expect([first.cards.length, first.pagination.totalItems]).toEqual([100, 500]);
  expect(first.cards.every(({ singleFrom }) => singleFrom === 1)).toBe(true);
  const last = await list('&search=grown&page=6');
  expect([last.cards.length, last.pagination.totalItems]).toEqual([50, 500]);
});
