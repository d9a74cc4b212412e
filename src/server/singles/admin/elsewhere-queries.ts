// Queries about singles in other shops: which are listed there, and what they were sold for.
import type { GameId } from '#domain/game.ts';
import type { HouseCardState } from '#domain/house-card.ts';
import type { Cents } from '#domain/money.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

export type ShopRow = {
  shop: string;
  listed: number;
  asked: Cents;
  sold: number;
  brought: Cents;
  lastSaleAt: Date | null;
};

export async function listShops(db: Database): Promise<ShopRow[]> {
  return statement<ShopRow>(
    db,
    `select shop, sum(listed)::int as listed, sum(asked)::bigint as asked, sum(sold)::int as sold, sum(brought)::bigint as brought,
       max(last_sale) as "lastSaleAt"
     from (
       select listed_elsewhere as shop, count(*) as listed, sum(price) as asked, 0 as sold, 0 as brought, null::timestamptz as last_sale
       from house_cards where state = 'elsewhere' group by 1
       union all
       select shop, 0, 0, count(*), sum(brought), max(sold_at) from sales_elsewhere group by 1
     ) s group by shop order by shop`,
    [],
  );
}

/** The copies to list in another shop. Copies at exactly `priceMin` or `priceMax` are included. */
export type ListingFilters = {
  game: GameId | null;
  priceMin: Cents | null;
  priceMax: Cents | null;
};

const FOUND = `state = 'on_sale' and ($1::text is null or game = $1) and ($2::bigint is null or price >= $2)
  and ($3::bigint is null or price <= $3)`;

/**
 * Counts the copies on sale that match the filters, at most `most`, the dearest first. `asked`: the sum of their
 * prices.
 */
export async function countOnSale(
  db: Database,
  { game, priceMin, priceMax }: ListingFilters,
  most: number,
): Promise<{ singles: number; asked: Cents }> {
  const [row] = await statement<{ singles: number; asked: Cents }>(
    db,
    `select count(*)::int as singles, coalesce(sum(price), 0)::bigint as asked
     from (select price from house_cards where ${FOUND} order by price desc, id limit $4) found`,
    [game, priceMin, priceMax, most],
  );
  return row!;
}

/**
 * Marks the copies that `countOnSale` counts as listed in another shop, and returns their ids. Skips copies that
 * somebody is buying, so it may mark fewer.
 */
export async function moveElsewhere(
  db: Transaction,
  { game, priceMin, priceMax }: ListingFilters,
  shop: string,
  most: number,
): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    db,
    `update house_cards set state = 'elsewhere', listed_elsewhere = $5
     where id = any (array(
       select id from house_cards
       where id = any (array(select id from house_cards where ${FOUND} order by price desc, id limit $4)) and state = 'on_sale'
       order by id for update skip locked))
     returning id`,
    [game, priceMin, priceMax, most, shop],
  );
  return rows.map(({ id }) => id);
}

/**
 * Puts copies that are listed in another shop on sale here again, and returns their ids. If `ids` is null, up to `most`
 * of that shop's copies.
 */
export async function moveBack(
  db: Transaction,
  shop: string,
  ids: string[] | null,
  most: number,
): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    db,
    `update house_cards set state = 'on_sale', listed_elsewhere = null
     where id = any (array(
       select id from house_cards
       where state = 'elsewhere' and listed_elsewhere = $1 and ($2::uuid[] is null or id = any ($2::uuid[]))
       order by id limit $3 for update))
     returning id`,
    [shop, ids, most],
  );
  return rows.map(({ id }) => id);
}

/** Lists the ids of up to `limit` copies that are listed in another shop, after a given id. */
export async function listIdsElsewhere(
  db: Database,
  shop: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    db,
    `select id from house_cards where state = 'elsewhere' and listed_elsewhere = $1 and id > $2 order by id limit $3`,
    [shop, after, limit],
  );
  return rows.map(({ id }) => id);
}

export type NumberedRow = {
  /** The copy's id. Null if the shop never had a card with this number. */
  id: string | null;
  state: HouseCardState | null;
  listed_elsewhere: string | null;
  name: string | null;
  price: Cents | null;
  came_at: Date | null;
  /** The other shop that sold the copy. Null if none did. */
  shop: string | null;
  reference: string | null;
  brought: Cents | null;
};

/**
 * Finds the shop's copies by card numbers, in the order of the numbers. A card that came back and was sold several
 * times has several copies. The one that is listed in the other shop counts, else the one that it sold under this
 * reference, else the newest.
 */
export async function findNumberedElsewhere(
  db: Database,
  shop: string,
  sales: { certification: string; position: number; reference: string }[],
): Promise<NumberedRow[]> {
  return statement<NumberedRow>(
    db,
    `select h.id, h.state, h.listed_elsewhere, h.name, h.price, h.came_at, h.shop, h.reference, h.brought
     from unnest($2::text[], $3::smallint[], $4::text[]) with ordinality w (certification, position, reference, place)
     left join lateral (
       select h.id, h.state, h.listed_elsewhere, c.name, h.price, h.came_at, s.shop, s.reference, s.brought
       from physical_packs k join house_cards h on h.pack_id = k.id and h.position = w.position
       join cards c on c.id = h.card_id left join sales_elsewhere s on s.house_card_id = h.id
       where upper(k.certification_number) = w.certification
       order by h.state = 'elsewhere' and h.listed_elsewhere = $1 desc,
         (s.shop = $1 and s.reference = w.reference) is true desc, h.came_at desc limit 1
     ) h on true order by w.place`,
    [
      shop,
      sales.map(({ certification }) => certification.toUpperCase()),
      sales.map(({ position }) => position),
      sales.map(({ reference }) => reference),
    ],
  );
}

/** Locks copies that are listed in another shop. Returns the ids of those that still are. */
export async function lockElsewhere(
  db: Transaction,
  shop: string,
  ids: string[],
): Promise<Set<string>> {
  const rows = await statement<{ id: string }>(
    db,
    `select id from house_cards where id = any ($2::uuid[]) and state = 'elsewhere' and listed_elsewhere = $1
     order by id for update`,
    [shop, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

export type NewSale = { id: string; reference: string; brought: Cents; soldAt: Date };

/** Stores sales of copies in another shop. The caller has locked the copies. */
export async function insertSales(
  db: Transaction,
  shop: string,
  sales: NewSale[],
  operatorId: string,
): Promise<void> {
  const values = [
    sales.map(({ id }) => id),
    sales.map(({ soldAt }) => soldAt),
    sales.map(({ reference }) => reference),
    sales.map(({ brought }) => brought),
  ];
  await statement(
    db,
    `insert into sales_elsewhere (house_card_id, shop, reference, brought, sold_at, taken_in_by_id)
     select w.id, $5, w.reference, w.brought, w.sold_at, $6
     from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::bigint[]) w (id, sold_at, reference, brought)`,
    [...values, shop, operatorId],
  );
  await statement(
    db,
    `update house_cards h set state = 'sold_elsewhere', exited_at = w.sold_at
     from unnest($1::uuid[], $2::timestamptz[]) w (id, sold_at) where h.id = w.id`,
    values.slice(0, 2),
  );
}
