// Fills a shop for the benchmark, in a separate process, so that another version of the shop can fill its own shop
// beside this one. Creates as many packs, cards and accounts as the yardstick has, and the data for openings, sales and
// collections. Prints as JSON what it created.
import { EVERYWHERE } from '../../src/domain/sales-places.ts';
import { insertPlaces } from '../../src/server/storefront/sales-places-queries.ts';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { toCents } from '#domain/money.ts';
import { newPackTypeFields } from '#domain/pack-type.ts';
import { contextOf } from '../../src/server/app.ts';
import { importCards } from '../../src/server/prices/import-cards.ts';
import { refreshPotentialHits } from '../../src/server/catalogue/pack-type-facts-queries.ts';
import { findCardIds } from '../../src/server/catalogue/cards-queries.ts';
import { storePackType } from '../../src/server/catalogue/pack-types-queries.ts';
import { insertPacks } from '../../src/server/stock/physical-packs-queries.ts';
import { appUrlOf } from '../../src/server/database/app-role.ts';
import { inLongTransaction, inTransaction } from '#engine/database.ts';
import { openOwnerPool, openPool, overPool } from '../../src/server/database/pool.ts';
import { migrateDatabase } from '../../src/server/database/migrate.ts';
import { listOpenedCards, openSoldPacks } from '../../src/server/opening/openings-queries.ts';
import { startPracticeBeacon } from '../../src/server/public-log/practice-beacon.ts';
import { readConfig } from '../../src/server/runtime/config.ts';
import { makeLog } from '../../src/server/runtime/log.ts';
import { openDrops } from '../../src/server/demo/seed-drops.ts';
import { giveCredits } from '../../src/testing/give-credits.ts';
import { buySealedPacks } from '../../src/testing/sealed-packs.ts';
import {
  accountOf,
  CARDS_A_SALE,
  packTypeOf,
  sessionOf,
  type Seeded,
  type SeededSale,
  type ToSeed,
} from './seeded.ts';
import { seedSingles } from './seed-singles.ts';
import { CARD_DEFS } from './yardstick-schema.ts';

const CREDITS = toCents(1_000_000_000);
const PACKS_AT_ONCE = 2_000;
const ACCOUNTS_AT_ONCE = 2_000;
const SET = 'magic-bch';
const DROP_MOST = 9_000;

const toSeed = JSON.parse(process.env['BENCH_SIZES']!) as ToSeed;
const url = process.env['DATABASE_URL']!;
await migrateDatabase(url, appUrlOf(url));
const pool = openPool({ url: appUrlOf(url), clockOffsetMs: 0 });
const context = contextOf({
  db: overPool(pool),
  config: {
    ...readConfig({
      DATABASE_URL: url,
      DATA_DIR: process.env['DATA_DIR'],
      PUBLIC_URL: process.env['PUBLIC_URL'],
      LOG_KEYS: process.env['LOG_KEYS'],
    }),
    authSecret: randomUUID(),
  },
  log: makeLog('silent'),
});
const owner = new pg.Client({ connectionString: url });
await owner.connect();
try {
  await insertPlaces(context.db, 1, EVERYWHERE, null);
  await stock();
  await makeAccounts();
  const belongings = await makeBelongings();
  if (toSeed.inDrops) await putIntoDrops();
  const singles = await seedSingles(owner, toSeed.singles, ['on_sale']);
  process.stdout.write(JSON.stringify({ ...belongings, singles } satisfies Seeded));
} finally {
  await owner.end();
  await pool.end();
}

async function stock(): Promise<void> {
  const { packTypes, packs, wantedPacks, looseTypes, cardsAPack } = toSeed;
  const inTypes = packs + wantedPacks;
  const allPacks = inTypes + looseTypes * Math.floor(packs / packTypes);
  const typeOf = (number: number) => {
    if (number < wantedPacks) return 0;
    return number < inTypes ? number % packTypes : packTypes + (number % looseTypes);
  };
  const cardIds = await inLongTransaction(context.db, async (db) => {
    const cards = Array.from({ length: CARD_DEFS }, (_none, index) => cardOf(index));
    await importCards(db, cards, context.config);
    const ids = [...(await findCardIds(db, SET)).values()];
    for (let index = 0; index < packTypes + looseTypes; index += 1) {
      await storePackType(db, {
        id: packTypeOf(index),
        setId: SET,
        cardCount: cardsAPack,
        fields: newPackTypeFields({
          name: `Pack ${index}`,
          description: 'Made for the benchmark.',
          price: toCents(300 + 100 * (index % 9)),
          purchaseLimit: null,
          guaranteed: true,
        }),
        odds: [],
        position: index,
        cardIds: ids,
      });
    }
    return ids;
  });
  for (let from = 0; from < allPacks; from += PACKS_AT_ONCE) {
    const count = Math.min(PACKS_AT_ONCE, allPacks - from);
    const incoming = Array.from({ length: count }, (_none, at) => {
      const number = from + at;
      return {
        packTypeId: packTypeOf(typeOf(number)),
        serial: `B${number}`,
        certificationNumber: `FF-B${number}`,
        cards: Array.from({ length: cardsAPack }, (_card, place) => ({
          cardId: cardIds[(number * cardsAPack + place) % CARD_DEFS]!,
          condition: 'Near Mint' as const,
        })),
      };
    });
    await inLongTransaction(context.db, (db) => insertPacks(db, incoming));
  }
  await inLongTransaction(context.db, refreshPotentialHits);
}

function cardOf(index: number): Parameters<typeof importCards>[1][number] {
  const rarity = (['common', 'common', 'uncommon', 'rare', 'mythic'] as const)[index % 5]!;
  return {
    externalId: `bench-${index}`,
    game: 'magic',
    setCode: 'bch',
    setName: 'Benchmark',
    setReleasedOn: '2026-01-01',
    name: `Card ${index}`,
    number: String(index),
    nativeRarity: rarity,
    rarity,
    finish: 'normal',
    imageUrl: null,
    prices: [
      { source: 'bench', amountMinor: 25 + index, currency: 'USD', observedOn: '2026-11-01' },
    ],
  };
}

/**
 * Puts up to `DROP_MOST` packs of each type into a drop, whose order comes from the practice beacon. Further packs of
 * the type are not on sale. The loose types are sold without drops.
 */
async function putIntoDrops(): Promise<void> {
  const beacon = await startPracticeBeacon(context.config.dataDir);
  const ownerPool = openOwnerPool({ url, clockOffsetMs: 0 });
  try {
    const types = Array.from({ length: toSeed.packTypes }, (_none, index) => packTypeOf(index));
    const asOwner = { ...context, db: overPool(ownerPool), beacon: beacon.source };
    await openDrops(asOwner, types, DROP_MOST, (line) => process.stderr.write(`${line}\n`));
  } finally {
    await ownerPool.end();
    await beacon.close();
  }
}

async function makeAccounts(): Promise<void> {
  const numbers = Array.from({ length: toSeed.accounts }, (_none, index) => index);
  for (let from = 0; from < numbers.length; from += ACCOUNTS_AT_ONCE) {
    const some = numbers.slice(from, from + ACCOUNTS_AT_ONCE);
    const ids = some.map(accountOf);
    await owner.query(
      `insert into users (id, email, username, password_hash, email_verified_at)
       select id, id || '@bench.test', 'bench', '', now() from unnest($1::uuid[]) u (id)`,
      [ids],
    );
    await owner.query(
      `insert into sessions (id, user_id, rotated_at, user_agent, ip)
       select id, user_id, now(), 'bench', '127.0.0.1' from unnest($1::uuid[], $2::uuid[]) s (id, user_id)`,
      [some.map(sessionOf), ids],
    );
    await giveCredits(owner, ids, CREDITS);
  }
}

/** Creates packs to open and cards to sell, for the accounts in turn, and collections for readings. */
async function makeBelongings(): Promise<Omit<Seeded, 'singles'>> {
  const { actions, collectors, packsOfCollector } = toSeed;
  for (let number = 0; number < collectors; number += 1) {
    await makeOpened(number, packsOfCollector);
  }
  const packs: Seeded['packs'] = [];
  const sales: SeededSale[] = [];
  for (let account = collectors; sales.length < actions; account += 1) {
    const [packId] = await buy(account, 1);
    packs.push({ account, packId: packId! });
    const cards = await makeOpened(account, 1);
    sales.push({ account, cards: cards.slice(0, CARDS_A_SALE) });
  }
  return { packs, sales };
}

function buy(account: number, packs: number): Promise<string[]> {
  return buySealedPacks(context, accountOf(account), packTypeOf(account % toSeed.packTypes), packs);
}

async function makeOpened(account: number, packs: number): Promise<SeededSale['cards']> {
  const ids = await buy(account, packs);
  return inTransaction(context.db, async (db) => {
    const openings = await openSoldPacks(db, {
      userId: accountOf(account),
      openingIds: ids.map(() => randomUUID()),
      packIds: ids,
    });
    const openingOf = new Map(openings.map((one) => [one.pack_id, one.opening_id]));
    const cards = await listOpenedCards(db, ids);
    return cards.map(({ id, pack_id }) => ({
      cardId: id,
      packOpeningId: openingOf.get(pack_id)!,
    }));
  });
}
