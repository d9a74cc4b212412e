// Chooses what the drawings of cards show. Neighbours in a set get different motifs, and so do the
// potential hits of a pack. Prints of one number get different places.
import type { PackType } from '#contract/catalogue.ts';
import type { GameStyle } from '#domain/game.ts';
import { statement } from '#engine/database.ts';
import { motifsOfSet, motifsSideBySide, type CardOfSet } from '../../art/choose-motif.ts';
import type { Motif } from '../../art/motif.ts';
import type { Context } from '../runtime/context.ts';
import { cardDrawingUrl } from './art-urls.ts';
import { PRINT_ORDER } from './card-facts-queries.ts';

/** What the drawing of a card shows. `print`: its place among the prints of its number, from 0. */
type Drawing = { motif: Motif; print: number };
type SetDrawings = Map<string, Drawing>;
type Stored = { until: number; drawings: Promise<SetDrawings> };

/**
 * How long the motifs of a set are reused. A set rarely gets new cards, and its old pictures may
 * stay until then.
 */
const STORED_MS = 60 * 60_000;
const STORED_MOST = 200;
const storedByShop = new WeakMap<object, Map<string, Stored>>();

/** Returns what the drawing of each card of a set shows, by the card's id. `style`: the current style of its game. */
export function drawingsOf(
  context: Context,
  setId: string,
  style: GameStyle,
): Promise<SetDrawings> {
  const stored = storedByShop.get(context.config) ?? new Map<string, Stored>();
  storedByShop.set(context.config, stored);
  const now = context.now().getTime();
  const key = `${setId} ${JSON.stringify(style)}`;
  const found = stored.get(key);
  if (found !== undefined && now < found.until) return found.drawings;
  if (stored.size >= STORED_MOST) stored.clear();
  const drawings = chooseDrawings(context, setId, style);
  stored.set(key, { until: now + STORED_MS, drawings });
  drawings.catch(() => stored.delete(key));
  return drawings;
}

async function chooseDrawings(
  { db }: Context,
  setId: string,
  style: GameStyle,
): Promise<SetDrawings> {
  const cards = await statement<Omit<CardOfSet, 'style'> & { id: string; print: number }>(
    db,
    `select c.id, c.name, c.number, c.rarity,
       row_number() over (partition by c.number order by ${PRINT_ORDER})::int - 1 as print
     from cards c where c.set_id = $1`,
    [setId],
  );
  const motifs = motifsOfSet(cards.map((card) => ({ ...card, style })));
  return new Map(cards.map(({ id, number, print }) => [id, { motif: motifs.get(number)!, print }]));
}

/**
 * Returns the pack types, with potential hits whose drawings all differ. If a hit's drawing would
 * repeat the drawing of an earlier hit, the hit gets the URL of another drawing (choice 941).
 */
export async function tellHitsApart(context: Context, types: PackType[]): Promise<PackType[]> {
  const drawn = types
    .flatMap(({ potentialHitsCards }) => potentialHitsCards)
    .filter(({ cardId, cardImageUrl }) => cardImageUrl === cardDrawingUrl(context, cardId));
  if (drawn.length === 0) return types;
  const cards = await statement<CardOfSet & { id: string; set_id: string }>(
    context.db,
    `select c.id, c.set_id, c.name, c.number, c.rarity, g.style
     from cards c join card_sets s on s.id = c.set_id join games g on g.id = s.game
     where c.id = any ($1)`,
    [[...new Set(drawn.map(({ cardId }) => cardId))]],
  );
  const withMotifs = await Promise.all(
    cards.map(async (card) => {
      const drawing = (await drawingsOf(context, card.set_id, card.style)).get(card.id);
      return drawing === undefined ? [] : [[card.id, { ...card, motif: drawing.motif }] as const];
    }),
  );
  const known = new Map(withMotifs.flat());
  return types.map((type) => ({
    ...type,
    potentialHitsCards: apart(context, type.potentialHitsCards, known),
  }));
}

type Hit = PackType['potentialHitsCards'][number];

function apart(
  context: Context,
  hits: Hit[],
  known: Map<string, CardOfSet & { motif: Motif }>,
): Hit[] {
  const drawn = hits.filter(({ cardId }) => known.has(cardId));
  const cards = drawn.map(({ cardId }) => known.get(cardId)!);
  const motifs = motifsSideBySide(cards);
  const changed = new Map(
    drawn.map(({ cardId }, at) => [
      cardId,
      motifs[at] === cards[at]!.motif ? undefined : motifs[at],
    ]),
  );
  return hits.map((hit) => {
    const motif = changed.get(hit.cardId);
    if (motif === undefined) return hit;
    return { ...hit, cardImageUrl: cardDrawingUrl(context, hit.cardId, motif) };
  });
}
