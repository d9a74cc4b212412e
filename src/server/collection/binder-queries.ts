// The queries of the binder: a user's cards in their pockets, set by set.
import { POCKETS } from '#contract/collection.ts';
import type { Game, Rarity } from '#domain/card.ts';
import { statement, type Database } from '#engine/database.ts';

export type OwnSetRow = {
  id: string;
  name: string;
  game: Game;
  numbers: number;
  here: number;
  had: number;
};

/**
 * The sets of the cards that a user opened, newest first. Completeness counts collector numbers,
 * whatever their rarity and finish.
 */
export async function listOwnSets(db: Database, userId: string): Promise<OwnSetRow[]> {
  return statement<OwnSetRow>(
    db,
    `select s.id, s.name, s.game, all_of.numbers, mine.here, mine.had
     from (
       select set_id, count(*) as had, count(*) filter (where is_here) as here from (
         select c.set_id, c.number, bool_or(p.status in ('available', 'locked')) as is_here
         from physical_cards p join cards c on c.id = p.card_id
         where p.opened_by_id = $1
         group by 1, 2
       ) by_number
       group by 1
     ) mine
     join card_sets s on s.id = mine.set_id
     cross join lateral (
       select count(distinct number) as numbers from cards where set_id = s.id
     ) all_of
     order by s.released_on desc nulls last, s.name, s.id`,
    [userId],
  );
}

export type PocketRow = {
  number: string;
  card_id: string;
  name: string;
  rarity: Rarity;
  /** The user's best copy of the card. Null: the user no longer has a copy. */
  best_id: string | null;
  copies: number;
  was_had: boolean;
};

/**
 * Lists a page of a set's pockets in the natural order of the collector numbers: TG2 before TG10,
 * and both after 300.
 */
export async function listPockets(
  db: Database,
  userId: string,
  setId: string,
  /** Null: the first page that contains one of the user's cards, or page 1 if no page does. */
  page: number | null,
): Promise<{ pockets: PocketRow[]; page: number; total: number; filledPages: number[] }> {
  const rows = await statement<
    PocketRow & { page: number | null; total: number; filled_pages: number[] | null }
  >(
    db,
    `with mine as (
       select p.id, p.card_id, c.number, p.status in ('available', 'locked') as is_here,
         row_number() over (
           partition by c.number
           order by p.status = 'available' desc, p.status = 'locked' desc, c.finish <> 'normal' desc,
             c.market_value desc, p.opened_at desc, p.id
         ) as place
       from physical_cards p join cards c on c.id = p.card_id
       where p.opened_by_id = $1 and c.set_id = $2
     ), owned as (
       select number, count(*) filter (where is_here) as copies,
         min(id::text) filter (where place = 1 and is_here) as best_id, min(card_id::text) filter (where place = 1 and is_here) as card_id
       from mine group by 1
     ), numbers as (
       select distinct on (number) number, id, name, rarity
       from cards where set_id = $2
       order by number, market_value, id
     ), pockets as (
       select k.number, coalesce(o.card_id::uuid, k.id) as card_id, k.name, k.rarity, o.best_id::uuid as best_id,
         coalesce(o.copies, 0) as copies, o.number is not null as was_had,
         row_number() over in_order as place, ((row_number() over in_order - 1) / ${POCKETS} + 1)::int as page
       from numbers k left join owned o on o.number = k.number
       window in_order as (
         order by regexp_replace(k.number, '\\d.*$', ''), substring(k.number from '\\d+')::numeric nulls last, k.number
       )
     ), filled as (
       select array_agg(distinct page order by page) filter (where copies > 0) as pages, count(*) as total from pockets
     )
     select k.*, f.total, f.pages as filled_pages
     from filled f left join pockets k on k.page = coalesce($3, f.pages[1], 1)
     order by k.place`,
    [userId, setId, page],
  );
  const first = rows[0]!;
  return {
    pockets: first.page === null ? [] : rows,
    page: first.page ?? page ?? 1,
    total: first.total,
    filledPages: first.filled_pages ?? [],
  };
}
