// Operators create pack types and change their texts and prices. The shop refuses a price once if
// it looks like a typing error, and the refusal names the expected price (docs/product.md §13).
import * as rows from '#contract/catalogue-admin.ts';
import type { PackType } from '#contract/catalogue.ts';
import type { Input } from '#contract/endpoint.ts';
import type { Caller } from '#domain/access.ts';
import { expectedWords, isBelowHalf } from '#domain/expected-value.ts';
import { formatCad, type Cents } from '#domain/money.ts';
import { decimalOf } from '#domain/decimals.ts';
import { brokenByStock, promisesTooMuch, type PackPromise } from '#domain/pack-promises.ts';
import {
  changedPackTypeFields,
  newPackTypeFields,
  packTypeFieldsOf,
  withTypedPrice,
  type PackTypeFields,
} from '#domain/pack-type.ts';
import { STOCK_COUNTED_MOST } from '#domain/stock.ts';
import { Rejection } from '#domain/rejection.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { inTransaction, type Database, type Transaction } from '#engine/database.ts';
import { handler } from '../../http/handler.ts';
import type { Context } from '../../runtime/context.ts';
import {
  findAdminPackType,
  hasPacks,
  lockNewPackType,
  lockPackTypes,
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
  allowCardsOfSets,
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
  const fields = newPackTypeFields({ ...input, isAvailable: input.is_available });
  noteDropped(context, id, input);
  const cardCount = (input.card_count ?? input.cardCount)!;
  assertPossible(fields, cardCount);
  await storePackType(db, { id, setId, cardCount, fields });
  await allowCardsOfSets(db, [{ packTypeId: id, setId }]);
  await refreshPotentialHits(db);
  const made = await knownPackType(db, id);
  assertWorthwhile([{ type: made, price }], input.confirmBelowExpectedValue);
  await recordAuditEntry(context, caller, {
    action: 'create_pack_type',
    subject: { kind: 'pack_type', id },
    after: { ...wireFactsOf(made), set_id: setId, card_count: made.card_count },
  });
  return presentChangedPackType(context, id);
});

export const changePackType = handler(rows.changePackType, {
  before: { isDue: namesPromise, run: tryPromises },
  answer: async (context, caller, input) => {
    const { db } = context;
    const { id } = input;
    const old = await lockedPackType(db, id);
    const { price: typed = old.nextPrice ?? old.price, ...others } = input;
    const fields = withTypedPrice(changedPackTypeFields(old, others), typed, old.held_by !== null);
    noteDropped(context, id, input);
    assertPossible(fields, old.card_count);
    assertUnbroken(fields, await listBrokenPromises(db, id, fields));
    if (fields.sealKind !== old.sealKind && (await hasPacks(db, id))) {
      throw new Rejection(
        'INVALID_TRANSITION',
        'Packs of it came in as what it says now. Make another pack type for the others',
      );
    }
    if (isRepriced(old, fields)) {
      assertWorthwhile([{ type: old, price: typed }], input.confirmBelowExpectedValue);
    }
    await storeFields(db, old, fields);
    const changed = await knownPackType(db, id);
    await recordAuditEntry(context, caller, {
      action: 'change_pack_type',
      subject: { kind: 'pack_type', id },
      before: wireFactsOf(old),
      after: wireFactsOf(changed),
    });
    return presentChangedPackType(context, id);
  },
});

type Change = Input<typeof rows.changePackType>;

function namesPromise(_context: Context<Transaction>, _userId: string, input: Change) {
  const { promisesFoil, promisesRarity, promisesHits } = input;
  return Promise.resolve(promisesFoil === true || Boolean(promisesRarity) || Boolean(promisesHits));
}

/**
 * Checks whether the sealed packs satisfy the new promises. A refusal reveals something about the
 * packs' contents, so it needs an audit entry. The check has its own transaction, so that a refusal
 * does not roll back this entry (choice 472).
 */
async function tryPromises(context: Context, caller: Caller, input: Change): Promise<void> {
  const { id } = input;
  const { fields, broken } = await inTransaction(context.db, async (db) => {
    const fields = changedPackTypeFields(await lockedPackType(db, id), input);
    const broken = await listBrokenPromises(db, id, fields);
    if (broken.length > 0) {
      const { promisesFoil, promisesRarity, promisesHits } = fields;
      await recordAuditEntry({ ...context, db }, caller, {
        action: 'promise_in_vain',
        subject: { kind: 'pack_type', id },
        after: { promisesFoil, promisesRarity, promisesHits, broken },
      });
    }
    return { fields, broken };
  });
  assertUnbroken(fields, broken);
}

/**
 * Changes whether a pack type is for sale. `stock` is the stock that the operator saw; if the
 * counted stock differs from `stock`, the change is refused.
 */
export const changePack = handler(
  rows.changePack,
  async (context, caller, { id, isAvailable, stock }) => {
    const { db } = context;
    const old = await lockedPackType(db, id);
    // The operator saw either the exact stock, or at most STOCK_COUNTED_MOST.
    const counts = [old.in_stock, Math.min(old.in_stock, STOCK_COUNTED_MOST)];
    if (stock !== undefined && !counts.includes(stock)) throw new Rejection('STOCK_IS_COUNTED');
    if (isAvailable !== undefined && isAvailable !== old.isAvailable) {
      await storeFields(db, old, changedPackTypeFields(old, { isAvailable }));
      await recordAuditEntry(context, caller, {
        action: 'change_pack_type',
        subject: { kind: 'pack_type', id },
        before: { is_available: old.isAvailable },
        after: { is_available: isAvailable },
      });
    }
    return presentChangedPackType(context, id);
  },
);

/** Reads a pack type and locks it until the transaction ends. Rejects with PACK_NOT_FOUND. */
export async function lockedPackType(db: Transaction, id: string): Promise<AdminPackTypeRow> {
  if ((await lockPackTypes(db, [id])) === 0) throw new Rejection('PACK_NOT_FOUND');
  return knownPackType(db, id);
}

async function knownPackType(db: Database, id: string): Promise<AdminPackTypeRow> {
  return (await findAdminPackType(db, id))!;
}

/** Presents a pack type to the operator after a change, with the fields that shoppers see. */
export async function presentChangedPackType(context: Context, id: string): Promise<PackType> {
  const [row] = await listPackTypeRows(context.db, { id });
  return presentPackType(context, row!);
}

async function storeFields(
  db: Transaction,
  { id, set_id: setId, card_count: cardCount }: AdminPackTypeRow,
  fields: PackTypeFields,
): Promise<void> {
  await storePackType(db, { id, setId, cardCount, fields });
}

/**
 * Logs that the shop ignored the former price in a request. Clients of the API may still send a
 * former price, but the shop computes it from the price history.
 */
function noteDropped(
  { log }: Pick<Context, 'log'>,
  packTypeId: string,
  { originalPrice }: Pick<Change, 'originalPrice'>,
): void {
  if (originalPrice === undefined || originalPrice === null) return;
  log.warn(
    { event: 'original_price_dropped', packTypeId, originalPrice },
    'Ignored the original price in a request: the shop computes it from the price history',
  );
}

function assertPossible(fields: PackTypeFields, cardCount: number): void {
  const problem = promisesTooMuch(fields, cardCount);
  if (problem !== null) throw Rejection.ofField('promisesHits', problem);
}

function assertUnbroken(fields: PackTypeFields, broken: PackPromise[]): void {
  if (broken.length === 0) return;
  const details = broken.map((path) => ({ path, message: brokenByStock(fields, path) }));
  throw new Rejection('VALIDATION_ERROR', { sentence: details[0]!.message, details });
}

/** Rejects prices that are below half of what a pack is expected to hold, unless the operator confirmed them. */
export function assertWorthwhile(
  priced: readonly { type: AdminPackTypeRow; price: Cents }[],
  isConfirmed: boolean | undefined,
): void {
  if (isConfirmed === true) return;
  const cheap = priced.flatMap(({ type, price }) => {
    const expected = expectedValueOfRow(type);
    const { id, name } = type;
    return isBelowHalf(price, expected) ? [{ id, name, price, expected: expected! }] : [];
  });
  if (cheap.length === 0) return;
  const each = cheap.map(
    ({ name, price, expected }) => `${name}, ${formatCad(price)} of ${expectedWords(expected)}`,
  );
  throw new Rejection('BELOW_EXPECTED_VALUE', {
    sentence: `Below half of what a pack is expected to hold: ${each.join('; ')}.`,
    details: cheap.map(({ id, expected: { amount, basis } }) => ({
      id,
      expectedValue: decimalOf(amount),
      basis,
    })),
  });
}

/** The fields that an operator may change, by their wire names. */
export function wireFactsOf(type: PackTypeFields): Record<string, unknown> {
  const { price, nextPrice, isAvailable, ...fields } = packTypeFieldsOf(type);
  return {
    ...fields,
    price: decimalOf(price),
    nextPrice: nextPrice && decimalOf(nextPrice),
    is_available: isAvailable,
  };
}

export function isRepriced(old: PackTypeFields, { price, nextPrice }: PackTypeFields): boolean {
  return price !== old.price || (nextPrice !== null && nextPrice !== old.nextPrice);
}
