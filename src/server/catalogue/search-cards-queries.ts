// How the cards of the catalogue are searched: by parts of their names, the beginning of their number, and their set; where
// none has the words, by names that are like them.
import type { Game } from '#domain/card.ts';
import { begins } from '../database/narrow.ts';
import { statement, type Database } from '../database/database.ts';
import { cardCondition, cardConditionValues, type CardFilter } from './card-filters.ts';
import {
  CATALOGUE_CARD,
  MARKET_ORDER,
  type CatalogueCardRow,
  type MarketSort,
} from './cards-queries.ts';

export type MarketList = {
  filter: CardFilter;
  game: Game | undefined;
  setId: string | undefined;
  isInPacks: boolean;
  /** Only what this person has and keeps. */
  ownerId: string | undefined;
  /** Only what this person wishes for. */
  wisherId: string | undefined;
  sortBy: MarketSort;
  sortOrder: 'asc' | 'desc';
  limit: number;
  offset: number;
};

export type MarketPage = { rows: CatalogueCardRow[]; total: number; isAlike: boolean };

/** A page of the catalogue's cards, and how many there are in all. */
export async function listCatalogueCards(db: Database, list: MarketList): Promise<MarketPage> {
  const words = wordsOf(list.filter.search);
  if (words.length === 0) return { ...(await listPage(db, list, null)), isAlike: false };
  const found = await listPage(db, list, foundBy(words));
  if (found.total > 0) return { ...found, isAlike: false };
  const alike = await listPage(db, list, ALIKE(list.filter.search!));
  return { ...alike, isAlike: alike.total > 0 };
}

/** More words than anybody types; what is beyond is part of the last. */
const WORDS_MOST = 5;

function wordsOf(search: string | undefined): string[] {
  const words = (search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length <= WORDS_MOST) return words;
  return [...words.slice(0, WORDS_MOST - 1), words.slice(WORDS_MOST - 1).join(' ')];
}

/** The cards that were found, with how like they are to what was searched; with parameters from `$1`. */
type Found = { sql: string; values: unknown[] };

/** Cards that have each of the words: in their name, at the beginning of their number, or in the name of their set. */
function foundBy(words: string[]): Found {
  const values: string[] = [];
  const parameter = (value: string) => `$${values.push(value)}`;
  const conditions = words.map((word) => {
    // Collectors write "025/165" as it is printed, and mean that one; or "#25".
    const printed = word.replace(/^#/, '').replace(/(?<=\w)\/.*$/, '');
    const isWhole = word.includes('/') && !word.startsWith('/');
    const number = parameter(printed);
    const numbers = [number, parameter(printed.replace(/^0+(?=\w)/, ''))];
    const inNumber = isWhole
      ? `lower(c.number) in (${numbers.map((one) => `${one}::text`).join(', ')})`
      : numbers.map((one) => begins('lower(c.number)', `${one}::text`)).join(' or ');
    const part = escaped(word);
    // Of two letters no index knows where in a word they stand, but where one begins.
    const inName =
      word.length > 2
        ? `lower(c.name) like ${parameter(`%${part}%`)}`
        : `(lower(c.name) like ${parameter(`${part}%`)} or lower(c.name) like ${parameter(`% ${part}%`)})`;
    return `(${inName} or ${inNumber}
      or c.set_id = any (array(select id from card_sets where position(${number}::text in lower(name)) > 0 or code = ${number})))`;
  });
  return {
    sql: `select c.*, 0::real as likeness from cards c where ${conditions.join(' and ')}`,
    values,
  };
}

/** Cards whose names are like the words, however those are spelt. */
const ALIKE = (words: string): Found => ({
  sql: `/* its plans may differ: among few cards, all are looked at for some words, and an index is asked for any */
    select c.*, k.likeness from cards_called_like($1) k join cards c on c.id = k.card_id`,
  values: [words],
});

/** What stands for something else in a pattern, as itself. */
function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

async function listPage(
  db: Database,
  list: MarketList,
  found: Found | null,
): Promise<{ rows: CatalogueCardRow[]; total: number }> {
  const { from, values } = narrowed(list, found);
  const search = found === null ? '' : `with c as materialized (${found.sql})`;
  const order = `${found === null ? '' : 'c.likeness desc, '}${MARKET_ORDER[list.sortBy][list.sortOrder]}`;
  const at = values.length;
  const [rows, total] = await Promise.all([
    statement<CatalogueCardRow>(
      db,
      `${search} select ${CATALOGUE_CARD} ${from} order by ${order} limit $${at + 1} offset $${at + 2}`,
      [...values, list.limit, list.offset],
    ),
    countPage(db, list, `${search} select count(*) as total ${from}`, values, found),
  ]);
  return { rows, total };
}

/** The cards of all sets, or of one kind, are counted already. */
async function countPage(
  db: Database,
  list: MarketList,
  text: string,
  values: unknown[],
  found: Found | null,
): Promise<number> {
  const { filter, isInPacks, ownerId, wisherId } = list;
  const { rarity, finish, priceMin, priceMax, setName } = filter;
  const isByKind =
    found === null &&
    !isInPacks &&
    [ownerId, wisherId, priceMin, priceMax, setName].every((one) => one === undefined);
  const [row] = isByKind
    ? await statement<{ total: number }>(
        db,
        `select coalesce(sum(n.cards), 0)::bigint as total from card_counts n join card_sets s on s.id = n.set_id
         where ($1::text is null or s.game = $1) and ($2::text is null or n.set_id = $2)
           and ($3::text[] is null or n.rarity = any ($3)) and ($4::text[] is null or n.finish = any ($4))`,
        [list.game ?? null, list.setId ?? null, rarity ?? null, finish ?? null],
      )
    : await statement<{ total: number }>(db, text, values);
  return row!.total;
}

/** All of them are put together to ask it. As no join, which `is true` makes of it, that waits for a card that was found. */
const IS_IN_PACKS = 'c.id in (select cards_in_packs())';

function narrowed(
  { game, setId, isInPacks, ownerId, wisherId, filter }: MarketList,
  found: Found | null,
): { from: string; values: unknown[] } {
  const values: unknown[] = [...(found?.values ?? [])];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const likes = cardConditionValues({ ...filter, search: undefined });
  const conditions = [
    game !== undefined && `s.game = ${parameter(game)}`,
    setId !== undefined && `c.set_id = ${parameter(setId)}`,
    isInPacks && (found === null ? IS_IN_PACKS : `(${IS_IN_PACKS}) is true`),
    ownerId !== undefined &&
      `c.id in (select p.card_id from physical_cards p where p.opened_by_id = ${parameter(ownerId)}
        and p.status in ('available', 'locked', 'shipped', 'delivered'))`,
    wisherId !== undefined &&
      `c.id in (select w.card_id from card_wishes w where w.user_id = ${parameter(wisherId)})`,
  ].filter((one) => one !== false);
  if (likes.some((value) => value !== null)) {
    conditions.push(cardCondition(values.length + 1));
    values.push(...likes);
  }
  const where = conditions.join(' and ') || 'true';
  const cards = found === null ? 'cards c' : 'c';
  return {
    from: `from ${cards} join card_sets s on s.id = c.set_id where ${where}`,
    values,
  };
}
