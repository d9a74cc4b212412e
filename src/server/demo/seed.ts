// Sets up the demo shop, which has two accounts, a stock of packs filled like real boosters from real card data, and a few
// singles.
// One transaction stores everything. So a start that is killed half-way leaves nothing behind, and the next start
// begins anew.
import { randomUUID } from 'node:crypto';
import type { Role } from '#domain/access.ts';
import { cardsOfEachKind } from '#domain/collation.ts';
import { toCents, type Cents } from '#domain/money.ts';
import { newPackTypeFields } from '#domain/pack-type.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { findUserByEmail, insertUser } from '../accounts/users-queries.ts';
import { importCards } from '../prices/import-cards.ts';
import { setIdOf } from '../catalogue/store-cards-queries.ts';
import { refreshPotentialHits } from '../catalogue/pack-type-facts-queries.ts';
import {
  fillDemoPacks,
  loadDemoCatalogue,
  type DemoPackType,
} from '../catalogue/import/demo-data.ts';
import { cardKey, findCardIds } from '../catalogue/cards-queries.ts';
import { insertSamplePrice, storePackType } from '../catalogue/pack-types-queries.ts';
import { insertPacks } from '../stock/physical-packs-queries.ts';
import { insertDiscountCode } from '../checkout/discount-codes-queries.ts';
import { DEMO_HOST } from '#domain/default-shop.ts';
import { inTransaction, statement, type Database, type Transaction } from '#engine/database.ts';
import { insertDemoTrial } from '../database/trials-queries.ts';
import type { Context } from '../runtime/context.ts';
import { grantFirstCredits } from '../wallet/grant-credits.ts';
import { seedSingles } from './seed-singles.ts';

type DemoAccount = { email: string; password: string; role: Role; credits: Cents; note: string };

/** The accounts of every demo shop. The start prints them. */
export const DEMO_ACCOUNTS: DemoAccount[] = [
  {
    email: `demo@${DEMO_HOST}`,
    password: 'demo1234',
    role: 'user',
    credits: toCents(50_000),
    note: 'a shopper with 500 credits',
  },
  {
    email: `admin@${DEMO_HOST}`,
    password: 'admin1234',
    role: 'admin',
    credits: toCents(0),
    note: 'the operator',
  },
];

/** The collector whose cards are on sale as singles. Nobody signs in as them. */
const COLLECTOR: Omit<DemoAccount, 'password' | 'note'> = {
  email: `collector@${DEMO_HOST}`,
  role: 'user',
  credits: toCents(10_000),
};

// The seed that decides the content of the packs. Every demo has the same packs, so that one person can look at what
// another person found.
const STOCK_SEED = 'felt-and-foil';

const SEED_LOCK = 7_046_002;

/**
 * Fills an empty database with the demo. It must run as the database's owner. If the demo exists already, does nothing.
 */
export async function seedDemo(context: Context, say: (line: string) => void): Promise<void> {
  if (await isSeeded(context.db)) return;
  say('Setting up the demo shop...');
  const hashes = await Promise.all(
    DEMO_ACCOUNTS.map((account) => hashPassword(account.password, null)),
  );
  const unusable = await hashPassword(randomUUID(), null);
  await inTransaction(context.db, async (db) => {
    await statement(db, 'select pg_advisory_xact_lock($1)', [SEED_LOCK]);
    if (await isSeeded(db)) return;
    await insertDemoTrial(db);
    const inside = { ...context, db };
    await seedCatalogue(inside);
    const ids: string[] = [];
    for (const [index, account] of DEMO_ACCOUNTS.entries()) {
      ids.push(await seedAccount(inside, account, hashes[index]!));
    }
    const sellerId = await seedAccount(inside, COLLECTOR, unusable);
    await seedSingles(inside, { sellerId, operatorId: ids.at(-1)! });
    await insertDiscountCode(db, { code: 'WELCOME10', percent: 10 });
    await insertDiscountCode(db, { code: 'TAKE5', amountOff: toCents(500) });
  });
}

async function isSeeded(db: Database): Promise<boolean> {
  return (await findUserByEmail(db, DEMO_ACCOUNTS[0]!.email)) !== null;
}

async function seedAccount(
  context: Context<Transaction>,
  account: Pick<DemoAccount, 'email' | 'role' | 'credits'>,
  passwordHash: string,
): Promise<string> {
  const { email, role, credits } = account;
  const id = randomUUID();
  const username = email.slice(0, email.indexOf('@'));
  const isVerified = true;
  await insertUser(context.db, { id, email, username, passwordHash, role, isVerified });
  if (credits > 0) await grantFirstCredits(context, id, credits, 'Demo credits');
  return id;
}

async function seedCatalogue(context: Context<Transaction>): Promise<void> {
  const { cards, packTypes } = loadDemoCatalogue();
  await importCards(context.db, cards, context.config);
  const idsOfSets = new Map<string, Map<string, string>>();
  for (const [index, type] of packTypes.entries()) {
    await seedPackType(context, type, index, idsOfSets);
  }
  await refreshPotentialHits(context.db);
}

async function seedPackType(
  { db }: Context<Transaction>,
  type: DemoPackType,
  position: number,
  idsOfSets: Map<string, Map<string, string>>,
): Promise<void> {
  const pool = Object.values(type.collation.sheets).flat();
  for (const { key } of pool) {
    const setId = setIdOf({ game: type.game, setCode: key.set });
    if (!idsOfSets.has(setId)) idsOfSets.set(setId, await findCardIds(db, setId));
  }
  const idOf = (key: { set: string; number: string; rarity: string; finish: string }): string => {
    const ids = idsOfSets.get(setIdOf({ game: type.game, setCode: key.set }));
    const id = ids?.get(cardKey({ ...key, nativeRarity: key.rarity }));
    if (id === undefined) throw new Error(`The demo has no card ${key.set} ${key.number}`);
    return id;
  };
  await storePackType(db, {
    id: type.id,
    setId: setIdOf(type),
    cardCount: type.cardCount,
    fields: newPackTypeFields({ ...type, price: type.priceCents }),
    odds: type.odds,
    filling: cardsOfEachKind(type.collation).map(({ set, rarity, finish, perPack }) => ({
      setId: setIdOf({ game: type.game, setCode: set }),
      nativeRarity: rarity,
      finish,
      perPack,
    })),
    position,
    cardIds: [...new Set(pool.map(({ key }) => idOf(key)))],
  });
  if (type.originalPriceCents !== null) {
    await insertSamplePrice(db, type.id, type.originalPriceCents);
  }
  await insertPacks(
    db,
    fillDemoPacks(type, STOCK_SEED).map((pack) => ({
      packTypeId: type.id,
      serial: pack.serial,
      certificationNumber: pack.certification,
      cards: pack.cards.map((key) => ({ cardId: idOf(key), condition: 'Near Mint' as const })),
    })),
  );
}
