// Checks which packs of an intake are new, which are known, and which have a problem. The import of
// a file, the admin pages and the preview use these rules.
import { createHash } from 'node:crypto';
import type { IntakePack } from '#contract/stock-admin.ts';
import type { Finish, Rarity } from '#domain/card.ts';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import {
  certificationTaken,
  findNamedCard,
  finishUnsaid,
  otherContentAt,
  type NamedCard,
} from '#domain/intake.ts';
import { promiseInWords, promisesBrokenBy } from '#domain/pack-promises.ts';
import { SEAL_KIND_WORDS } from '#domain/seal.ts';
import type { Database, Transaction } from '#engine/database.ts';
import { setIdOf } from '../catalogue/store-cards-queries.ts';
import { listSerialsByCertification, type IncomingPack } from './physical-packs-queries.ts';
import { listRetiredLabels } from './retired-labels-queries.ts';
import { listCardsOfSets, listKnownSets } from '../catalogue/cards-queries.ts';
import {
  listCardsForIntake,
  listTypesForIntake,
  type IntakeTypeRow,
} from './admin/intake-queries.ts';
import { recountFacts, refreshPotentialHits } from '../catalogue/pack-type-facts-queries.ts';
import { recountOdds, allowCardsOfSets } from '../catalogue/pack-types-queries.ts';

/** A pack to check. `at` is its position in the input, for messages, such as `line 3`. */
export type PackToJudge = IntakePack & { at: string };

export type Judgement = {
  fresh: IncomingPack[];
  /** Packs that the shop already has, or that came earlier in this intake, with equal content. */
  known: PackToJudge[];
  /** The first problem of each pack. `index` is the position of the pack among all packs. */
  problems: { index: number; problem: string }[];
};

type SetOfType = { packTypeId: string; setId: string };

/** For each pack that the shop already has, by serial, tells whether its content equals the sent content. */
type Compare = (packs: { serial: string; content: string }[]) => Promise<Map<string, boolean>>;

/**
 * The queries that an intake sends. `knownLabels` returns those of the given graders' numbers that
 * the shop already has.
 */
export type AskStock = {
  compare: Compare;
  knownLabels: (labels: string[]) => Promise<Set<string>>;
};

/** Loads the catalogue's data about some packs. Then call `judge` to check the packs in batches, in their order. */
export async function openIntake(
  db: Database,
  packs: PackToJudge[],
  ask: AskStock,
): Promise<{
  types: Map<string, IntakeTypeRow>;
  /** For each pack type, the sets of the cards in its packs. */
  sets: SetOfType[];
  judge: (start: number, end: number) => Promise<Judgement>;
}> {
  const catalogue = await readCatalogue(db, packs);
  const seen = new Map<string, Resolved>();
  const labels = new Set<string>();

  const judge = async (start: number, end: number): Promise<Judgement> => {
    const problems: Judgement['problems'] = [];
    const known: PackToJudge[] = [];
    const first: Resolved[] = [];
    for (const [place, written] of packs.slice(start, end).entries()) {
      const index = start + place;
      const pack = resolve(catalogue, written);
      if (typeof pack === 'string') {
        problems.push({ index, problem: pack });
        continue;
      }
      const content = contentHash(pack);
      const before = seen.get(pack.serial);
      if (before === undefined) {
        const one = { index, written, pack, content };
        seen.set(pack.serial, one);
        first.push(one);
      } else if (before.content === content) known.push(written);
      else {
        problems.push({ index, problem: otherContentAt(pack.serial, before.written.at) });
      }
    }
    const { fresh, ...rest } = await compareWithStock(db, first, ask, labels);
    return {
      fresh,
      known: [...known, ...rest.known],
      problems: [...problems, ...rest.problems].toSorted((a, b) => a.index - b.index),
    };
  };
  return { types: catalogue.types, sets: catalogue.sets, judge };
}

/**
 * Updates what depends on an intake: the cards that packs of a type can hold, the odds, and the
 * public statistics of sealed packs.
 */
export async function finishIntake(db: Transaction, sets: SetOfType[]): Promise<void> {
  const widened = await allowCardsOfSets(db, sets);
  await recountOdds(db, [...new Set(sets.map((one) => one.packTypeId))]);
  if (widened > 0) await refreshPotentialHits(db);
  else await recountFacts(db, { wait: true });
}

type Resolved = { index: number; written: PackToJudge; pack: IncomingPack; content: string };

type KnownCard = { id: string; finish: Finish; rarity: Rarity; game: string };

type Catalogue = {
  types: Map<string, IntakeTypeRow>;
  sets: SetOfType[];
  knownSets: Set<string>;
  /** Cards by set and number. */
  named: Map<string, NamedCard[]>;
  /** Cards by id. */
  byId: Map<string, KnownCard>;
};

async function readCatalogue(db: Database, packs: PackToJudge[]): Promise<Catalogue> {
  const cardIds = packs.flatMap((pack) => pack.cards.flatMap((card) => card.cardId ?? []));
  const [types, byId] = await Promise.all([
    listTypesForIntake(db, [...new Set(packs.map((pack) => pack.packTypeId))]),
    listCardsForIntake(db, [...new Set(cardIds)]),
  ]);
  const sets = setsOfTypes(packs, types, byId);
  const setIds = [...new Set(sets.map((one) => one.setId))];
  const [knownSets, cards] = await Promise.all([
    listKnownSets(db, setIds),
    listCardsOfSets(db, setIds),
  ]);
  const named = new Map<string, NamedCard[]>();
  for (const row of cards) {
    const key = `${row.set_id} ${row.number}`;
    const alike = named.get(key) ?? [];
    alike.push({ ...row, nativeRarity: row.native_rarity });
    named.set(key, alike);
  }
  return { types, sets, knownSets, named, byId };
}

function setsOfTypes(
  packs: PackToJudge[],
  types: Map<string, IntakeTypeRow>,
  byId: Map<string, { set_id: string }>,
): SetOfType[] {
  const found = new Map<string, SetOfType>();
  for (const { packTypeId, cards } of packs) {
    const type = types.get(packTypeId);
    if (type === undefined) continue;
    for (const card of cards) {
      const setId =
        card.cardId === undefined
          ? setIdOf({ game: type.game, setCode: card.set! })
          : byId.get(card.cardId)?.set_id;
      if (setId !== undefined) found.set(`${packTypeId} ${setId}`, { packTypeId, setId });
    }
  }
  return [...found.values()];
}

/** Returns a pack with the ids of its cards. If the pack has a problem, returns the problem as a text. */
function resolve(catalogue: Catalogue, pack: PackToJudge): IncomingPack | string {
  const type = catalogue.types.get(pack.packTypeId);
  if (type === undefined) return `there is no pack type "${pack.packTypeId}"`;
  if (pack.cards.length !== type.card_count) {
    return `pack ${pack.serial} holds ${pack.cards.length} cards, its type says ${type.card_count}`;
  }
  if (pack.sealKind !== undefined && pack.sealKind !== type.seal_kind) {
    return `pack ${pack.serial} is ${SEAL_KIND_WORDS[pack.sealKind]}, its type says ${SEAL_KIND_WORDS[type.seal_kind]}`;
  }
  const cards: IncomingPack['cards'] = [];
  const held: { finish: Finish; rarity: Rarity }[] = [];
  for (const [index, card] of pack.cards.entries()) {
    const found = resolveCard(catalogue, type, card);
    if ('problem' in found) return `card ${index + 1}: ${found.problem}`;
    cards.push({ cardId: found.id, condition: card.condition, label: card.label });
    held.push(found);
  }
  const [broken] = promisesBrokenBy(type, held);
  if (broken !== undefined) {
    const promised = promiseInWords(type, broken);
    return `pack ${pack.serial} does not hold ${promised}, as its type promises of every pack`;
  }
  const { cards: _written, sealKind: _kind, at: _at, ...others } = pack;
  return { ...others, cards };
}

function resolveCard(
  { knownSets, named, byId }: Catalogue,
  type: IntakeTypeRow,
  card: IntakePack['cards'][number],
): { id: string; finish: Finish; rarity: Rarity } | { problem: string } {
  if (card.cardId !== undefined) {
    const known = byId.get(card.cardId);
    if (known === undefined) return { problem: `the catalogue has no card ${card.cardId}` };
    if (known.game !== type.game) return { problem: `card ${card.cardId} is not of ${type.game}` };
    return known;
  }
  const setId = setIdOf({ game: type.game, setCode: card.set! });
  if (!knownSets.has(setId)) {
    return { problem: `the catalogue has no ${type.game} set "${card.set}"` };
  }
  const alike = named.get(`${setId} ${card.number}`) ?? [];
  const found = findNamedCard(alike, { ...card, number: card.number! });
  if (found !== null) return found;
  const finish = card.finish ?? finishUnsaid(alike);
  const words = card.rarity === undefined ? finish : `${card.rarity}, ${finish}`;
  const name = `${card.set} ${card.number} (${words})`;
  const finishes = [...new Set(alike.map((one) => FINISH_WORDS[one.finish]))];
  if (alike.length > 0 && !alike.some((one) => one.finish === finish)) {
    const wanted = FINISH_WORDS[finish];
    return {
      problem: `the catalogue has ${card.set} ${card.number} as ${finishes.join(' and ')}, not as ${wanted}`,
    };
  }
  const isDoubted = card.rarity === undefined && alike.some((one) => one.finish === finish);
  return {
    problem: isDoubted
      ? `the catalogue has several cards ${name}: say the rarity`
      : `the catalogue has no card ${name}`,
  };
}

/** The graders' numbers of a pack's cards. */
function labelsOf(pack: IncomingPack): string[] {
  return pack.cards.flatMap(({ label }) => label?.normalize('NFC') ?? []);
}

/** Hashes a pack's content exactly as `compare_packs` in the database does. */
function contentHash(pack: IncomingPack): string {
  const lines = [
    pack.packTypeId,
    pack.certificationNumber,
    ...pack.cards.map(({ cardId, condition, label }) =>
      [cardId, condition, ...(label === undefined ? [] : [label.normalize('NFC')])].join(' '),
    ),
  ];
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

function otherContent(serial: string): string {
  return `pack ${serial} came in before with other content`;
}

async function compareWithStock(
  db: Database,
  packs: Resolved[],
  { compare, knownLabels }: AskStock,
  labelsOfOthers: Set<string>,
): Promise<Judgement> {
  const stored = await compare(
    packs.map(({ pack, content }) => ({ serial: pack.serial, content })),
  );
  const unseen = packs.filter(({ pack }) => !stored.has(pack.serial));
  const takenBy = await listSerialsByCertification(
    db,
    unseen.map(({ pack }) => pack.certificationNumber),
  );
  const labels = unseen.flatMap(({ pack }) => labelsOf(pack));
  const known = labels.length === 0 ? new Set<string>() : await knownLabels(labels);
  const retired =
    labels.length === 0 ? new Map<string, number>() : await listRetiredLabels(db, labels);
  const judged: Judgement = { fresh: [], known: [], problems: [] };
  for (const { index, written, pack } of packs) {
    const isSame = stored.get(pack.serial);
    const certification = pack.certificationNumber;
    const other = takenBy.get(certification);
    if (isSame === true) judged.known.push(written);
    else if (isSame === false) {
      judged.problems.push({ index, problem: otherContent(pack.serial) });
    } else if (other !== undefined) {
      judged.problems.push({ index, problem: certificationTaken(certification, other) });
    } else {
      const again = labelsOf(pack).find((label) => retired.has(label));
      if (again !== undefined) {
        const problem = `the card with the label ${again} never comes back in a pack: entry ${retired.get(again)} of the public log says so`;
        judged.problems.push({ index, problem });
        continue;
      }
      const twice = labelsOf(pack).find((label) => {
        const isTaken = known.has(label) || labelsOfOthers.has(label.toUpperCase());
        labelsOfOthers.add(label.toUpperCase());
        return isTaken;
      });
      if (twice !== undefined) {
        judged.problems.push({ index, problem: `a card with the label ${twice} came in before` });
        continue;
      }
      takenBy.set(certification, pack.serial);
      judged.fresh.push(pack);
    }
  }
  return judged;
}
