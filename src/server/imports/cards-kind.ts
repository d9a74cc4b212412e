// Imports of cards and their sets. A line names its card by set, number, rarity and finish.
import * as z from 'zod/mini';
import { amountBetween } from '#contract/amounts.ts';
import { text } from '#contract/texts.ts';
import type { Finish } from '#domain/card.ts';
import { decimalOf, decimalText } from '#domain/decimals.ts';
import { printingWords } from '#domain/finish-words.ts';
import { notOneOf } from '#domain/game.ts';
import { findFinish, findRarity, type GameWords } from '#domain/game-words.ts';
import { readAmount, type LineValues } from '#domain/import-file.ts';
import type { LineChange } from '#domain/import-line.ts';
import { formatCad, ZERO, type Cents } from '#domain/money.ts';
import { isJump } from '#domain/price-guard.ts';
import type { Database, Transaction } from '#engine/database.ts';
import type { NewAuditEntry } from '../audit-log/audit-log-queries.ts';
import {
  findSetsAlike,
  listPrintedCards,
  lockPrintedCards,
  type KnownSetRow,
  type PrintedCardRow,
} from '../catalogue/cards-queries.ts';
import type { ReadCard } from '../catalogue/import/read-card.ts';
import { refreshPotentialHits } from '../catalogue/pack-type-facts-queries.ts';
import { ownIdOf, setIdOf, storeCards } from '../catalogue/store-cards-queries.ts';
import { listGameRows } from '../games/games-queries.ts';
import { setPricesByHand } from '../prices/set-prices-by-hand.ts';
import type { Context } from '../runtime/context.ts';
import type { JudgedLine } from './import-lines-queries.ts';
import { wrongLine, type Actor, type JudgedBatch, type Kind, type Line } from './kind.ts';

const code = (name: string, lengthMax: number) =>
  text(name, lengthMax).check(z.regex(/^\S+$/, `${name} must have no spaces`));

const PRICE_FORM = 'market price must be an amount such as 3.20';

const fields = z.object({
  set: code('set', 40),
  setName: z.optional(text('set name')),
  releasedOn: z.optional(z.iso.date('release date must be a day such as 2026-11-30')),
  number: code('number', 40),
  name: z.optional(text('name')),
  price: z.optional(amountBetween(0.01, 100_000)),
});

/** A card as a line of the file describes it. */
type SaidCard = z.output<typeof fields> & {
  game: GameWords;
  rarity: ReturnType<typeof findRarity>;
  finish: Finish;
};

type Problem = { problem: string };

async function findGames(db: Database): Promise<Map<string, GameWords>> {
  return new Map((await listGameRows(db)).map((game) => [game.id, game]));
}

function readCard(values: LineValues, games: Map<string, GameWords>): SaidCard | Problem {
  const game = games.get(values['game']?.toLowerCase() ?? '');
  if (game === undefined) return { problem: notOneOf([...games.values()]) };
  const price =
    values['market price'] === undefined ? undefined : readAmount(values['market price']);
  if (price === null) return { problem: `${PRICE_FORM}, not “${values['market price']}”` };
  const parsed = z.safeParse(fields, {
    set: values['set'],
    setName: values['set name'],
    releasedOn: values['release date'],
    number: values['number'],
    name: values['name'],
    price: price === undefined ? undefined : decimalOf(price),
  });
  if (!parsed.success) return { problem: parsed.error.issues[0]!.message };
  const { rarity: rarityCell, finish: finishCell } = values;
  const rarity = rarityCell === undefined ? null : findRarity(game, rarityCell);
  if (rarityCell !== undefined && rarity === null) {
    return { problem: `${game.id} has no rarity “${rarityCell}”` };
  }
  const finish = finishCell === undefined ? 'normal' : findFinish(game, finishCell);
  if (finish === null) return { problem: `${game.id} has no finish “${finishCell}”` };
  return { ...parsed.data, game, rarity, finish };
}

type Known = {
  /** The sets in the catalogue, by their ids in lower case. */
  sets: Map<string, KnownSetRow>;
  cards: PrintedCardRow[];
};

/** Returns the id of a card's set. If the catalogue has the set in another case, returns the catalogue's id. */
function setIdIn(
  sets: Known['sets'],
  { game, set }: { game: { id: string }; set: string },
): string {
  const id = setIdOf({ game: game.id, setCode: set });
  return sets.get(id.toLowerCase())?.id ?? id;
}

function findSets(db: Database, said: SaidCard[]): Promise<Known['sets']> {
  return findSetsAlike(
    db,
    said.map(({ game, set }) => setIdOf({ game: game.id, setCode: set })),
  );
}

async function readKnown(db: Database, said: SaidCard[]): Promise<Known> {
  const sets = await findSets(db, said);
  return {
    sets,
    cards: await listPrintedCards(
      db,
      said.map((card) => placeOf(sets, card)),
    ),
  };
}

function placeOf(sets: Known['sets'], card: SaidCard) {
  return { setId: setIdIn(sets, card), number: card.number };
}

/**
 * What a line does to a card. `old`: the card before the line, or null if it is new. `card`: the card after the line.
 * `set`: its set, or null if that is new. `said`: the line itself.
 */
type Change = {
  old: PrintedCardRow | null;
  card: Omit<ReadCard, 'setName' | 'setReleasedOn' | 'imageUrl' | 'prices'>;
  set: KnownSetRow | null;
  said: SaidCard;
};

function judgeCard(said: SaidCard, known: Known): Change | Problem {
  const { game, number, finish, rarity, name } = said;
  const setId = setIdIn(known.sets, said);
  const set = known.sets.get(setId.toLowerCase()) ?? null;
  const alike = known.cards.filter(
    (card) => card.set_id === setId && card.number === number && card.finish === finish,
  );
  const found = alike.filter(
    (card) => rarity === null || card.native_rarity.toLowerCase() === rarity.word.toLowerCase(),
  );
  if (found.length > 1)
    return { problem: `there are several cards ${said.set} ${number}: say the rarity` };
  const [old = null] = found;
  const place = { game: game.id, setCode: set?.code ?? said.set, number, finish };
  if (old !== null) {
    const { external_id: externalId, native_rarity: nativeRarity } = old;
    const own = { externalId, nativeRarity, rarity: old.rarity };
    return { old, set, said, card: { ...place, ...own, name: name ?? old.name } };
  }
  if (name === undefined || rarity === null) {
    return { problem: `${said.set} ${number} is new and needs a name and a rarity` };
  }
  if (set === null && said.setName === undefined) {
    return { problem: `the set ${said.set} is new and needs a set name` };
  }
  const printing = { nativeRarity: rarity.word, rarity: rarity.rarity };
  const externalId = ownIdOf({ number, nativeRarity: rarity.word, finish });
  return { old, set, said, card: { ...place, ...printing, externalId, name } };
}

function changesOf({ old, card, set, said }: Change): LineChange[] {
  const changed = (field: string, before: string | null, after: string | undefined) =>
    after === undefined || after === before ? [] : [{ field, before, after }];
  const ofSet = [
    ...changed('set name', set?.name ?? null, said.setName),
    ...changed('release date', set?.released_on ?? null, said.releasedOn),
  ];
  const price = said.price === undefined ? undefined : decimalText(said.price);
  return [
    ...ofSet.map((change) => ({ ...change, isShared: true })),
    ...changed('name', old?.name ?? null, card.name),
    ...changed('market price', old === null ? null : decimalText(old.market_value), price),
  ];
}

function warningOf(old: PrintedCardRow | null, price: Cents | undefined): string | null {
  if (old === null || price === undefined || old.market_value === 0) return null;
  return isJump(old.market_value, price)
    ? `${formatCad(price)} is far from the market price before, ${formatCad(old.market_value)}`
    : null;
}

function subjectOf({ card }: Change): string {
  return `${card.setCode} ${card.number} (${printingWords(card)})`;
}

/** Returns the problems of lines that contradict an earlier line of their batch, by line. */
function contradictions(changes: Map<number, Change>): Map<number, string> {
  const problems = new Map<number, string>();
  const cards = new Map<string, number>();
  const sets = new Map<string, { line: number; said: string }>();
  for (const [line, { card, set, said }] of changes) {
    const key = `${setIdOf(card)} ${card.externalId}`.toLowerCase();
    const first = cards.get(key);
    if (first !== undefined) problems.set(line, `line ${first} names this card too`);
    else cards.set(key, line);
    const ofSet = ['setName', 'releasedOn'] as const;
    for (const field of set === null ? ([...ofSet, 'set'] as const) : ofSet) {
      if (said[field] === undefined) continue;
      const place = `${setIdOf(card)} ${field}`.toLowerCase();
      const other = sets.get(place);
      if (other === undefined) sets.set(place, { line, said: said[field] });
      else if (other.said !== said[field]) {
        problems.set(line, `line ${other.line} says “${other.said}” of this set`);
      }
    }
  }
  return problems;
}

async function judge({ db }: Context, lines: Line[]): Promise<JudgedBatch> {
  const games = await findGames(db);
  const read = lines.map(({ line, values }) => ({ line, said: readCard(values, games) }));
  const known = await readKnown(
    db,
    read.flatMap(({ said }) => ('problem' in said ? [] : [said])),
  );
  const found = read.map(({ line, said }) => ({
    line,
    change: 'problem' in said ? said : judgeCard(said, known),
  }));
  const changes = new Map(
    found.flatMap(({ line, change }) =>
      'problem' in change ? [] : [[line, change] as [number, Change]],
    ),
  );
  const contradicted = contradictions(changes);
  const judged = found.map(({ line, change }): JudgedLine => {
    if ('problem' in change) return wrongLine(line, change.problem);
    const problem = contradicted.get(line);
    if (problem !== undefined) return wrongLine(line, problem);
    const changed = changesOf(change);
    return {
      line,
      outcome: change.old === null ? 'new' : changed.length === 0 ? 'same' : 'changed',
      subject: subjectOf(change),
      problem: null,
      warning: warningOf(change.old, change.said.price),
      changes: changed,
    };
  });
  return {
    judged,
    entries: [],
    store: (context, actor, wanted) =>
      store(
        context,
        actor,
        [...changes].flatMap(([line, change]) => (wanted.has(line) ? [change] : [])),
      ),
  };
}

async function store(
  context: Context<Transaction>,
  { importId }: Actor,
  changes: Change[],
): Promise<NewAuditEntry[]> {
  if (changes.length === 0) return [];
  const stored = await storeCards(context.db, withSets(changes));
  const idOf = new Map(stored.map((row) => [`${row.set_id} ${row.external_id}`, row.id]));
  const prices = changes.flatMap(({ old, card, said: { price } }) =>
    price === undefined || price === old?.market_value
      ? []
      : [
          {
            cardId: idOf.get(`${setIdOf(card)} ${card.externalId}`)!,
            before: old?.market_value ?? ZERO,
            amount: price,
            reason: 'a file of cards',
          },
        ],
  );
  return [
    ...(await setPricesByHand(context, prices)),
    {
      action: 'import_cards',
      subject: { kind: 'import', id: importId },
      after: {
        cards: changes.map((change) => ({
          card: subjectOf(change),
          isNew: change.old === null,
          changes: changesOf(change),
        })),
      },
    },
  ];
}

/** Adds the name and date of its set to each card. A line of the batch that names them overrides the catalogue. */
function withSets(changes: Change[]): ReadCard[] {
  const saidOf = (setId: string, field: 'setName' | 'releasedOn') =>
    changes.find(({ card, said }) => setIdOf(card) === setId && said[field] !== undefined)?.said[
      field
    ];
  const sets = new Map(
    changes.map(({ card, set }) => {
      const setId = setIdOf(card);
      const setName = saidOf(setId, 'setName') ?? set!.name;
      const setReleasedOn = saidOf(setId, 'releasedOn') ?? set?.released_on ?? null;
      return [setId, { setName, setReleasedOn }] as const;
    }),
  );
  return changes.map(({ card }) => ({
    ...card,
    ...sets.get(setIdOf(card))!,
    imageUrl: null,
    prices: [],
  }));
}

export const CARDS_KIND: Kind = {
  lock: async (db, lines) => {
    const games = await findGames(db);
    const said = lines.flatMap(({ values }) => {
      const read = readCard(values, games);
      return 'problem' in read ? [] : [read];
    });
    const sets = await findSets(db, said);
    await lockPrintedCards(
      db,
      said.map((card) => placeOf(sets, card)),
    );
  },
  judge,
  finish: async ({ db }) => refreshPotentialHits(db),
};
