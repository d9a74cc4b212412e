// Computes the statistics of packs by counting the contents of each pack. Tests compare the shop's statistics with
// these.
import type { Pool } from 'pg';
import { expect } from 'vitest';
import type * as z from 'zod/mini';
import type { showPackFacts } from '#contract/catalogue.ts';
import { RARITIES, type Rarity } from '#domain/card.ts';
import { toCents } from '#domain/money.ts';
import { shareOfPacks } from '#domain/pack-facts.ts';
import { sellPrice } from '#domain/sellback.ts';

export type Facts = z.input<typeof showPackFacts.reply>;

export type Held = { cards: { id: string; rarity: Rarity; market: number }[] };

/**
 * Returns the contents of a type's packs (by default of its sealed packs), read from their documents as the database's
 * owner.
 */
export async function heldBy(
  owner: Pool,
  id: string,
  where = "p.state not in ('opened', 'withdrawn')",
): Promise<Held[]> {
  const { rows } = await owner.query<Held>(
    `select json_agg(json_build_object('id', c.id, 'rarity', c.rarity, 'market', c.market_value)) as cards
     from places p join pack_secrets s on s.pack_id = p.pack_id cross join unnest(s.card_ids) h (id)
     join cards c on c.id = h.id
     where p.pack_type_id = $1 and ${where} group by p.id`,
    [id],
  );
  return rows;
}

/** Computes the expected statistics of some packs, by counting them one by one. */
function bruteForce(packs: Held[], price: number) {
  const cents = Math.round(price * 100);
  const of = packs.length;
  const told = (values: number[]) => {
    const sorted = values.toSorted((a, b) => a - b);
    const middle = (sorted[(of - 1) >> 1]! + sorted[of >> 1]!) / 2;
    const mean = values.reduce((sum, value) => sum + value, 0) / of;
    return {
      mean: Math.floor(mean) / 100,
      median: Math.floor(middle) / 100,
      best: sorted.at(-1)! / 100,
    };
  };
  const brings = (values: number[]) => {
    const enough = values.filter((value) => value >= cents).length;
    return { packs: enough, chance: shareOfPacks(enough, of) };
  };
  const sum = (pack: Held, worth: (market: number) => number) =>
    pack.cards.reduce((total, card) => total + worth(card.market), 0);
  const market = packs.map((pack) => sum(pack, (value) => value));
  const soldBack = packs.map((pack) => sum(pack, (value) => sellPrice(toCents(value))));
  return {
    odds: RARITIES.map((rarity) => {
      const holding = packs.filter((pack) => pack.cards.some((card) => card.rarity === rarity));
      return { rarity, packs: holding.length, chance: shareOfPacks(holding.length, of) };
    }),
    market: told(market),
    soldBack: told(soldBack),
    bringPrice: { market: brings(market), soldBack: brings(soldBack) },
    packsWith: (cardId: string) =>
      packs.filter((pack) => pack.cards.some((card) => card.id === cardId)).length,
  };
}

/** Checks that the statistics of a type match the contents of its packs. */
export function expectTrue(facts: Facts, packs: Held[]) {
  const counted = bruteForce(packs, facts.price);
  expect(facts.counted).toMatchObject({
    packs: packs.length,
    isCurrent: true,
    market: counted.market,
    soldBack: counted.soldBack,
    bringPrice: counted.bringPrice,
  });
  const told = new Set(facts.odds.map(({ rarity }) => rarity));
  const due = counted.odds.filter(({ rarity, packs: holding }) => holding > 0 || told.has(rarity));
  expect(facts.odds).toEqual(due);
  expect(facts.top.length).toBeGreaterThan(0);
  for (const hit of facts.top) {
    expect([hit.cardName, hit.packs]).toEqual([hit.cardName, counted.packsWith(hit.cardId)]);
    expect(hit.packs).toBeGreaterThan(0);
  }
}
