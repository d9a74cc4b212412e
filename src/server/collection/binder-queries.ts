// Queries for the binder, which shows a user's cards in their pockets, set by set. It leaves out the cards of packs that
// the user has not looked at yet.
import { POCKETS } from '#contract/collection.ts';
import type { Rarity } from '#domain/card.ts';
import type { GameId } from '#domain/game.ts';
import type { Cents } from '#domain/money.ts';
import { statement, type Database } from '#engine/database.ts';
import { IS_COVERED } from './covered-cards.ts';

export type OwnSetRow = {
  id: string;
  name: string;
  game: GameId;
  numbers: number;
  here: number;
  owned: number;
  had: number;
};

/**
 * Lists the sets of which a user has or had a card, newest set first. A set's completeness counts
 * collector numbers, whatever the rarity and finish of the cards.
 */
export async function listOwnSets(db: Database, userId: string): Promise<OwnSetRow[]> {
  return statement<OwnSetRow>(
    db,
    `select s.id, s.name, s.game, all_of.numbers, mine.here, mine.owned, mine.had
     from (
       select set_id, count(*) as had, count(*) filter (where is_here) as here, count(*) filter (where is_owned) as owned from (
         select c.set_id, c.number, bool_or(p.status in ('available', 'locked')) as is_here,
           bool_or(p.status in ('available', 'locked', 'shipped', 'delivered')) as is_owned
         from physical_cards p join cards c on c.id = p.card_id
         where p.opened_by_id = $1 and not ${IS_COVERED}
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
  /** The user's best copy of the card, or null if the user no longer has a copy. */
  best_id: string | null;
  copies: number;
  was_had: boolean;
  /**
   * If no copy is at the shop: where a copy is that the user had shipped. Null if no copy was
   * shipped.
   */
  sent: 'in_parcel' | 'left' | null;
  /**
   * If the user owns no copy: the cheapest copy of this number on sale, in any finish. Null if no
   * copy is on sale.
   */
  single: { card_id: string; price: Cents; copies: number } | null;
};

/**
 * Lists a page of a set's pockets in the natural order of the collector numbers. For example, TG2 comes before TG10,
 * and both come after 300.
 */
export async function listPockets(
  db: Database,
  userId: string,
  setId: string,
  /**
   * The requested page. If null, returns the first of the pages with the most of the user's cards, or page 1 if the
   * user has no cards.
   */
  page: number | null,
): Promise<{
  pockets: PocketRow[];
  page: number;
  total: number;
  filledPages: number[];
  /** How many missing numbers are on sale, and the first page that has one. */
  onSale: { numbers: number; page: number | null };
}> {
  const rows = await statement<
    PocketRow & {
      page: number | null;
      total: number;
      filled_pages: number[] | null;
      numbers_on_sale: number;
      page_on_sale: number | null;
    }
  >(
    db,
    `with mine as (
       select p.id, p.card_id, c.number, p.status in ('available', 'locked') as is_here,
         case when p.status = 'delivered' or h.state = 'shipped' then 'left' when p.status = 'shipped' then 'in_parcel' end as sent,
         row_number() over (
           partition by c.number
           order by p.status = 'available' desc, p.status = 'locked' desc, c.finish <> 'normal' desc,
             c.market_value desc, p.opened_at desc, p.id
         ) as place
       from physical_cards p join cards c on c.id = p.card_id
       left join shipment_cards l on l.card_id = p.id and l.is_live and p.status = 'shipped'
       left join shipments h on h.id = l.shipment_id
       where p.opened_by_id = $1 and c.set_id = $2 and not ${IS_COVERED}
     ), owned as (
       select number, count(*) filter (where is_here) as copies, max(sent) as sent,
         min(id::text) filter (where place = 1 and is_here) as best_id, min(card_id::text) filter (where place = 1 and is_here) as card_id
       from mine group by 1
     ), numbers as (
       select distinct on (number) number, id, name, rarity
       from cards where set_id = $2
       order by number, market_value, id
     ), on_sale as (
       select distinct on (c.number) c.number,
         jsonb_build_object('card_id', x.card_id, 'price', x.price, 'copies', count(*) over (partition by c.number)) as single
       from cards c join house_cards x on x.card_id = c.id and x.state = 'on_sale'
       where c.set_id = $2
       order by c.number, x.price, x.id
     ), pockets as (
       select k.number, coalesce(o.card_id::uuid, k.id) as card_id, k.name, k.rarity, o.best_id::uuid as best_id,
         coalesce(o.copies, 0) as copies, o.number is not null as was_had,
         case when o.copies = 0 then o.sent end as sent,
         case when coalesce(o.copies, 0) = 0 and o.sent is null then x.single end as single,
         row_number() over in_order as place, ((row_number() over in_order - 1) / ${POCKETS} + 1)::int as page
       from numbers k left join owned o on o.number = k.number left join on_sale x on x.number = k.number
       window in_order as (
         order by regexp_replace(k.number, '\\d.*$', ''), substring(k.number from '\\d+')::numeric nulls last, k.number
       )
     ), filled as (
       select array_agg(page order by page) filter (where cards > 0) as pages,
         (array_agg(page order by cards desc, page))[1] as fullest, coalesce(sum(numbers), 0)::bigint as total,
         coalesce(sum(on_sale), 0)::bigint as on_sale, min(page) filter (where on_sale > 0) as page_on_sale
       from (
         select page, count(*) as numbers, count(*) filter (where copies > 0 or sent is not null) as cards, count(single) as on_sale
         from pockets group by page
       ) by_page
     )
     select k.*, f.total, f.pages as filled_pages, f.on_sale as numbers_on_sale, f.page_on_sale
     from filled f left join pockets k on k.page = coalesce($3, f.fullest, 1)
     order by k.place`,
    [userId, setId, page],
  );
  const first = rows[0]!;
  return {
    pockets: first.page === null ? [] : rows,
    page: first.page ?? page ?? 1,
    total: first.total,
    filledPages: first.filled_pages ?? [],
    onSale: { numbers: first.numbers_on_sale, page: first.page_on_sale },
  };
}
