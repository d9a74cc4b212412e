// Searches the catalogue for cards by parts of their name, the beginning of their number, and their
// set. If no card matches, searches by similar names.
import { CARDS_ON_SALE_COUNTED_MOST } from '#domain/card.ts';
import type { GameId } from '#domain/game.ts';
import type { Cents } from '#domain/money.ts';
import { searchKey } from '#domain/search-key.ts';
import { begins } from '../database/narrow.ts';
import { statement, type Database } from '#engine/database.ts';
import { cardCondition, cardConditionValues, type CardFilter } from './card-filters.ts';
import {
  CATALOGUE_CARD,
  MARKET_ORDER,
  type CatalogueCardRow,
  type MarketSort,
} from './cards-queries.ts';

export type MarketList = {
  filter: CardFilter;
  game: GameId | undefined;
  setId: string | undefined;
  isInPacks: boolean;
  /** Whether to list only cards of which a copy is on sale as a single. Their `total` counts up to CARDS_ON_SALE_COUNTED_MOST. */
  hasSingles: boolean;
  /** If given, lists only cards that this user has, including shipped cards. */
  ownerId: string | undefined;
  /** If given, lists only cards on this user's wish list. */
  wisherId: string | undefined;
  sortBy: MarketSort;
  sortOrder: 'asc' | 'desc';
  limit: number;
  offset: number;
};

/** `single_from`: the lowest price of a copy that is on sale as a single, or null if none is. */
type MarketCardRow = CatalogueCardRow & { single_from: Cents | null };

export type MarketPage = { rows: MarketCardRow[]; total: number; isAlike: boolean };

const MARKET_CARD = `${CATALOGUE_CARD},
  (select min(h.price) from house_cards h where h.card_id = c.id and h.state = 'on_sale') as single_from`;

/**
 * Looks up whether a copy is on sale, one card after another until a page or a count is full. For all cards at once,
 * Postgres would read all singles on sale.
 */
const HAS_SINGLES = `exists (select from house_cards h where h.card_id = c.id and h.state = 'on_sale')`;

/** A page of the catalogue's cards, and their total number. */
export async function listCatalogueCards(db: Database, list: MarketList): Promise<MarketPage> {
  const words = searchWords(list.filter.search);
  if (words.length === 0) {
    const found = list.setId === undefined ? ALL : ofSet(list.setId);
    return { ...(await listPage(db, list, found)), isAlike: false };
  }
  const found = await listPage(db, list, await foundBy(db, list.setId, words));
  if (found.total > 0) return { ...found, isAlike: false };
  const alike = await listAlike(db, list, words);
  return { ...alike, isAlike: alike.total > 0 };
}

/** Maximum number of words in a search. All further words become part of the last word. */
const WORDS_MOST = 5;

function searchWords(search: string | undefined): string[] {
  const words = [
    ...new Set(
      searchKey(search ?? '')
        .split(/\s+/)
        .filter(Boolean),
    ),
  ];
  if (words.length <= WORDS_MOST) return words;
  return [...words.slice(0, WORDS_MOST - 1), words.slice(WORDS_MOST - 1).join(' ')];
}

/** The source of a list's cards. Its SQL parameters begin at `$1`. */
type Found = { values: unknown[] } & (
  | {
      /**
       * A query of cards, each with its similarity to the search. The list reads all rows of the
       * query and then sorts them.
       */
      sql: string;
      /** True if the query already selects only cards of the list's set. */
      isOfSet?: true;
    }
  | {
      sql: null;
      /** The conditions on each card. The cards are read in the order of the list. */
      conditions: string[];
      /**
       * Set if all cards of some sets match, whatever their names. `sets` is a query of these sets,
       * and `others` is the condition for cards of all other sets.
       */
      bySets?: { sets: string; others: string };
    }
);

const ALL: Found = { sql: null, conditions: [], values: [] };

/**
 * Reads all cards of one set. It would take longer to read the cards of all sets in the order of
 * the list until enough cards of this set are found.
 */
const ofSet = (setId: string): Found => ({
  sql: 'select c.*, 0::real as likeness from cards c where c.set_id = $1',
  isOfSet: true,
  values: [setId],
});

/** If a word matches at most this many sets, the search looks up these sets by index. */
const SETS_FEW = 20;

/** Whether a word is part of a set's name, or is its code. */
const isNamed = (place: string) =>
  `(position(${place} in search_key(name)) > 0 or code = ${place})`;

/**
 * Finds cards that match each of the words, in their name, at the beginning of their number, or in
 * the name of their set. Words that match few sets are looked up by index. A word like "cards" may
 * occur in the name of every set, so it only filters the matches of the other words. If all words
 * match many sets, the query reads cards in the order of the list and counts them by set.
 */
async function foundBy(db: Database, setId: string | undefined, words: string[]): Promise<Found> {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}::text`;
  const asked = words.map((word) => partsOf(word, parameter));
  const byEach = asked.map(({ own, named }) => `(c.set_id in (${named}) or ${own})`);
  if (setId !== undefined) {
    const ofThis = `c.set_id = ${parameter(setId)}`;
    return { sql: cardsWith([ofThis, ...byEach]), isOfSet: true, values };
  }
  const named = await listSetsNamed(db, words);
  if (named.some((ids) => ids.length <= SETS_FEW)) {
    const conditions = asked.map(({ own }, at) => {
      const ids = named[at]!;
      if (ids.length > SETS_FEW) return byEach[at]!;
      return `(c.set_id = any ($${values.push(ids)}::text[]) or ${own})`;
    });
    return { sql: cardsWith(conditions), values };
  }
  const sets = `select id from card_sets where ${asked.map((one) => one.isNamed).join(' and ')}`;
  const others = `(${asked.map(({ own }) => own).join(' or ')}) and (c.set_id in (${sets})) is not true`;
  const [first, ...rest] = byEach as [string, ...string[]];
  return {
    sql: null,
    conditions: [`${ANY_ORDER} ${first}`, ...rest],
    bySets: { sets, others },
    values,
  };
}

const ANY_ORDER =
  '/* its plans may differ: in the order of the list a page is soon full, unless another filter matches no card */';

function cardsWith(conditions: string[]): string {
  return `select c.*, 0::real as likeness from cards c where ${conditions.join(' and ')}`;
}

/**
 * Removes "#" and the part after a slash, because collectors write "#25" or "025/165" for the
 * number 25.
 */
function asPrinted(word: string): string {
  return word.replace(/^#/, '').replace(/(?<=\w)\/.*$/, '');
}

/**
 * The conditions of a word on a card's own name and number, and on the sets that the word matches.
 */
function partsOf(word: string, parameter: (value: string) => string) {
  const printed = asPrinted(word);
  const isWhole = word.includes('/') && !word.startsWith('/');
  const number = parameter(printed);
  const numbers = [number, parameter(printed.replace(/^0+(?=\w)/, ''))];
  const inNumber = isWhole
    ? `lower(c.number) in (${numbers.join(', ')})`
    : numbers.map((one) => begins('lower(c.number)', one)).join(' or ');
  return {
    own: `${inNumber} or ${inName(word, parameter)}`,
    isNamed: isNamed(number),
    named: `select id from card_sets where ${isNamed(number)}`,
  };
}

function inName(word: string, parameter: (value: string) => string): string {
  const part = escaped(word);
  // For a word of two letters, the index finds only beginnings of words.
  const patterns = word.length > 2 ? [`%${part}%`] : [`${part}%`, `% ${part}%`];
  return patterns.map((one) => `search_key(c.name) like ${parameter(one)}`).join(' or ');
}

/**
 * For each word, lists the ids of the sets that match it. If a word has more than SETS_FEW ids, it
 * matches many sets.
 */
async function listSetsNamed(db: Database, words: string[]): Promise<string[][]> {
  const rows = await statement<{ ids: string[] }>(
    db,
    `select array(select id from card_sets where ${isNamed('w.printed')} limit ${SETS_FEW + 1}) as ids
     from unnest($1::text[]) with ordinality as w (printed, place) order by place`,
    [words.map(asPrinted)],
  );
  return rows.map(({ ids }) => ids);
}

/**
 * Finds cards with names similar to the words, most similar first. If some words occur in no name,
 * only these words are compared by similarity, and all other words must match as typed. If this
 * finds no card, compares all words by similarity.
 */
async function listAlike(db: Database, list: MarketList, words: string[]): Promise<Page> {
  const misspelt = words.length === 1 ? words : await listMisspelt(db, words);
  if (misspelt.length > 0 && misspelt.length < words.length) {
    const found = await listPage(db, list, alikeTo(list, misspelt, words));
    if (found.total > 0) return found;
  }
  return listPage(db, list, alikeTo(list, words, words));
}

/**
 * The words that occur in no name of a card or a set. Words with a digit are left out, because they
 * are numbers.
 */
async function listMisspelt(db: Database, words: string[]): Promise<string[]> {
  const named = await listSetsNamed(db, words);
  const unknown = words.filter((word, at) => named[at]!.length === 0 && !/\d/.test(word));
  if (unknown.length === 0) return [];
  const values: unknown[] = [];
  const parameter = (value: string) => `$${values.push(value)}::text`;
  // The matches of each word are materialized, so that the query for them uses the index of name
  // parts. Otherwise it would scan all cards for the first match.
  const parts = unknown.map(
    (word, at) => `w${at} as materialized (select from cards c where ${inName(word, parameter)})`,
  );
  const [row] = await statement<{ stand: boolean[] }>(
    db,
    `with ${parts.join(', ')}
     select array[${unknown.map((_word, at) => `exists (select from w${at})`).join(', ')}] as stand`,
    values,
  );
  return unknown.filter((_word, at) => !row!.stand[at]!);
}

/**
 * Limits on the number of similar names that are sorted. The first limit is for searches without
 * other filters, the second for searches with them. Nobody reads more pages.
 */
const ALIKE_MOST = 200;
const ALIKE_NARROWED_MOST = 2_000;

/** Cards with names similar to the misspelt words. All other words must match as typed. */
function alikeTo(list: MarketList, misspelt: string[], words: string[]): Found {
  const values: unknown[] = [misspelt.join(' ')];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const { filter, game, setId, isInPacks, hasSingles, ownerId, wisherId } = list;
  const asked = words.filter((word) => !misspelt.includes(word));
  const isNarrowed =
    isInPacks ||
    hasSingles ||
    asked.length > 0 ||
    cardConditionValues({ ...filter, search: undefined }).some((value) => value !== null) ||
    [game, setId, ownerId, wisherId].some((one) => one !== undefined);
  const most = parameter(isNarrowed ? ALIKE_NARROWED_MOST : ALIKE_MOST);
  const conditions = asked
    .map((word) => partsOf(word, (value) => `${parameter(value)}::text`))
    .map(({ own, named }) => `(c.set_id in (${named}) or ${own})`);
  return {
    sql: `/* its plans may differ: among few cards, some words are compared with all names, and any words through an index */
      select c.*, k.likeness from cards_named_like($1, ${most}) k join cards c on c.id = k.card_id
      where ${conditions.join(' and ') || 'true'}`,
    values,
  };
}

/** Escapes the special characters of a pattern. */
function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

type Page = { rows: MarketCardRow[]; total: number };

async function listPage(db: Database, list: MarketList, found: Found): Promise<Page> {
  const { from, where, asksSets, values } = narrowed(list, found);
  const order = MARKET_ORDER[list.sortBy][list.sortOrder];
  const at = values.length;
  const cut = `limit $${at + 1} offset $${at + 2}`;
  const page = [...values, list.limit, list.offset];
  if (found.sql === null) {
    // Skips the cards before the page by reading the index alone, because readers can jump to the
    // last page. Then looks up the page's cards one by one. A simpler query would get a slow plan,
    // because Postgres does not know the page's size.
    const shown = asksSets
      ? `${from} order by ${order} ${cut}`
      : `from (select c.id from cards c where ${where} order by ${order} ${cut}) p
         cross join lateral (select * from cards where id = p.id limit 1) c
         cross join lateral (select * from card_sets where id = c.set_id limit 1) s order by ${order}`;
    const [rows, total] = await Promise.all([
      statement<MarketCardRow>(db, `select ${MARKET_CARD} ${shown}`, page),
      countPage(db, list, found),
    ]);
    return { rows, total };
  }
  const search = `with c as materialized (${found.sql})`;
  const all = matchesOf({ from, where, asksSets });
  const total = `(select count(*) from (select ${all} ${countedOf(list)}) k)`;
  const by = `order by c.likeness desc, ${order}`;
  const shown = list.hasSingles
    ? shownWithSingles(list, found, by, cut)
    : asksSets
      ? `${from} ${by} ${cut}`
      : `from (select * ${all} ${by} ${cut}) c join card_sets s on s.id = c.set_id ${by}`;
  const rows = await statement<MarketCardRow & { total: number }>(
    db,
    `${search} select ${MARKET_CARD}, ${total} as total ${shown}`,
    page,
  );
  if (rows.length > 0 || list.offset === 0) return { rows, total: rows[0]?.total ?? 0 };
  return { rows, total: await count(db, `${search} select ${total} as total`, values) };
}

/** The matches of a search. Reads only the sets of the page's cards, unless a filter needs the set of every match. */
const matchesOf = ({ from, where, asksSets }: Pick<Narrowed, 'from' | 'where' | 'asksSets'>) =>
  asksSets ? from : `from c where ${where}`;

/** The page of a search among cards that have a single. Sorts all matches first, to look up only as many as it shows. */
function shownWithSingles(list: MarketList, found: Found, by: string, cut: string): string {
  const matches = matchesOf(narrowed({ ...list, hasSingles: false }, found));
  return `from (select c.* from (select c.* ${matches} ${by} offset 0) c where ${HAS_SINGLES} ${by} ${cut}) c
    join card_sets s on s.id = c.set_id ${by}`;
}

const countedOf = ({ hasSingles }: MarketList) =>
  hasSingles ? `limit ${CARDS_ON_SALE_COUNTED_MOST}` : '';

async function count(db: Database, text: string, values: unknown[]): Promise<number> {
  const [row] = await statement<{ total: number }>(db, text, values);
  return row!.total;
}

/** The number of all matching cards. Adds up the stored counts per set and kind if the filters allow this. */
function countPage(
  db: Database,
  list: MarketList,
  found: Extract<Found, { sql: null }>,
): Promise<number> {
  const { filter, isInPacks, hasSingles, ownerId, wisherId } = list;
  const { rarity, finish, priceMin, priceMax, setName } = filter;
  const isByKind =
    !isInPacks &&
    !hasSingles &&
    [ownerId, wisherId, priceMin, priceMax, setName].every((one) => one === undefined);
  const { bySets, conditions } = found;
  const { from, values } = narrowed(list, found);
  if (!isByKind)
    return count(db, `select count(*) as total from (select ${from} ${countedOf(list)}) k`, values);
  const others = bySets && narrowed(list, { ...found, conditions: [...conditions, bySets.others] });
  const given = others?.values ?? [];
  const kind = [list.game ?? null, rarity ?? null, finish ?? null];
  const [game, rarities, finishes] = kind.map((_one, at) => `$${given.length + at + 1}`);
  return count(
    db,
    `select coalesce(sum(n.cards), 0)::bigint ${others ? `+ (select count(*) ${others.from})` : ''} as total
     from card_counts n join card_sets s on s.id = n.set_id
     where (${game}::text is null or s.game = ${game}) and (${rarities}::text[] is null or n.rarity = any (${rarities}))
       and (${finishes}::text[] is null or n.finish = any (${finishes})) ${bySets ? `and s.id in (${bySets.sets})` : ''}`,
    [...given, ...kind],
  );
}

/**
 * The condition for cards in packs. If `is true` follows the condition, Postgres computes the set
 * of these cards once. Otherwise Postgres may use a join, which runs the function for each matching
 * card.
 */
const IS_IN_PACKS = 'c.id in (select cards_in_packs())';

type Narrowed = { from: string; where: string; asksSets: boolean; values: unknown[] };

function narrowed(
  { game, setId, isInPacks, hasSingles, ownerId, wisherId, filter }: MarketList,
  found: Found,
): Narrowed {
  const values: unknown[] = [...found.values];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const likes = cardConditionValues({ ...filter, search: undefined });
  const conditions = [
    ...(found.sql === null ? found.conditions : []),
    game !== undefined && `s.game = ${parameter(game)}`,
    setId !== undefined &&
      (found.sql === null || !found.isOfSet) &&
      `c.set_id = ${parameter(setId)}`,
    isInPacks && (found.sql === null ? IS_IN_PACKS : `(${IS_IN_PACKS}) is true`),
    hasSingles && HAS_SINGLES,
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
  const cards = found.sql === null ? 'cards c' : 'c';
  return {
    from: `from ${cards} join card_sets s on s.id = c.set_id where ${where}`,
    where,
    asksSets: game !== undefined || likes.some((value) => value !== null),
    values,
  };
}
