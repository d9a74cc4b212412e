// Copies on shelves that can replace a card which the shop lost, damaged or recorded wrongly.
import type { Condition } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

export type LikeCopyRow = {
  id: string;
  certification: string;
  position: number;
  shelf: string;
  paid: Cents;
};

/** The most copies among which an operator can choose. */
const COPIES_MOST = 20;

/** The states of a copy that lies on a shelf and is not sold, reserved or listed elsewhere. */
const ON_SHELF = ['shelved', 'on_sale'];

/** Lists copies of a card in a condition that lie on a shelf, first those for which the shop paid least. */
export async function listReplacements(
  db: Database,
  cardId: string,
  condition: Condition,
): Promise<LikeCopyRow[]> {
  return statement<LikeCopyRow>(
    db,
    `select h.id, p.certification_number as certification, h.position, h.shelf, h.paid
     from (
       select h.* from unnest($3::text[]) s (state) cross join lateral (
         select id, pack_id, position, shelf, paid from house_cards
         where card_id = $1 and state = s.state and condition = $2 order by came_at desc, id limit ${COPIES_MOST}
       ) h
     ) h join physical_packs p on p.id = h.pack_id
     order by h.paid, h.id limit ${COPIES_MOST}`,
    [cardId, condition, ON_SHELF],
  );
}

/** Locks a copy of a card in a condition. Returns false if no such copy with this id lies on a shelf. */
export async function lockLikeCopy(
  db: Transaction,
  id: string,
  cardId: string,
  condition: Condition,
): Promise<boolean> {
  const rows = await statement(
    db,
    `select id from house_cards
     where id = $1 and card_id = $2 and condition = $3 and state = any ($4) for update`,
    [id, cardId, condition, ON_SHELF],
  );
  return rows.length > 0;
}

/**
 * Gives the owner of a lost card the copy that the booked loss names as its replacement. The caller has locked the
 * copy.
 */
export async function giveSingle(db: Transaction, lostCardId: string): Promise<void> {
  await statement(db, 'select give_single($1)', [lostCardId], { writes: true });
}
