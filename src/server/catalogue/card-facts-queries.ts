// Reads further information about a card of the catalogue: its other printings, the packs that can
// hold it, and the number of copies that were opened in this shop.
import type { GameId } from '#domain/game.ts';
import type { Cents } from '#domain/money.ts';
import { STOCK_COUNTED_MOST } from '#domain/stock.ts';
import { statement, type Database } from '#engine/database.ts';
import { CATALOGUE_CARD, type CatalogueCardRow } from './cards-queries.ts';
import { summedStock } from './pack-types-queries.ts';

/** The order of the cards that share a number: its prints. */
export const PRINT_ORDER = `array_position(array['normal', 'reverse-foil', 'foil'], c.finish), c.native_rarity`;

/**
 * Lists all cards that have this number in the set, including the given card. They differ in
 * finish, or in rarity if several rarities share the number.
 */
export async function listPrintings(
  db: Database,
  { set_id, number }: Pick<CatalogueCardRow, 'set_id' | 'number'>,
): Promise<CatalogueCardRow[]> {
  return statement<CatalogueCardRow>(
    db,
    `select ${CATALOGUE_CARD} from cards c join card_sets s on s.id = c.set_id
     where c.set_id = $1 and c.number = $2
     order by ${PRINT_ORDER}`,
    [set_id, number],
  );
}

export type PackOfCardRow = {
  id: string;
  name: string;
  price: Cents;
  picture: string | null;
  /**
   * The number of the type's counted packs that hold the card. Null if no packs of the type are
   * counted.
   */
  packs: number | null;
  of_packs: number | null;
  counted_at: Date | null;
};

/**
 * Lists the pack types in stock whose packs hold or can hold a card. The type whose packs hold it
 * most often comes first; types without counts come last.
 */
export async function listPacksOfCard(db: Database, cardId: string): Promise<PackOfCardRow[]> {
  return statement<PackOfCardRow>(
    db,
    `select t.id, t.name, t.price, t.picture, p.packs, p.of_packs, p.counted_at
     from packs_of_card($1) p join pack_types t on t.id = p.pack_type_id
     where t.is_available and ${summedStock('$2')} > 0
     order by p.packs::numeric / p.of_packs desc nulls last, t.position, t.id`,
    [cardId, STOCK_COUNTED_MOST],
  );
}

/** The number of copies of a card from packs that were opened in this shop. */
export async function countOpenedCopies(db: Database, cardId: string): Promise<number> {
  const [row] = await statement<{ copies: number }>(
    db,
    'select copies from opened_cards where card_id = $1',
    [cardId],
  );
  return row?.copies ?? 0;
}

export type CardSetRow = {
  id: string;
  name: string;
  game: GameId;
  cards: number;
  released_on: string | null;
};

/**
 * Lists every set that has cards, newest first, with its number of collector numbers. A number
 * counts once, even if it has several finishes.
 */
export async function listCardSets(db: Database): Promise<CardSetRow[]> {
  return statement<CardSetRow>(
    db,
    `select s.id, s.name, s.game, s.released_on::text as released_on, n.cards
     from card_sets s
     join (select set_id, count(distinct number)::int as cards from cards group by set_id) n on n.set_id = s.id
     order by s.released_on desc nulls last, s.name, s.id`,
    [],
  );
}
