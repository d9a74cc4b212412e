// Pack types in the hands of operators: making one, and changing what it says and costs. A price that
// looks like a slip is refused once, with what was expected (docs/product.md §13).
import * as rows from '#contract/catalogue-admin.ts';
import type { PackType } from '#contract/catalogue.ts';
import type { Input } from '#contract/endpoint.ts';
import type { Caller } from '#domain/access.ts';
import { isBelowHalf } from '#domain/expected-value.ts';
import { formatCad, type Cents } from '#domain/money.ts';
import { decimalOf } from '#domain/decimals.ts';
import { brokenByStock, promisesTooMuch, type PackPromise } from '#domain/pack-promises.ts';
import {
  changedPackTypeFacts,
  isPricedRight,
  newPackTypeFacts,
  packTypeFactsOf,
  type PackTypeFacts,
} from '#domain/pack-type.ts';
import { STOCK_COUNTED_MOST } from '#domain/stock.ts';
import { Rejection } from '#domain/rejection.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { inTransaction, type Database, type Transaction } from '#engine/database.ts';
import { handler } from '../../http/handler.ts';
import type { Context } from '../../runtime/context.ts';
import {
  findAdminPackType,
  lockNewPackType,
  lockPackType,
  type AdminPackTypeRow,
} from './pack-types-queries.ts';
import { refreshPotentialHits } from '../pack-type-facts-queries.ts';
import { expectedValueOfRow } from './list-admin-pack-types.ts';
import { presentPackType } from '../list-pack-types.ts';
import { listKnownSets } from '../cards-queries.ts';
import {
  listBrokenPromises,
  listPackTypeRows,
  storePackType,
  widenPackTypes,
} from '../pack-types-queries.ts';

export const createPackType = handler(rows.createPackType, async (context, caller, input) => {
  const { db } = context;
  const { id, set_id: setId, price } = input;
  await lockNewPackType(db);
  if ((await listPackTypeRows(db, { id })).length > 0) {
    throw Rejection.ofField('id', `There is a pack type "${id}" already`);
  }
  if (!(await listKnownSets(db, [setId])).has(setId)) {
    throw Rejection.ofField('set_id', `The catalogue has no set "${setId}"`);
  }
  const facts = newPackTypeFacts({ ...input, isAvailable: input.is_available });
  assertPricedRight(facts);
  const cardCount = (input.card_count ?? input.cardCount)!;
  assertPossible(facts, cardCount);
  await storePackType(db, { id, setId, cardCount, facts });
  await widenPackTypes(db, [{ packTypeId: id, setId }]);
  await refreshPotentialHits(db);
  const made = await knownPackType(db, id);
  assertWorthwhile(made, price, input.confirmBelowExpectedValue);
  await recordAuditEntry(context, caller, {
    action: 'create_pack_type',
    subject: { kind: 'pack_type', id },
    after: { ...wireFactsOf(made), set_id: setId, card_count: made.card_count },
  });
  return showAnew(context, id);
});

export const changePackType = handler(rows.changePackType, {
  before: { isDue: namesPromise, run: tryPromises },
  answer: async (context, caller, input) => {
    const { db } = context;
    const { id } = input;
    const old = await lockedPackType(db, id);
    const facts = changedPackTypeFacts(old, input);
    const { price } = facts;
    assertPricedRight(facts);
    assertPossible(facts, old.card_count);
    assertKept(facts, await listBrokenPromises(db, id, facts));
    if (price !== old.price) assertWorthwhile(old, price, input.confirmBelowExpectedValue);
    await storeFacts(db, old, facts);
    const changed = await knownPackType(db, id);
    await recordAuditEntry(context, caller, {
      action: 'change_pack_type',
      subject: { kind: 'pack_type', id },
      before: wireFactsOf(old),
      after: wireFactsOf(changed),
    });
    return showAnew(context, id);
  },
});

type Change = Input<typeof rows.changePackType>;

function namesPromise(_context: Context<Transaction>, _userId: string, input: Change) {
  const { promisesFoil, promisesRarity, promisesHits } = input;
  return Promise.resolve(promisesFoil === true || Boolean(promisesRarity) || Boolean(promisesHits));
}

/**
 * Asks in a transaction of its own whether the sealed packs keep what is to be promised: a refusal tells something of what
 * they hold, so what is written down of it stays (choice 472).
 */
async function tryPromises(context: Context, caller: Caller, input: Change): Promise<void> {
  const { id } = input;
  const { facts, broken } = await inTransaction(context.db, async (db) => {
    const facts = changedPackTypeFacts(await lockedPackType(db, id), input);
    const broken = await listBrokenPromises(db, id, facts);
    if (broken.length > 0) {
      const { promisesFoil, promisesRarity, promisesHits } = facts;
      await recordAuditEntry({ ...context, db }, caller, {
        action: 'promise_in_vain',
        subject: { kind: 'pack_type', id },
        after: { promisesFoil, promisesRarity, promisesHits, broken },
      });
    }
    return { facts, broken };
  });
  assertKept(facts, broken);
}

/** A stock may be sent along by who read it; another one than is counted is refused. */
export const changePack = handler(
  rows.changePack,
  async (context, caller, { id, isAvailable, stock }) => {
    const { db } = context;
    const old = await lockedPackType(db, id);
    // As exactly as whoever sends it could read it.
    const counts = [old.in_stock, Math.min(old.in_stock, STOCK_COUNTED_MOST)];
    if (stock !== undefined && !counts.includes(stock)) throw new Rejection('STOCK_IS_COUNTED');
    if (isAvailable !== undefined && isAvailable !== old.isAvailable) {
      await storeFacts(db, old, changedPackTypeFacts(old, { isAvailable }));
      await recordAuditEntry(context, caller, {
        action: 'change_pack_type',
        subject: { kind: 'pack_type', id },
        before: { is_available: old.isAvailable },
        after: { is_available: isAvailable },
      });
    }
    return showAnew(context, id);
  },
);

/** A pack type that nobody else changes until the transaction ends. Rejects with PACK_NOT_FOUND. */
export async function lockedPackType(db: Transaction, id: string): Promise<AdminPackTypeRow> {
  if (!(await lockPackType(db, id))) throw new Rejection('PACK_NOT_FOUND');
  return knownPackType(db, id);
}

async function knownPackType(db: Database, id: string): Promise<AdminPackTypeRow> {
  return (await findAdminPackType(db, id))!;
}

/** A pack type as shoppers see it from now on. */
export async function showAnew(context: Context, id: string): Promise<PackType> {
  const [row] = await listPackTypeRows(context.db, { id });
  return presentPackType(context, row!);
}

async function storeFacts(
  db: Transaction,
  { id, set_id: setId, card_count: cardCount }: AdminPackTypeRow,
  facts: PackTypeFacts,
): Promise<void> {
  await storePackType(db, { id, setId, cardCount, facts });
}

function assertPricedRight(facts: PackTypeFacts): void {
  if (isPricedRight(facts)) return;
  throw Rejection.ofField('originalPrice', 'originalPrice must be above price');
}

function assertPossible(facts: PackTypeFacts, cardCount: number): void {
  const problem = promisesTooMuch(facts, cardCount);
  if (problem !== null) throw Rejection.ofField('promisesHits', problem);
}

function assertKept(facts: PackTypeFacts, broken: PackPromise[]): void {
  if (broken.length === 0) return;
  const details = broken.map((path) => ({ path, message: brokenByStock(facts, path) }));
  throw new Rejection('VALIDATION_ERROR', { sentence: details[0]!.message, details });
}

function assertWorthwhile(
  type: AdminPackTypeRow,
  price: Cents,
  isConfirmed: boolean | undefined,
): void {
  const expected = expectedValueOfRow(type);
  if (isConfirmed === true || expected === null || !isBelowHalf(price, expected)) return;
  throw new Rejection('BELOW_EXPECTED_VALUE', {
    sentence: `${formatCad(price)} is below half of what a pack is expected to hold, ${formatCad(expected.amount)}.`,
    details: { expectedValue: decimalOf(expected.amount), basis: expected.basis },
  });
}

/** The fields an operator may change, in wire names. */
function wireFactsOf(type: AdminPackTypeRow): Record<string, unknown> {
  const { price, originalPrice, isAvailable, ...facts } = packTypeFactsOf(type);
  return {
    ...facts,
    price: decimalOf(price),
    originalPrice: originalPrice === null ? null : decimalOf(originalPrice),
    is_available: isAvailable,
  };
}
