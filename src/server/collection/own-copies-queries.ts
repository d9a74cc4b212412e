// Reads a user's physical copies of one card of the catalogue.
import type { CardStatus, LockReason } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import { statement, type Database } from '#engine/database.ts';
import { OPENING_OF_CARD, PACK_OF_CARD } from './own-cards-queries.ts';

export type OwnCopyRow = {
  id: string;
  pack_name: string;
  opening_id: string;
  condition: string;
  status: CardStatus;
  lock_reason: LockReason | null;
  opened_at: Date;
  auto_convert_at: Date | null;
  shipped_at: Date | null;
  delivered_at: Date | null;
  exited_at: Date | null;
  exit_price: Cents | null;
  /** The price of a copy that was bought as a single. Null if the copy came out of a pack. */
  cost: Cents | null;
};

/**
 * Lists a page of the copies of a card that a user has or had, newest first, and counts all these
 * copies.
 */
export async function listCopiesOfUser(
  db: Database,
  userId: string,
  cardId: string,
  limit: number,
  offset: number,
): Promise<{ rows: OwnCopyRow[]; total: number }> {
  const [rows, [count]] = await Promise.all([
    statement<OwnCopyRow>(
      db,
      `select p.id, ${PACK_OF_CARD} as pack_name, ${OPENING_OF_CARD} as opening_id, p.cost, p.condition, p.status, p.lock_reason, p.opened_at,
         p.auto_convert_at, p.shipped_at, p.delivered_at, p.exited_at, p.exit_price
       from physical_cards p
       join openings o on o.pack_id = p.pack_id
       join places k on k.pack_id = p.pack_id
       join pack_types t on t.id = k.pack_type_id
       where p.opened_by_id = $1 and p.card_id = $2
       order by p.opened_at desc, p.pack_id, p.position limit $3 offset $4`,
      [userId, cardId, limit, offset],
    ),
    statement<{ total: number }>(
      db,
      'select count(*) as total from physical_cards where opened_by_id = $1 and card_id = $2',
      [userId, cardId],
    ),
  ]);
  return { rows, total: count!.total };
}
