// Copies from the shelf that replace cards which the shop lost, damaged or recorded wrongly.
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

/** How many copies an operator can choose from. */
const COPIES_MOST = 20;

/** The states in which a copy lies on a shelf and nobody has it. */
const ON_SHELF = ['shelved', 'on_sale'];

/** Lists copies of a card in a condition that lie on a shelf, those that the house paid least for first. */
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

/** Locks a copy of a card in a condition. Returns false if there is none with this id on a shelf. */
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

/** Gives the copy that a booked loss names to the lost card's owner. The caller has locked the copy. */
export async function giveSingle(db: Transaction, lostCardId: string): Promise<void> {
  await statement(db, 'select give_single($1)', [lostCardId], { writes: true });
}
