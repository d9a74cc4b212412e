import type { CardStatus, Finish, Rarity } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import { costOfPack } from '#domain/pricing.ts';
import type { WantedLine } from '#domain/purchase.ts';
import { assert } from '#domain/rejection.ts';
import { CONVERT_AFTER_DAYS } from '#domain/sellback.ts';
import { batchedStatement, statement, type Database, type Transaction } from '#engine/database.ts';
import { inColumns, type BatchedStatement } from '#engine/batched-statement.ts';
import type { LiveTicket } from '../drops/tickets-queries.ts';
import { publishEvents } from '../webhooks/publish-events.ts';

export type OpenedPackRow = {
  opening_id: string;
  pack_id: string;
  pack_type_id: string;
  opened_at: Date;
};

/**
 * Opens a user's sold packs: writes the openings, gives the user the cards and returns the cards. A pack is skipped if
 * it is not the user's, is not sold, or differs from its document.
 */
export async function openSoldPacks(
  db: Transaction,
  opening: Opening,
): Promise<(OpenedPackRow & OpenedCardRow)[]> {
  const cards = await batchedStatement<RevealedCardRow, Opening>(db, OPENED_PACKS, opening);
  return cards.map((row) => ({ ...row, ...newCard(row) }));
}

/** Packs to open, with an id for each pack's opening. */
type Opening = { userId: string; openingIds: string[]; packIds: string[] };

const OPENED_PACKS: BatchedStatement<Opening> = {
  text: `select ($1::int[])[array_position($3::uuid[], o.opening_id)] as at, o.*
   from open_packs_of_each($2, null, $3, $4, make_interval(days => ${CONVERT_AFTER_DAYS})) o`,
  valuesOf: (openings) =>
    inColumns(
      openings.flatMap(({ userId, openingIds, packIds }, at) =>
        packIds.map((packId, place) => [at + 1, userId, openingIds[place], packId]),
      ),
      4,
    ),
  writes: true,
};

/** A pack sold to a buyer, with its opening and its cards. If the pack differs from its document, it has no opening. */
export type SoldPackRow = {
  pack_id: string;
  pack_type_id: string;
  /** The ticket, if the pack is part of a drop. */
  ticket: LiveTicket | null;
} & (
  | { opening_id: string; opened_at: Date; cards: OpenedCardRow[] }
  | { opening_id: null; opened_at: null; cards: [] }
);

/**
 * Sells free packs to a buyer whose account is locked, and opens them. Packs are sold in the random order that was
 * fixed at intake. Returns the packs, which may be fewer than wanted. The caller writes the order (`orderId`)
 * afterwards.
 * `waits`: whether to wait for packs that another purchase is claiming, until it is clear whether they were taken. If
 * false, such packs are skipped, so that buyers don't queue.
 */
export async function sellAndOpenPacks(
  db: Transaction,
  sale: Sale & { waits: boolean },
): Promise<SoldPackRow[]> {
  const batched = sale.waits ? AWAITED_PACKS : FREE_PACKS;
  const rows = await batchedStatement<SoldCardRow | BrokenPackRow, Sale>(db, batched, sale);
  const sold = [...Map.groupBy(rows, (row) => row.pack_id).values()].map(packOfRows);
  publishOpened(db, { orderId: sale.orderId, userId: sale.buyerId }, sold);
  return sold;
}

/** Publishes that packs of an order were opened. A pack that differs from its document has no opening, and is left out. */
export function publishOpened(
  db: Transaction,
  whose: { orderId: string; userId: string },
  opened: Pick<SoldPackRow, 'pack_id' | 'pack_type_id' | 'opening_id' | 'cards'>[],
): void {
  const packs = opened.flatMap(({ opening_id: packOpeningId, ...pack }) =>
    packOpeningId === null
      ? []
      : [
          {
            packId: pack.pack_id,
            packTypeId: pack.pack_type_id,
            packOpeningId,
            cardIds: pack.cards.map(({ id }) => id),
          },
        ],
  );
  if (packs.length > 0) publishEvents(db, { type: 'order.opened', data: { ...whose, packs } });
}

export type Sale = {
  orderId: string;
  buyerId: string;
  wanted: WantedLine[];
  /** Hashes of the buyer's secrets in hex, or undefined if the shop creates the secrets. */
  refs: string[] | undefined;
};

function salesInColumns(sales: Sale[]): unknown[][] {
  const orders = inColumns(
    sales.map(({ orderId, buyerId, refs }) => [orderId, buyerId, refs?.join(',') ?? null]),
  );
  const lines = sales.flatMap(({ wanted }, at) =>
    wanted.map(({ packTypeId, quantity }) => [at + 1, packTypeId, quantity]),
  );
  return [...orders, ...inColumns(lines)];
}

const FREE_PACKS: BatchedStatement<Sale> = {
  text: `select * from sell_and_open_each($1, $2, $3, $4, $5, $6, false, make_interval(days => ${CONVERT_AFTER_DAYS}))`,
  valuesOf: salesInColumns,
  isServedEarly: true,
  writes: true,
};

const AWAITED_PACKS: BatchedStatement<Sale> = {
  text: `select * from sell_and_open_each($1, $2, $3, $4, $5, $6, true, make_interval(days => ${CONVERT_AFTER_DAYS}))`,
  valuesOf: salesInColumns,
  writes: true,
  mayWait: true,
};

function packOfRows(rows: (SoldCardRow | BrokenPackRow)[]): SoldPackRow {
  const [first] = rows;
  assert(first !== undefined, 'a group has a row');
  if (first.opening_id === null) return { ...first, cards: [] };
  return { ...first, cards: rows.filter((row) => row.opening_id !== null).map(newCard) };
}

/**
 * A past opening, with the figures from which its pack's cost is computed: `total` and `subtotal` of its order, and
 * `before`, the sum of the prices of the order's earlier packs.
 */
type OpeningRow = OpenedPackRow & {
  order_id: string;
  price: Cents;
  before: Cents;
  subtotal: Cents;
  total: Cents;
  is_covered: boolean;
};

/** A past opening, with what its pack cost. */
type CostedRow = OpenedPackRow & { order_id: string; paid: Cents; is_covered: boolean };

const OPENING = `select o.id as opening_id, o.pack_id, k.pack_type_id, o.opened_at, r.id as order_id,
    l.unit_price as price, r.subtotal, r.total,
    (select coalesce(sum(b.unit_price), 0)::bigint from places p
     join order_lines b on b.order_id = p.reservation_id and b.pack_type_id = p.pack_type_id
     where p.reservation_id = r.id and p.id < k.id) as before,
    exists (select from covered_openings v where v.opening_id = o.id) as is_covered
  from openings o
  join places k on k.pack_id = o.pack_id
  join orders r on r.id = k.reservation_id
  join order_lines l on l.order_id = r.id and l.pack_type_id = k.pack_type_id`;

function withCost(row: OpeningRow): CostedRow {
  return { ...row, paid: costOfPack(row, row.before, row.price) };
}

/** Returns a user's opening by its id, or null if the user has no such opening. */
export async function findOpening(
  db: Database,
  userId: string,
  id: string,
): Promise<CostedRow | null> {
  const where = 'where o.id = $2 and o.user_id = $1';
  const [row] = await statement<OpeningRow>(db, `${OPENING} ${where}`, [userId, id]);
  return row === undefined ? null : withCost(row);
}

/** Returns a user's openings by their ids, in the order of their packs' ids. */
export async function findOpenings(
  db: Database,
  userId: string,
  ids: string[],
): Promise<CostedRow[]> {
  const where = 'where o.id = any ($2::uuid[]) and o.user_id = $1 order by k.id';
  return (await statement<OpeningRow>(db, `${OPENING} ${where}`, [userId, ids])).map(withCost);
}

/** Returns a user's opening of a pack, or null if the user did not open that pack. */
export async function findOpeningOfPack(
  db: Database,
  userId: string,
  packId: string,
): Promise<CostedRow | null> {
  const asked = { userId, packId };
  const [row] = await batchedStatement<OpeningRow, OpenedBy>(db, OPENINGS_OF_PACKS, asked);
  return row === undefined ? null : withCost(row);
}

type OpenedBy = { userId: string; packId: string };

const OPENINGS_OF_PACKS: BatchedStatement<OpenedBy> = {
  text: `select w.at, o.* from unnest((select $1::uuid[]), $2::uuid[]) with ordinality as w (user_id, pack_id, at)
   cross join lateral (${OPENING} where k.id = w.pack_id and o.user_id = w.user_id limit 1) o`,
  valuesOf: (asked) => inColumns(asked.map(({ userId, packId }) => [userId, packId])),
};

/**
 * Returns why a user's sealed pack can't be opened: its payment is disputed, or the pack differs from its document.
 * Returns null if the pack can be opened.
 */
export async function findWithheldPack(
  db: Database,
  userId: string,
  packId: string,
): Promise<'disputed' | 'broken' | null> {
  const [row] = await statement<{ why: 'disputed' | 'broken' }>(
    db,
    `select case state when 'disputed' then state else 'broken' end as why from places
     where id = $2 and buyer_id = $1 and (state = 'disputed' or state = 'sold' and not is_pack_whole(pack_id))`,
    [userId, packId],
  );
  return row?.why ?? null;
}

export type OpenedCardRow = {
  id: string;
  pack_id: string;
  pack_name: string;
  card_id: string;
  name: string;
  rarity: Rarity;
  native_rarity: string;
  finish: Finish;
  condition: string;
  market_value: Cents;
  /** What the shop paid for the card when it was sold back or converted. */
  exit_price: Cents | null;
  status: CardStatus;
  set_name: string;
  remote: string | null;
  photograph: string | null;
};

/** A card that was just revealed, with its opening. */
type RevealedCardRow = OpenedPackRow & Omit<OpenedCardRow, 'exit_price' | 'status'>;

/** A row of a sold pack. Only the row of the pack's first card has the `ticket`. */
type SoldCardRow = RevealedCardRow & { ticket: LiveTicket | null };

type BrokenPackRow = {
  pack_id: string;
  pack_type_id: string;
  ticket: LiveTicket | null;
  opening_id: null;
  opened_at: null;
};

/** Adds the fields that later events change. In a card that was just revealed, they have their first values. */
function newCard(row: RevealedCardRow): OpenedCardRow {
  return { ...row, exit_price: null, status: 'available' };
}

const OPENED_CARDS = `select p.id, p.pack_id, t.name as pack_name, c.id as card_id, c.name, c.rarity, c.native_rarity,
    c.finish, p.condition, c.market_value, p.exit_price, p.status, s.name as set_name,
    c.image_url as remote, f.picture as photograph
  from places k
  join pack_types t on t.id = k.pack_type_id
  join physical_cards p on p.pack_id = k.pack_id and p.bought_as_id is null
  join cards c on c.id = p.card_id
  join card_sets s on s.id = c.set_id
  left join card_photographs f on f.pack_id = p.pack_id and f.position = p.position`;

/** Lists the revealed cards of some packs. The cards of each pack are in their order in the pack. */
export async function listOpenedCards(db: Database, packIds: string[]): Promise<OpenedCardRow[]> {
  const where = 'where k.pack_id = any ($1::uuid[]) order by p.pack_id, p.position';
  return statement<OpenedCardRow>(db, `${OPENED_CARDS} ${where}`, [packIds]);
}
