// Operators' queries about the shop's cards. A list takes the same time however large the stock is: each combination of
// filtered values is one range of an index, and from each range the query reads only as many rows as the page needs.
import { COUNTED_MOST } from '#contract/paging.ts';
import { readCardNumber } from '#domain/card-number.ts';
import { CONDITIONS, RARITIES, type Condition, type Finish, type Rarity } from '#domain/card.ts';
import type { GameId } from '#domain/game.ts';
import { HOUSE_CARD_STATES, type HouseCardState } from '#domain/house-card.ts';
import type { Cents } from '#domain/money.ts';
import { searchKey } from '#domain/search-key.ts';
import { statement, type Database } from '#engine/database.ts';
import { begins, byLetters, firstBy, narrow } from '../../database/narrow.ts';
import { pageSizeOf, upTo } from '../../database/page-of.ts';

export type SingleRow = {
  id: string;
  pack_id: string;
  position: number;
  certification_number: string;
  card_id: string;
  name: string;
  set_name: string;
  number: string;
  game: GameId;
  set_id: string;
  rarity: Rarity;
  finish: Finish;
  remote: string | null;
  photograph: string | null;
  condition: Condition;
  label: string | null;
  state: HouseCardState;
  shelf: string | null;
  /** The shelf on which the card lay before it was sold as a single. Null if it has a shelf now. */
  last_shelf: string | null;
  paid: Cents;
  market_value: Cents;
  price: Cents | null;
  price_by_hand: boolean;
  came_at: Date;
  checked_at: Date | null;
  listed_elsewhere: string | null;
  note: string | null;
};

/** SQL for the cards whose ids the query `wanted (id)` returns. Each is looked up by its id. */
function singlesIn(wanted: string): string {
  return `select h.id, h.pack_id, h.position, p.certification_number, h.card_id, c.name, s.name as set_name, c.number,
      h.game, h.set_id, h.rarity, c.finish, c.image_url as remote, f.picture as photograph, h.condition, h.label, h.state,
      h.shelf, e.shelf as last_shelf, h.paid, c.market_value, h.price, h.price_by_hand, h.came_at, h.checked_at, h.listed_elsewhere, h.note
    from (${wanted}) wanted
    cross join lateral (select * from house_cards where id = wanted.id limit 1) h
    cross join lateral (select * from cards where id = h.card_id limit 1) c
    cross join lateral (select name from card_sets where id = c.set_id limit 1) s
    cross join lateral (select certification_number from physical_packs where id = h.pack_id limit 1) p
    left join lateral (
      select picture from card_photographs where pack_id = h.pack_id and position = h.position limit 1
    ) f on true
    left join lateral (
      select b.shelf from physical_cards k join house_cards b on b.id = k.bought_as_id
      where h.shelf is null and k.id = h.id limit 1
    ) e on true`;
}

export type SingleFilters = {
  state: HouseCardState | null;
  game: GameId | null;
  setId: string | null;
  rarity: Rarity | null;
  condition: Condition | null;
};

/**
 * A query of ids and times. `first` returns SQL for at least the first `limit` rows of the list. It may return more
 * rows, in any order.
 */
type Selection = { values: unknown[]; first: (limit: string) => string };

const IN_ORDER = 'came_at desc, id';

function selectionOf(filters: SingleFilters, search: string | null): Selection {
  if (search !== null) return selectFound(filters, search);
  const { state, game, setId, rarity, condition } = filters;
  if (setId !== null) return selectOfSet(filters, setId);
  if ([state, game, rarity, condition].some((value) => value !== null))
    return selectOfKinds(filters);
  return {
    values: [],
    first: (limit) => `select id, came_at from house_cards order by ${IN_ORDER} ${limit}`,
  };
}

/** The values that a filter allows: only its own value, or all values if it is null. */
const valuesOf = <Value>(value: Value | null, all: readonly Value[]): readonly Value[] =>
  value === null ? all : [value];

function selectOfKinds({ state, game, rarity, condition }: SingleFilters): Selection {
  return {
    values: [
      valuesOf(state, HOUSE_CARD_STATES),
      game,
      valuesOf(rarity, RARITIES),
      valuesOf(condition, CONDITIONS),
    ],
    first: (limit) => `select h.id, h.came_at
      from unnest($1::text[]) a (state) cross join (select id as game from games where $2::text is null or id = $2) b
      cross join unnest($3::text[]) d (rarity) cross join unnest($4::text[]) e (condition)
      cross join lateral (
        select id, came_at from house_cards
        where state = a.state and game = b.game and rarity = d.rarity and condition = e.condition
        order by ${IN_ORDER} ${limit}
      ) h`,
  };
}

function selectOfSet({ state, game, rarity, condition }: SingleFilters, setId: string): Selection {
  return {
    values: [
      setId,
      valuesOf(state, HOUSE_CARD_STATES),
      valuesOf(rarity, RARITIES),
      valuesOf(condition, CONDITIONS),
      game,
    ],
    first: (limit) => `select h.id, h.came_at
      from (select id from card_sets where id = $1 and ($5::text is null or game = $5)) s
      cross join unnest($2::text[]) a (state) cross join unnest($3::text[]) d (rarity)
      cross join unnest($4::text[]) e (condition)
      cross join lateral (
        select id, came_at from house_cards
        where set_id = s.id and state = a.state and rarity = d.rarity and condition = e.condition
        order by ${IN_ORDER} ${limit}
      ) h`,
  };
}

/**
 * The most packs, and the most cards of the catalogue, that a search finds. If more match, the operator has to type
 * more.
 */
const PACKS_MOST = 100;
const NAMED_MOST = 40;

/**
 * Finds copies by number, label, the beginning of a certification number, or a part of the name. The SQL may return a
 * copy more than once. Cards with the name are put in an array, because Postgres would otherwise read the whole catalogue
 * in the hope that the list's limit ends it early.
 */
function selectFound(
  { state, game, setId, rarity, condition }: SingleFilters,
  search: string,
): Selection {
  const typed = readCardNumber(search);
  const key = searchKey(search).replaceAll(/[\\%_]/g, String.raw`\$&`);
  const values = [
    search.toUpperCase(),
    typed?.certification.toUpperCase() ?? null,
    typed?.position ?? null,
    // The index of parts of names needs three letters. For a shorter text, the search finds only names that begin with
    // it.
    key.length > 2 ? `%${key}%` : `${key}%`,
    valuesOf(state, HOUSE_CARD_STATES),
    valuesOf(condition, CONDITIONS),
    game,
    setId,
    rarity,
  ];
  const certification = 'upper(certification_number)';
  const isWanted = `state = any ($5) and condition = any ($6) and ($7::text is null or game = $7)
        and ($8::text is null or set_id = $8) and ($9::text is null or rarity = $9)`;
  return {
    values,
    first: (limit) => `select h.id, h.came_at from (
        select id from physical_packs where ${begins(certification, '$1')} ${firstBy(byLetters(certification), PACKS_MOST)}
      ) p cross join lateral (select id, came_at from house_cards where pack_id = p.id and ${isWanted}) h
      union all
      select h.id, h.came_at from (select id from physical_packs where ${certification} = $2) p
      cross join lateral (
        select id, came_at from house_cards where pack_id = p.id and position = $3::smallint and ${isWanted}
      ) h
      union all
      select id, came_at from house_cards where label is not null and upper(label) = $1 and ${isWanted}
      union all
      select h.id, h.came_at from unnest(array(
        select id from cards c
        where search_key(name) like $4 and exists (select from house_cards where card_id = c.id) limit ${NAMED_MOST}
      )) c (id)
      cross join unnest($5::text[]) a (state) cross join unnest($6::text[]) e (condition)
      cross join lateral (
        select id, came_at from house_cards
        where card_id = c.id and state = a.state and condition = e.condition and ($7::text is null or game = $7)
          and ($8::text is null or set_id = $8) and ($9::text is null or rarity = $9)
        order by ${IN_ORDER} ${limit}
      ) h`,
  };
}

/** Finds the shop's cards with this complete number or grader's label. */
export async function searchSingles(
  db: Database,
  search: string,
  most: number,
): Promise<SingleRow[]> {
  const typed = readCardNumber(search);
  return statement<SingleRow>(
    db,
    `${singlesIn(`(select id from house_cards where label is not null and upper(label) = $1 limit ${most})
       union (select h.id from physical_packs p join house_cards h on h.pack_id = p.id and h.position = $3::smallint
         where upper(p.certification_number) = $2 limit ${most})`)}
     order by h.came_at desc, h.id limit ${most}`,
    [search.toUpperCase(), typed?.certification.toUpperCase() ?? null, typed?.position ?? null],
  );
}

export type Sums = { cards: number; paid: Cents; market: Cents };

/**
 * Lists a page of the shop's cards, those that came back last first, and sums all that match. If COUNTED_MOST or more
 * match, only counts up to that number.
 */
export async function listSingleRows(
  db: Database,
  filters: SingleFilters,
  search: string | null,
  limit: number,
  offset: number,
): Promise<{ rows: SingleRow[]; sums: Sums }> {
  const { values, first } = selectionOf(filters, search);
  const part = `limit ${pageSizeOf(limit)} offset $${values.length + 1}`;
  const [rows, [sums]] = await Promise.all([
    statement<SingleRow>(
      db,
      `${singlesIn(`select id from (${first(upTo(part))}) k group by id, came_at order by ${IN_ORDER} ${part}`)}
       order by h.came_at desc, h.id`,
      [...values, offset],
    ),
    statement<Sums>(
      db,
      `with found as materialized (
         select distinct id from (select id from (${first(`limit ${COUNTED_MOST}`)}) k limit ${COUNTED_MOST}) k
       ), counted as materialized (select count(*) as cards from found)
       select (select cards from counted)::int as cards, coalesce(sum(h.paid), 0)::bigint as paid,
         coalesce(sum(c.market_value), 0)::bigint as market
       from (select id from found where (select cards from counted) < ${COUNTED_MOST}) wanted
       cross join lateral (select paid, card_id from house_cards where id = wanted.id limit 1) h
       cross join lateral (select market_value from cards where id = h.card_id limit 1) c`,
      values,
    ),
  ]);
  return { rows: rows.slice(0, limit), sums: sums! };
}

/** The position before the first card of an export. */
export const EXPORT_START = { at: 'infinity', id: '00000000-0000-0000-0000-000000000000' };

/** Lists the next cards of an export after a given position, those that came back last first. */
export async function listSinglesAfter(
  db: Database,
  { state, game, setId, rarity, condition }: SingleFilters,
  after: { at: string; id: string },
  limit: number,
): Promise<(SingleRow & { cursor: string })[]> {
  const { where, values } = narrow([
    { sql: 'state = $?', value: state },
    { sql: 'game = $?', value: game },
    { sql: 'set_id = $?', value: setId },
    { sql: 'rarity = $?', value: rarity },
    { sql: 'condition = $?', value: condition },
  ]);
  const [at, id] = [`$${values.length + 1}::timestamptz`, `$${values.length + 2}::uuid`];
  return statement<SingleRow & { cursor: string }>(
    db,
    `select x.*, x.came_at::text as cursor from (${singlesIn(
      `select id from house_cards where ${where} and came_at <= ${at} and (came_at < ${at} or id > ${id})
       order by ${IN_ORDER} limit ${limit}`,
    )}) x order by x.came_at desc, x.id`,
    [...values, after.at, after.id],
  );
}

/** Finds the shop's cards by their ids, in the order of `ids`. */
export async function listSinglesById(db: Database, ids: readonly string[]): Promise<SingleRow[]> {
  return statement<SingleRow>(
    db,
    `${singlesIn('select id, place from unnest($1::uuid[]) with ordinality w (id, place)')} order by wanted.place`,
    [ids],
  );
}
