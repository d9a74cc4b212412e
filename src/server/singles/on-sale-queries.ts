// Public queries of the copies on sale. A list has the copies of one card (choice 995).
import type { Finish, Rarity } from '#domain/card.ts';
import type { GameId } from '#domain/game.ts';
import type { Cents } from '#domain/money.ts';
import type { SingleSort } from '#contract/singles.ts';
import { statement, type Database } from '#engine/database.ts';
import { pageOf } from '../database/page-of.ts';

export type SingleOnSaleRow = {
  id: string;
  card_id: string;
  name: string;
  game: GameId;
  set_id: string;
  set_name: string;
  number: string;
  rarity: Rarity;
  native_rarity: string;
  finish: Finish;
  condition: string;
  label: string | null;
  price: Cents;
  market_value: Cents;
  remote: string | null;
  photograph: string | null;
  is_on_sale: boolean;
};

const SINGLE = `h.id, h.card_id, c.name, s.game, c.set_id, s.name as set_name, c.number, c.rarity, c.native_rarity, c.finish,
    h.condition, h.label, h.price, c.market_value, c.image_url as remote, f.picture as photograph,
    h.state = 'on_sale' as is_on_sale`;

const FROM = `join cards c on c.id = h.card_id
  join card_sets s on s.id = c.set_id
  left join card_photographs f on f.pack_id = h.pack_id and f.position = h.position`;

/** Each sort order is that of an index. */
const ORDER: Record<SingleSort, string> = {
  price: 'h.price, condition_rank(h.condition), h.id',
  condition: 'condition_rank(h.condition), h.price, h.id',
};

/** Lists a page of a card's copies on sale. `total` counts up to COUNTED_MOST. */
export async function listOnSale(
  db: Database,
  cardId: string,
  sortBy: SingleSort,
  limit: number,
  offset: number,
): Promise<{ rows: SingleOnSaleRow[]; total: number }> {
  const order = ORDER[sortBy];
  const from = `from house_cards h where h.card_id = $1 and h.state = 'on_sale'`;
  const page = (part: string) =>
    `select ${SINGLE} from (select h.* ${from} order by ${order} ${part}) h ${FROM} order by ${order}`;
  return pageOf(db, { from, values: [cardId], page }, limit, offset);
}

/** Returns a copy that is on sale or reserved. Returns null for any other id. */
export async function findOnSale(
  db: Database,
  id: string,
): Promise<
  (SingleOnSaleRow & { pack_id: string; position: number; certification: string }) | null
> {
  const [row] = await statement<
    SingleOnSaleRow & { pack_id: string; position: number; certification: string }
  >(
    db,
    `select ${SINGLE}, h.pack_id, h.position, p.certification_number as certification
     from house_cards h ${FROM} join physical_packs p on p.id = h.pack_id
     where h.id = $1 and h.state in ('on_sale', 'reserved')`,
    [id],
  );
  return row ?? null;
}

/** Where a list of all copies on sale continues. The order is that of an index. */
export type PlaceInSale = { price: Cents; rank: number; id: string };

/** Lists copies on sale of all cards, cheapest first, from after a place on. */
export async function listAllOnSale(
  db: Database,
  after: PlaceInSale | null,
  limit: number,
): Promise<(SingleOnSaleRow & { rank: number })[]> {
  const { price, rank, id } = after ?? { price: 0, rank: 0, id: NO_ID };
  return statement(
    db,
    `select ${SINGLE}, condition_rank(h.condition) as rank from (
       select h.* from house_cards h
       where h.state = 'on_sale' and (h.price, condition_rank(h.condition), h.id) > ($1, $2, $3)
       order by ${ORDER.price} limit $4
     ) h ${FROM} order by ${ORDER.price}`,
    [price, rank, id, limit],
  );
}

/** Before every id. */
const NO_ID = '00000000-0000-0000-0000-000000000000';
