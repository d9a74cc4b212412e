// Queries that price the shop's cards by the rules.
import type { Condition, Rarity } from '#domain/card.ts';
import type { GameId } from '#domain/game.ts';
import type { Cents } from '#domain/money.ts';
import type { SinglePriceRule } from '#domain/single-price.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

type CardRow = { game: GameId; set_id: string; rarity: Rarity; market_value: Cents };

export type CopyRow = CardRow & { id: string; condition: Condition; age_days: number };

const AGE_DAYS = 'greatest(0, floor(extract(epoch from shop_now() - h.came_at) / 86400))::int';

/**
 * Locks cards whose prices the rules set: the next ones in the order of their ids, or those among `ids`. Waits for
 * cards that somebody is buying at this moment.
 */
export async function lockCopiesToPrice(
  db: Transaction,
  which: { after: string | null; limit: number } | { ids: string[] },
): Promise<CopyRow[]> {
  const [condition, values, limit] =
    'ids' in which
      ? ['h.id = any ($1::uuid[])', [which.ids], '']
      : [
          'h.id > $1',
          [which.after ?? '00000000-0000-0000-0000-000000000000'],
          `limit ${which.limit}`,
        ];
  return statement<CopyRow>(
    db,
    `select h.id, h.game, h.set_id, h.rarity, h.condition, ${AGE_DAYS} as age_days, c.market_value
     from house_cards h join cards c on c.id = h.card_id
     where ${condition} and h.state in ('shelved', 'on_sale') and not h.price_by_hand
     order by h.id ${limit} for no key update of h`,
    values,
  );
}

/**
 * Stores the prices of locked cards. A card with a price goes on sale, and a card without one goes off sale. Returns
 * how many cards changed.
 */
export async function updateRulePrices(
  db: Transaction,
  priced: { id: string; price: Cents | null }[],
): Promise<number> {
  const changed = await statement(
    db,
    `update house_cards h
     set price = p.price, priced_at = shop_now(), state = case when p.price is null then 'shelved' else 'on_sale' end
     from unnest($1::uuid[], $2::bigint[]) p (id, price)
     where h.id = p.id and (h.price is distinct from p.price or (h.state = 'on_sale') <> (p.price is not null))
     returning h.id`,
    [priced.map(({ id }) => id), priced.map(({ price }) => price)],
  );
  return changed.length;
}

/**
 * Puts those of the given cards on sale that lie on a shelf and have a price by hand. The caller has locked the cards.
 */
export async function putPricedOnSale(db: Transaction, ids: string[]): Promise<void> {
  await statement(
    db,
    `update house_cards set state = 'on_sale'
     where id = any ($1::uuid[]) and state = 'shelved' and price_by_hand`,
    [ids],
  );
}

/** Finds the fields of a catalogue card by which the rules choose its price. */
export async function findCardToPrice(db: Database, cardId: string): Promise<CardRow | null> {
  const [row] = await statement<CardRow>(
    db,
    `select s.game, c.set_id, c.rarity, c.market_value from cards c join card_sets s on s.id = c.set_id where c.id = $1`,
    [cardId],
  );
  return row ?? null;
}

export type PreviewRow = {
  /** All free cards of the shop. `by_hand`: how many of them an operator priced. */
  cards: number;
  by_hand: number;
  before_priced: number;
  before_sum: Cents;
  after_priced: number;
  after_sum: Cents;
  /** How many cards would cost less than the shop paid for them. */
  below_cost: number;
};

export type ExampleRow = { id: string; before: Cents | null; after: Cents | null };

/**
 * The states of cards that the shop has and that are not sold, reserved or listed elsewhere. Only these have, or would
 * have, a price by the rules.
 */
const FREE = `('came_back', 'checked', 'shelved', 'on_sale', 'withdrawn')`;

/**
 * SQL for the price by the first rule of a list that applies to the copy `h` of the card `c`, as in `priceByRules`
 * (domain/single-price.ts).
 */
const pricedBy = (rules: string) => `(
    select greatest(r.floor, (c.market_value * r.percent + 250) / 500 * 5) as price
    from ${rules} r
    where c.market_value > 0 and (r.game is null or r.game = h.game) and (r.set_id is null or r.set_id = h.set_id)
      and (r.rarity is null or r.rarity = h.rarity) and (r.condition is null or r.condition = h.condition)
      and (r.value_from is null or c.market_value >= r.value_from) and (r.value_below is null or c.market_value < r.value_below)
      and (r.age_days is null or ${AGE_DAYS} >= r.age_days)
    order by r.place limit 1
  )`;

const rulesOf = (place: string) => `
    select place, r ->> 'game' as game, r ->> 'setId' as set_id, r ->> 'rarity' as rarity, r ->> 'condition' as condition,
      (r ->> 'valueFrom')::bigint as value_from, (r ->> 'valueBelow')::bigint as value_below, (r ->> 'ageDays')::int as age_days,
      (r ->> 'percent')::int as percent, (r ->> 'floor')::bigint as floor
    from jsonb_array_elements(${place}::jsonb) with ordinality a (r, place)`;

/**
 * SQL for each free card with its price under the rules `$1` and under the rules `$2`. A price by hand is the same
 * under both.
 */
const PRICED = `with before as materialized (${rulesOf('$1')}), after as materialized (${rulesOf('$2')}),
  priced as (
    select h.id, h.paid, h.price_by_hand, case when h.price_by_hand then h.price else b.price end as before,
      case when h.price_by_hand then h.price else a.price end as after
    from house_cards h join cards c on c.id = h.card_id
    left join lateral ${pricedBy('before')} b on true left join lateral ${pricedBy('after')} a on true
    where h.state in ${FREE}
  )`;

/**
 * Counts and sums what all free cards cost under the rules `before`, and what they would cost under the rules `after`.
 */
export async function sumPreview(
  db: Database,
  before: SinglePriceRule[],
  after: SinglePriceRule[],
): Promise<PreviewRow> {
  const [row] = await statement<PreviewRow>(
    db,
    `${PRICED} select count(*)::int as cards, count(*) filter (where price_by_hand)::int as by_hand,
       count(before)::int as before_priced, coalesce(sum(before), 0)::bigint as before_sum,
       count(after)::int as after_priced, coalesce(sum(after), 0)::bigint as after_sum,
       count(*) filter (where after < paid)::int as below_cost
     from priced`,
    [JSON.stringify(before), JSON.stringify(after)],
  );
  return row!;
}

/** Lists the copies whose price would change most. */
export async function listExamples(
  db: Database,
  before: SinglePriceRule[],
  after: SinglePriceRule[],
  most: number,
): Promise<ExampleRow[]> {
  return statement<ExampleRow>(
    db,
    `${PRICED} select id, before, after from priced where before is distinct from after
     order by abs(coalesce(after, 0) - coalesce(before, 0)) desc, id limit ${most}`,
    [JSON.stringify(before), JSON.stringify(after)],
  );
}
