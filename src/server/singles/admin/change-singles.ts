// Operators move, withdraw, price and lose the shop's cards ("cards of the house", docs/singles.md). Each act changes
// all of the given cards or none.
import * as rows from '#contract/singles-admin.ts';
import type { Single } from '#contract/singles-admin.ts';
import type { Caller } from '#domain/access.ts';
import { decimalOf } from '#domain/decimals.ts';
import { HOUSE_CARD_WORDS, isInTheHouse } from '#domain/house-card-moves.ts';
import { HOUSE_CARD_STEPS, type HouseCardState } from '#domain/house-card.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Transaction } from '#engine/database.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { handler } from '../../http/handler.ts';
import type { Context } from '../../runtime/context.ts';
import { insertMoves } from '../moves-queries.ts';
import { priceSomeSingles } from '../price-by-rules.ts';
import {
  lockSingles,
  updateLost,
  updatePricesByHand,
  updatePutBack,
  updateShelves,
  updateWithdrawn,
  type LockedSingle,
} from './desk-queries.ts';
import { sleeveNumberOf, presentSingle } from './present-single.ts';
import { listSinglesById, type SingleRow } from './singles-queries.ts';

export const shelveSingles = handler(
  rows.shelveSingles,
  async (context, caller, { ids, shelf }) => {
    const { db } = context;
    await lockAll(context, ids, {
      may: ({ state, checked_at: checkedAt }) => isInTheHouse(state) && checkedAt !== null,
      otherwise: 'can’t be moved',
    });
    await updateShelves(db, ids, shelf);
    await insertMoves(db, ids, caller.userId, { move: 'shelved', detail: shelf });
    await priceSomeSingles(db, ids);
    return changed(context, caller, ids, 'shelve_singles', { shelf });
  },
);

export const withdrawSingles = handler(
  rows.withdrawSingles,
  async (context, caller, { ids, reason }) => {
    const { db } = context;
    await lockAll(context, ids, { may: canBecome('withdrawn'), otherwise: 'can’t be withdrawn' });
    await updateWithdrawn(db, ids);
    await insertMoves(db, ids, caller.userId, { move: 'withdrawn', detail: reason });
    return changed(context, caller, ids, 'withdraw_singles', { reason });
  },
);

/**
 * Puts withdrawn cards back on their shelves. A card that nobody has taken in hand has no shelf, so it is rejected: it
 * must be taken in hand first.
 */
export const putSinglesBack = handler(
  rows.putSinglesBack,
  async (context, caller, { ids, reason }) => {
    const { db } = context;
    await lockAll(context, ids, {
      may: ({ state, shelf }) => state === 'withdrawn' && shelf !== null,
      otherwise: 'can’t be put back',
    });
    await updatePutBack(db, ids);
    await insertMoves(db, ids, caller.userId, { move: 'put_back', detail: reason });
    await priceSomeSingles(db, ids);
    return changed(context, caller, ids, 'put_singles_back', { reason });
  },
);

export const loseSingles = handler(rows.loseSingles, async (context, caller, { ids, reason }) => {
  const { db } = context;
  await lockAll(context, ids, { may: canBecome('lost'), otherwise: 'can’t be lost' });
  await updateLost(db, ids, reason);
  await insertMoves(db, ids, caller.userId, { move: 'lost', detail: reason });
  return changed(context, caller, ids, 'lose_singles', { reason });
});

export const priceSingles = handler(rows.priceSingles, async (context, caller, { ids, price }) => {
  const { db } = context;
  await lockAll(context, ids, {
    may: ({ state }) => isInTheHouse(state),
    otherwise: 'can’t get a price',
  });
  await updatePricesByHand(db, ids, price);
  await insertMoves(
    db,
    ids,
    caller.userId,
    price === null
      ? { move: 'left_to_rules', detail: null }
      : { move: 'priced', detail: null, amount: price },
  );
  await priceSomeSingles(db, ids);
  return changed(context, caller, ids, 'price_singles', {
    price: price === null ? null : decimalOf(price),
  });
});

const canBecome =
  (state: HouseCardState) =>
  (single: LockedSingle): boolean =>
    HOUSE_CARD_STEPS[single.state].includes(state);

type Condition = { may: (single: LockedSingle) => boolean; otherwise: string };

/** Locks the shop's cards with these ids. Rejects if there is no such card, or if `may` refuses one of them. */
async function lockAll(
  { db }: Context<Transaction>,
  ids: string[],
  { may, otherwise }: Condition,
): Promise<void> {
  const locked = await lockSingles(db, ids);
  if (locked.length < new Set(ids).size) throw new Rejection('NOT_FOUND');
  const refused = locked.find((single) => !may(single));
  if (refused === undefined) return;
  const [row] = await listSinglesById(db, [refused.id]);
  throw new Rejection(
    'INVALID_TRANSITION',
    `${sleeveNumberOf(row!)} ${otherwise}: ${stateWords(row!)}`,
  );
}

function stateWords({ state, checked_at: checkedAt }: SingleRow): string {
  const words = HOUSE_CARD_WORDS[state].toLowerCase();
  return checkedAt === null && isInTheHouse(state)
    ? `it is “${words}”, and nobody took it in hand yet`
    : `it is “${words}”`;
}

/** Records an act in the audit log, and returns the cards as they are after it. */
async function changed(
  context: Context<Transaction>,
  caller: Caller,
  ids: string[],
  action: string,
  after: Record<string, unknown>,
): Promise<{ singles: Single[] }> {
  const found = await listSinglesById(context.db, ids);
  await recordAuditEntry(context, caller, {
    action,
    subject: { kind: 'single', id: ids[0]! },
    after: { cards: found.map(sleeveNumberOf), ...after },
  });
  return { singles: found.map((row) => presentSingle(context, row)) };
}
