// Measures how lists grow: asks a small shop and a large one in turn. Also makes shops with many singles, and knows the
// lists of singles: the operators' list by each filter, and the copies of a card in each order.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { CONDITIONS, RARITIES } from '#domain/card.ts';
import { SEEDED_GAMES } from '#domain/seeded-games.ts';
import { HOUSE_CARD_STATES } from '#domain/house-card.ts';
import { buildApp, contextOf } from '../../src/server/app.ts';
import { appUrlOf } from '../../src/server/database/app-role.ts';
import { openPool, overPool } from '../../src/server/database/pool.ts';
import { readConfig } from '../../src/server/runtime/config.ts';
import type { Context } from '../../src/server/runtime/context.ts';
import { makeLog } from '../../src/server/runtime/log.ts';
import { percentile } from '../kit/figures.ts';
import { tokenOf } from '../kit/sign-in.ts';
import { dropIndexes, makeIndexes } from './seed-scale.ts';
import { seedSingles } from './seed-singles.ts';

const GAMES = SEEDED_GAMES.map(({ id }) => id);

const SETS = 40;
const CARDS_OF_SET = 250;
const WARM_UP = 6;
const ASKED = 21;
const RATIO_MOST = 1.5;
/** If a list takes less time than this, the ratio measures the clock rather than the list. */
const MS_LEAST = 1;
/** Half of the stock is on sale, and the rest is in all other states. */
const STATES = [...HOUSE_CARD_STATES, ...HOUSE_CARD_STATES.map(() => 'on_sale')];

/** Fills the migrated, empty database at `url` with a catalogue of 10,000 cards and this many cards of the house. */
export async function seedSinglesShop(url: string, singles: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`set session_replication_role = replica; set synchronous_commit = off;
    set maintenance_work_mem = '256MB'; set work_mem = '128MB'`);
  const indexes = await dropIndexes(client);
  await client.query(`
    insert into users (id, email, username, password_hash, role, email_verified_at)
      values (gen_random_uuid(), 'admin@rows.test', 'admin', '', 'admin', now());
    insert into two_factors (user_id, sealed_secret, confirmed_at, created_at) select id, 'none', now(), now() from users;
    insert into card_sets (id, game, code, name, released_on)
      select 'rows-' || s, (array['${GAMES.join("', '")}'])[1 + s % ${GAMES.length}], 'RO' || s, 'Rows ' || s, '2026-01-01'
      from generate_series(1, ${SETS}) s;
    insert into cards (id, set_id, external_id, name, number, rarity, native_rarity, finish, market_value, priced_on)
      select overlay(overlay(md5(s || ' ' || n) placing '4' from 13) placing '8' from 17)::uuid, 'rows-' || s, n::text, case when (s * ${CARDS_OF_SET} + n) % 500 = 0 then 'Charizard ' else 'Card ' end || n,
        n::text, (array['${RARITIES.join("', '")}'])[1 + n % ${RARITIES.length}], 'Any', 'normal', 100 + n * 97 % 30000, current_date
      from generate_series(1, ${SETS}) s, generate_series(1, ${CARDS_OF_SET}) n;
    insert into pack_types (id, set_id, name, price, card_count, purchase_limit, position)
      values ('rows', 'rows-1', 'Rows', 500, 10, null, 1)`);
  await seedSingles(client, singles, STATES);
  for (const work of await makeIndexes(client, indexes)) await work.run(client);
  await client.query('vacuum analyze');
  await client.end();
}

type Shop = { ask: (path: string) => Promise<number>; close: () => Promise<void> };

/** Prepares a shop as its jobs would before somebody sees its lists. */
type Preparing = (context: Context, url: string) => Promise<unknown>;

async function open(url: string, prepare?: Preparing): Promise<Shop> {
  const pool = openPool({ url: appUrlOf(url), clockOffsetMs: 0 });
  const config = {
    ...readConfig({ DATABASE_URL: url, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' }),
    authSecret: randomBytes(32).toString('hex'),
  };
  const context = contextOf({ db: overPool(pool), config, log: makeLog('silent') });
  const app = await buildApp(context);
  await prepare?.(context, url);
  const { rows } = await pool.query<{ id: string }>(
    `select id from users where role = 'admin' order by id limit 1`,
  );
  const token = await tokenOf(context, rows[0]!.id);
  return {
    ask: async (path) => {
      const start = performance.now();
      const { statusCode, body } = await app.inject({
        url: `/api${path}`,
        headers: { authorization: `Bearer ${token}` },
      });
      const ms = performance.now() - start;
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${body}`);
      return ms;
    },
    close: async () => {
      await app.close();
      await context.queue.close();
      await pool.end();
    },
  };
}

/** Prints the median times of each list in both shops, and their ratio. */
export async function compareLists(
  urls: { small: string; large: string },
  paths: string[],
  prepare: Preparing,
): Promise<void> {
  // A token ends after a quarter of an hour, and the jobs of a large shop may take longer.
  for (const url of [urls.small, urls.large]) await (await open(url, prepare)).close();
  const shops = [await open(urls.small), await open(urls.large)];
  console.log('\n| list | small ms | large ms | ratio |\n|---|---|---|---|');
  const over: string[] = [];
  for (const path of paths) {
    const times: [number[], number[]] = [[], []];
    for (let time = -WARM_UP; time < ASKED; time += 1)
      for (const [at, shop] of shops.entries()) {
        const ms = await shop.ask(path);
        if (time >= 0) times[at]!.push(ms);
      }
    const [less, more] = times.map((each) => percentile(each, 0.5)) as [number, number];
    const ratio = Math.max(more, MS_LEAST) / Math.max(less, MS_LEAST);
    if (ratio > RATIO_MOST) over.push(path);
    console.log(
      `| ${path} | ${less.toFixed(1)} | ${more.toFixed(1)} | ${ratio.toFixed(2)}${ratio > RATIO_MOST ? ' !' : ''} |`,
    );
  }
  console.log(
    over.length === 0 ? '\nAll lists grow by at most 1.5.' : `\nToo slow: ${over.join('; ')}`,
  );
  for (const shop of shops) await shop.close();
}

/** The lists of singles to compare. */
export async function listsOfSingles(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // The most frequent card and the least frequent one. Both shops have the same cards.
  const { rows } = await client.query<{ id: string }>(
    `with copies as (select card_id as id, count(*) as copies from house_cards where state = 'on_sale' group by 1)
     (select id from copies order by copies desc, id limit 1) union all (select id from copies order by copies, id limit 1)`,
  );
  await client.end();
  const forAll = rows.flatMap(({ id }) =>
    ['sortBy=price', 'sortBy=condition', 'page=20'].map((part) => `/cards/${id}/copies?${part}`),
  );
  const ofOperators = [
    '',
    ...HOUSE_CARD_STATES.map((state) => `state=${state}`),
    ...GAMES.map((game) => `game=${game}`),
    ...RARITIES.map((rarity) => `rarity=${rarity}`),
    ...CONDITIONS.map((one) => `condition=${encodeURIComponent(one)}`),
    'setId=rows-7',
    'setId=rows-7&state=lost&rarity=rare',
    'state=on_sale&game=magic&rarity=common&condition=Near%20Mint',
    'state=lost&condition=Damaged',
    'search=FF-SINGLES-77',
    'search=FF-SINGLES-77-3',
    'search=charizard',
    'search=card',
    'search=charizard&state=lost&condition=Damaged',
    'page=20',
  ].map((filter) => `/admin/singles${filter === '' ? '' : `?${filter}`}`);
  const ofShoppers = ['', '&setId=rows-7', '&page=20', '&search=card'].map(
    (filter) => `/cards/market?singles=true${filter}`,
  );
  return [...ofOperators, '/admin/singles/sums', ...forAll, ...ofShoppers];
}
