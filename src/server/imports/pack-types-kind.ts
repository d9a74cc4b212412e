// Imports of pack types: the catalogue with all columns, and prices with only id and price.
import * as z from 'zod/mini';
import { packDescription, packTypeFields } from '#contract/catalogue-admin.ts';
import { gameId } from '#contract/game-id.ts';
import { text } from '#contract/texts.ts';
import type { CsvCell } from '#domain/csv.ts';
import { decimalOf, decimalText } from '#domain/decimals.ts';
import {
  expectedValueOf,
  expectedWords,
  isBelowHalf,
  type ExpectedValue,
  type KindValue,
} from '#domain/expected-value.ts';
import { notOneOf, type Game } from '#domain/game.ts';
import {
  HTML_DESCRIPTION,
  NEW_IS_AVAILABLE,
  readAmount,
  readFlag,
  textOfHtml,
  type LineValues,
} from '#domain/import-file.ts';
import type { HeldBy, LineChange } from '#domain/import-line.ts';
import { formatCad } from '#domain/money.ts';
import {
  PACK_TYPE_FIELD_NAMES,
  PACK_TYPE_FIELD_WORDS,
  PACK_TYPE_FIELDS,
  packTypeFieldsOf,
  type PackTypeCell,
  type PackTypeFields,
} from '#domain/pack-type.ts';
import {
  judgePackType,
  type ChangedPackType,
  type GivenPackType,
} from '#domain/pack-type-change.ts';
import type { Database, Transaction } from '#engine/database.ts';
import type { NewAuditEntry } from '../audit-log/audit-log-queries.ts';
import { differenceOf, undoableEntry } from '../catalogue/admin/change-pack-types.ts';
import { isRepriced, wireFactsOf } from '../catalogue/admin/edit-pack-types.ts';
import { expectedValueOfRow } from '../catalogue/admin/list-admin-pack-types.ts';
import {
  findAdminPackTypes,
  listTypesWithPacks,
  lockNewPackType,
  lockPackTypes,
  type AdminPackTypeRow,
} from '../catalogue/admin/pack-types-queries.ts';
import { findSetsAlike, listKindsOfSets } from '../catalogue/cards-queries.ts';
import { refreshPotentialHits } from '../catalogue/pack-type-facts-queries.ts';
import { allowCardsOfSets, storePackType } from '../catalogue/pack-types-queries.ts';
import { setIdOf } from '../catalogue/store-cards-queries.ts';
import type { Context } from '../runtime/context.ts';
import type { JudgedLine } from './import-lines-queries.ts';
import { wrongLine, type JudgedBatch, type Kind, type Line } from './kind.ts';

/** Parses a cell into the wire form of its field. Returns undefined if the cell has another form. */
type ReadCell = (cell: string) => unknown;

const number: ReadCell = (cell) => (/^\d+$/.test(cell) ? Number(cell) : undefined);
const lowerCase: ReadCell = (cell) => cell.toLowerCase();

/** How a cell of each form is read. `form` is omitted if every text has the form. */
const CELLS: Record<PackTypeCell, { read: ReadCell; form?: string }> = {
  text: { read: String },
  word: { read: lowerCase },
  amount: {
    read: (cell) => {
      const cents = readAmount(cell);
      return cents === null ? undefined : decimalOf(cents);
    },
    form: 'an amount such as 12.50',
  },
  'yes or no': { read: (cell) => readFlag(cell) ?? undefined, form: 'yes or no' },
  'number or none': {
    read: (cell) => (cell.toLowerCase() === 'none' ? null : number(cell)),
    form: 'a whole number or none',
  },
  list: {
    read: (cell) =>
      cell
        .split('|')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
  },
};

/** The schemas of the fields that files may have. */
const SCHEMAS: Partial<Record<keyof PackTypeFields, z.ZodMiniType>> = {
  ...packTypeFields,
  description: packDescription,
  isAvailable: z.boolean(),
};

type Column = { field: string; schema: z.ZodMiniType; read: ReadCell; form?: string };

const COLUMNS: Record<string, Column> = {
  game: { field: 'game', schema: gameId, read: lowerCase },
  set: { field: 'set', schema: text('set', 40), read: String },
  'card count': {
    field: 'cardCount',
    schema: packTypeFields.card_count,
    read: number,
    form: 'a whole number',
  },
  ...Object.fromEntries(
    PACK_TYPE_FIELD_NAMES.flatMap((field): [string, Column][] => {
      const { words, inFiles } = PACK_TYPE_FIELDS[field];
      if (inFiles === undefined) return [];
      return [[words, { field, schema: SCHEMAS[field]!, ...CELLS[inFiles.cell] }]];
    }),
  ),
  [HTML_DESCRIPTION]: { field: 'description', schema: packDescription, read: textOfHtml },
  [NEW_IS_AVAILABLE]: {
    field: 'isAvailableIfNew',
    schema: z.boolean(),
    read: CELLS['yes or no'].read,
  },
};

function readLine(values: LineValues, games: readonly Game[]): GivenPackType | { problem: string } {
  const id = packTypeFields.id.safeParse(values['id']?.toLowerCase());
  if (!id.success) return { problem: id.error.issues[0]!.message };
  const given: Record<string, unknown> = { id: id.data };
  for (const [name, { field, schema, read, form }] of Object.entries(COLUMNS)) {
    const cell = values[name];
    if (cell === undefined) continue;
    const value = read(cell);
    const parsed = value === undefined ? null : z.safeParse(schema, value);
    if (parsed === null) return { problem: `${name} must be ${form!}, not “${cell}”` };
    if (!parsed.success) return { problem: ofColumn(name, parsed.error.issues[0]!.message) };
    given[field] = parsed.data;
  }
  const { game, set, ...fields } = given as GivenPackType & { game?: string; set?: string };
  if (game !== undefined && !games.some((one) => one.id === game)) {
    return { problem: notOneOf(games) };
  }
  if (set === undefined || game === undefined) return fields;
  return { ...fields, setId: setIdOf({ game, setCode: set }) };
}

/** A message about a field, which begins with the field's name, with the name of the column in its place. */
function ofColumn(name: string, message: string): string {
  return message.replace(/^\S+/, name);
}

type Known = {
  types: Map<string, AdminPackTypeRow>;
  /** The ids of sets, by their ids in lower case. */
  sets: Map<string, string>;
  withPacks: Set<string>;
  /** How many cards of each kind the sets of new types have, and what such a card is worth on average. */
  kinds: KindValue[];
};

async function readKnown(db: Database, given: GivenPackType[]): Promise<Known> {
  const ids = given.map(({ id }) => id);
  const [rows, alike, withPacks] = await Promise.all([
    findAdminPackTypes(db, ids),
    findSetsAlike(
      db,
      given.flatMap(({ setId }) => setId ?? []),
    ),
    listTypesWithPacks(db, ids),
  ]);
  const types = new Map(rows.map((row) => [row.id, row]));
  const sets = new Map([...alike].map(([key, { id }]) => [key, id]));
  const setsOfNew = given.flatMap(({ id, setId = '' }) =>
    types.has(id) ? [] : (sets.get(setId.toLowerCase()) ?? []),
  );
  return { types, sets, withPacks, kinds: await listKindsOfSets(db, [...new Set(setsOfNew)]) };
}

type Change = ChangedPackType & { id: string; old: AdminPackTypeRow | null };

function judgeLine(
  { setId: namedSet, ...given }: GivenPackType,
  known: Known,
  maySayNew: boolean,
): { change: Change; warning: string | null } | { problem: string } {
  const { id } = given;
  const old = known.types.get(id) ?? null;
  if (old === null && !maySayNew) return { problem: `there is no pack type "${id}"` };
  const setId = namedSet === undefined ? undefined : known.sets.get(namedSet.toLowerCase());
  const judged = judgePackType(
    { ...given, setId: setId ?? namedSet },
    {
      old,
      hasSet: setId !== undefined,
      hasPacks: known.withPacks.has(id),
      isInDrop: old !== null && old.held_by !== null,
    },
  );
  if ('problem' in judged) return judged;
  const expected = old === null ? expectedOfNew(judged, known) : expectedValueOfRow(old);
  return { change: { ...judged, id, old }, warning: slipIn(old, judged.fields, expected) };
}

function expectedOfNew({ setId, cardCount }: ChangedPackType, { kinds }: Known) {
  const facts = { counted: null, cardCount, filling: [], odds: [] };
  return expectedValueOf(
    facts,
    kinds.filter((kind) => kind.setId === setId),
  );
}

/** Says if a new price looks like a slip. */
function slipIn(
  old: AdminPackTypeRow | null,
  fields: PackTypeFields,
  expected: ExpectedValue | null,
): string | null {
  if (old !== null && !isRepriced(old, fields)) return null;
  const price = fields.nextPrice ?? fields.price;
  return isBelowHalf(price, expected)
    ? `${formatCad(price)} is below half of what a pack is expected to hold, ${expectedWords(expected!)}`
    : null;
}

/** The drop for whose end a price waits. */
function holderOf({ old, fields }: Change): HeldBy | undefined {
  if (fields.nextPrice === null || !old?.held_by) return undefined;
  const { number, closesBy } = old.held_by;
  return { number, closesBy };
}

function changesOf(change: Change): LineChange[] {
  const { old, fields } = change;
  const before = old === null ? null : packTypeFieldsOf(old);
  return PACK_TYPE_FIELD_NAMES.flatMap((field) => {
    const after = textOf(field, fields);
    const was = before === null ? null : textOf(field, before);
    if (after === was || (was === null && after === '')) return [];
    const heldBy = field === 'nextPrice' ? holderOf(change) : undefined;
    return [{ field: PACK_TYPE_FIELD_WORDS[field], before: was, after, heldBy }];
  });
}

function textOf(field: keyof PackTypeFields, fields: PackTypeFields): string {
  const value = fields[field];
  if (field === 'price') return decimalText(fields.price);
  if (field === 'nextPrice' && fields.nextPrice !== null) return decimalText(fields.nextPrice);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join(' | ') : String(value ?? 'none');
}

async function judge(
  { db, settings }: Context,
  lines: Line[],
  maySayNew: boolean,
): Promise<JudgedBatch> {
  const games = settings.games();
  const read = lines.map(({ line, values }) => ({ line, given: readLine(values, games) }));
  const known = await readKnown(
    db,
    read.flatMap(({ given }) => ('problem' in given ? [] : [given])),
  );
  const changes = new Map<number, Change>();
  const judged = read.map(({ line, given }): JudgedLine => {
    const found = 'problem' in given ? given : judgeLine(given, known, maySayNew);
    if ('problem' in found) return wrongLine(line, found.problem);
    const { change, warning } = found;
    changes.set(line, change);
    const changed = changesOf(change);
    const outcome = change.old === null ? 'new' : changed.length === 0 ? 'same' : 'changed';
    return { line, outcome, subject: change.id, problem: null, warning, changes: changed };
  });
  return {
    judged,
    entries: [],
    store: (context, { importId, isWhole }, wanted) =>
      store(
        context,
        [...changes].flatMap(([line, change]) => (wanted.has(line) ? [change] : [])),
        isWhole && !maySayNew ? importId : null,
      ),
  };
}

/** `changeId`: the id by which the changes are undone as one. Null: each is recorded by itself. */
async function store(
  { db }: Context<Transaction>,
  changes: Change[],
  changeId: string | null,
): Promise<NewAuditEntry[]> {
  if (changes.length === 0) return [];
  // One pipeline sends all statements of a batch.
  await Promise.all(
    changes.map(({ id, setId, cardCount, fields }) =>
      storePackType(db, { id, setId, cardCount, fields }),
    ),
  );
  const made = changes.filter(({ old }) => old === null);
  await allowCardsOfSets(
    db,
    made.map(({ id, setId }) => ({ packTypeId: id, setId })),
  );
  if (changeId !== null) {
    const changed = changes.map(({ old, fields }) => ({
      old: old!,
      ...differenceOf(old!, fields),
    }));
    return [undoableEntry(changeId, changed)];
  }
  return changes.map(({ id, setId, cardCount, old, fields }) => ({
    action: old === null ? 'create_pack_type' : 'change_pack_type',
    subject: { kind: 'pack_type', id },
    ...(old !== null && { before: wireFactsOf(old) }),
    after: {
      ...wireFactsOf(fields),
      ...(old === null && { set_id: setId, card_count: cardCount }),
    },
  }));
}

/** Returns the cells of a pack type for a file that can be imported again. */
export function packTypeCells(
  columns: readonly string[],
  row: Pick<AdminPackTypeRow, 'id' | 'game' | 'set_id' | 'card_count'> & PackTypeFields,
): CsvCell[] {
  return columns.map((name) => {
    if (name === 'id') return row.id;
    if (name === 'game') return row.game;
    if (name === 'set') return row.set_id.slice(row.game.length + 1);
    if (name === 'card count') return row.card_count;
    if (name === 'price') return decimalText(row.nextPrice ?? row.price);
    return textOf(COLUMNS[name]!.field as keyof PackTypeFields, row);
  });
}

function idsOf(lines: Line[]): string[] {
  return lines.flatMap(({ values }) => values['id']?.toLowerCase() ?? []);
}

export const PRICES_KIND: Kind = {
  lock: (db, lines) => lockPackTypes(db, idsOf(lines)),
  judge: (context, lines) => judge(context, lines, false),
  finish: async () => {},
};

export const CATALOGUE_KIND: Kind = {
  lock: async (db, lines) => {
    await lockNewPackType(db);
    await lockPackTypes(db, idsOf(lines));
  },
  judge: (context, lines) => judge(context, lines, true),
  finish: async ({ db }) => refreshPotentialHits(db),
};
