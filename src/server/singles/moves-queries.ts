// Stores what operators did with the shop's cards. These records are never deleted.
import type { HouseCardMove } from '#domain/house-card-moves.ts';
import type { Cents } from '#domain/money.ts';
import { statement, type Transaction } from '#engine/database.ts';

type NewMove = {
  move: HouseCardMove;
  detail: string | null;
  amount?: Cents;
};

/** Records what an operator did with some cards. */
export async function insertMoves(
  db: Transaction,
  ids: string[],
  userId: string,
  { move, detail, amount }: NewMove,
): Promise<void> {
  if (ids.length === 0) return;
  await statement(
    db,
    `insert into house_card_moves (house_card_id, at, move, by_id, detail, amount)
     select id, shop_clock(), $2, $3, $4, $5 from unnest($1::uuid[]) w (id)`,
    [ids, move, userId, detail, amount ?? null],
  );
}
