// Uncovers packs that were opened when they were paid with credits, and whose buyer looks at them later.
import * as rows from '#contract/opening.ts';
import { inTransaction } from '#engine/database.ts';
import type { Transaction } from '#engine/database.ts';
import { mailboxOf, writeTo } from '../accounts/notify.ts';
import { packImageUrl } from '../catalogue/art-urls.ts';
import { handler } from '../http/handler.ts';
import { openingsMail } from '../mail/templates/openings.ts';
import type { Context } from '../runtime/context.ts';
import {
  deleteCoveredOf,
  listCoveredOpenings,
  uncoverOpenings,
} from './covered-openings-queries.ts';
import { findOpenings, listOpenedCards } from './openings-queries.ts';
import { presentOpening } from './present-opening.ts';

export const listCoveredPacks = handler(rows.listCoveredPacks, async (context, { userId }) => {
  const covered = await listCoveredOpenings(context.db, userId, rows.COVERED_MAX);
  return {
    packs: covered.rows.map((row) => ({
      openingId: row.opening_id,
      packTypeId: row.pack_type_id,
      packName: row.pack_name,
      packImageUrl: packImageUrl(context, row.pack_type_id, row.picture),
      cardCount: row.card_count,
      openedAt: row.opened_at,
    })),
    total: covered.total,
  };
});

export const uncoverPacks = handler(
  rows.uncoverPacks,
  async (context, { userId }, { openingIds }) => {
    const uncovered = await inTransaction(context.db, async (db) => {
      const ids = await uncoverOpenings(db, userId, openingIds);
      if (ids.length > 0) await mailOpened({ ...context, db }, userId, ids);
      return ids.length;
    });
    return { uncovered };
  },
);

/** Sends the mail about opened packs, which has waited until their buyer looked at them. */
async function mailOpened(
  context: Context<Transaction>,
  userId: string,
  openingIds: string[],
): Promise<void> {
  const { db } = context;
  const openings = await findOpenings(db, userId, openingIds);
  const cards = Map.groupBy(
    await listOpenedCards(
      db,
      openings.map((opening) => opening.pack_id),
    ),
    (card) => card.pack_id,
  );
  const mail = () =>
    openingsMail(
      openings.map((opening) => presentOpening(context, opening, cards.get(opening.pack_id) ?? [])),
    );
  await writeTo(context, await mailboxOf(db, userId), 'openingMails', mail);
}

/** Deletes the marks of a deleted account's covered packs, as a part of the port `erasures`. */
export async function forgetCovered({ db }: Context<Transaction>, userId: string): Promise<void> {
  await deleteCoveredOf(db, userId);
}
