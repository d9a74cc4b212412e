// The CSV files that operators import (docs/product.md §13): the columns of each kind, and how their cells are read.
import { isAdmitted, type Caller } from './access.ts';
import type { Cents } from './money.ts';
import { parseCad } from './decimals.ts';
import { PACK_TYPE_FIELDS, type PackTypeFields } from './pack-type.ts';

export const IMPORT_KINDS = ['catalogue', 'prices', 'cards', 'stock', 'people'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/**
 * The kinds that a caller may import. Importing people may give credits, so it needs the right to money, and is not for
 * API keys (choice 1080).
 */
export function importableKinds({ rights, isKey }: Pick<Caller, 'rights' | 'isKey'>): ImportKind[] {
  return IMPORT_KINDS.filter((kind) =>
    kind === 'people'
      ? isAdmitted(rights, 'money') && isKey !== true
      : isAdmitted(rights, 'catalogue'),
  );
}

/**
 * `reading`: the job splits the file into lines. `checking`: it judges the lines. `checked`: the import waits for an
 * operator. `stopped`: an operator stopped the import, or lost the right to it; it can be continued.
 */
export const IMPORT_STATES = [
  'reading',
  'checking',
  'checked',
  'applying',
  'stopped',
  'done',
  'discarded',
  'unreadable',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/**
 * `all`: either all lines are applied or none. `right`: the valid lines are applied, of a long file in batches, and the
 * wrong ones wait to be corrected.
 */
export const IMPORT_MODES = ['all', 'right'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

/** The most lines that an import applies in one transaction (choices 1005 and 1045). */
export const IMPORT_ALL_LINES_MAX = 2_000;

export const LINE_OUTCOMES = ['new', 'changed', 'same', 'wrong'] as const;
export type LineOutcome = (typeof LINE_OUTCOMES)[number];

/**
 * The last column in the download of an import's wrong lines, which says what is wrong. An import ignores this column.
 */
export const PROBLEM_HEAD = 'problem';

/** The most lines of a file, without the line of column heads. */
export const IMPORT_LINES_MAX = 100_000;

export type ImportColumn = {
  name: string;
  isRequired?: true;
  /** Whether a file may have several such columns, with a number after the name: `card 1`, `card 2`. */
  isNumbered?: true;
  /**
   * Whether the value must be unique among the lines. `together`: the values of all columns with this word must be
   * unique together.
   */
  isUnique?: true | 'together';
  /**
   * If a file has the column `with` but not this one, its operator may say one value for all lines. `values`: the
   * allowed ones. If omitted, it is any text.
   */
  forAll?: { with: string; values?: readonly string[] };
  hint: string;
};

/** Whether imported credits were paid for. Only bought credits are ever paid back. */
export const CREDIT_KINDS = ['bought', 'earned'] as const;

const ID: ImportColumn = {
  name: 'id',
  isRequired: true,
  isUnique: true,
  hint: 'the id of the pack type, such as midnight-draft',
};

/** The columns of some fields of a pack type. */
const ofPackType = (...fields: (keyof PackTypeFields)[]): ImportColumn[] =>
  fields.flatMap((field) => {
    const { words: name, inFiles } = PACK_TYPE_FIELDS[field];
    return inFiles === undefined ? [] : [{ name, hint: inFiles.hint }];
  });

const { name: _name, price: _price, ...OTHER_FIELDS } = PACK_TYPE_FIELDS;

export const IMPORT_COLUMNS: Record<ImportKind, readonly ImportColumn[]> = {
  prices: [ID, ...ofPackType('price').map((price) => ({ ...price, isRequired: true as const }))],
  catalogue: [
    ID,
    ...ofPackType('name'),
    {
      name: 'game',
      forAll: { with: 'name' },
      hint: 'the id of the game, as the page Games has it',
    },
    { name: 'set', forAll: { with: 'name' }, hint: 'the code of the set, such as mid' },
    ...ofPackType('price'),
    { name: 'card count', forAll: { with: 'name' }, hint: 'how many cards a pack holds' },
    ...ofPackType(...(Object.keys(OTHER_FIELDS) as (keyof PackTypeFields)[])),
  ],
  cards: [
    { name: 'game', isRequired: true, isUnique: 'together', hint: 'its id, as at Games' },
    { name: 'set', isRequired: true, isUnique: 'together', hint: 'its code, such as mid' },
    { name: 'set name', hint: 'needed for a new set' },
    { name: 'release date', hint: 'of the set, such as 2026-11-30' },
    {
      name: 'number',
      isRequired: true,
      isUnique: 'together',
      hint: 'the number on the card; set, number, rarity and finish say which card it is',
    },
    { name: 'name', hint: 'needed for a new card, as is its rarity' },
    { name: 'rarity', isUnique: 'together', hint: 'in the game’s own word, such as Secret Rare' },
    {
      name: 'finish',
      isUnique: 'together',
      hint: 'normal, foil, reverse foil, or the game’s own word; empty is normal',
    },
    { name: 'market price', hint: 'in CAD; it holds like a price set by hand' },
  ],
  stock: [
    { name: 'pack type', isRequired: true, hint: 'its id, such as midnight-draft' },
    {
      name: 'serial',
      isRequired: true,
      isUnique: true,
      hint: 'the number of the pack, such as A-0001',
    },
    { name: 'certification', isRequired: true, isUnique: true, hint: 'its certification number' },
    {
      name: 'card',
      isRequired: true,
      isNumbered: true,
      hint: 'card 1, card 2 and so on, in their order: 348, or mid 348, and after it, as far as needed, | foil | LP | mythic | #label',
    },
    { name: 'supplier', hint: 'who supplied it; only operators see it' },
    { name: 'cost', hint: 'before taxes, in CAD, such as 3.20' },
    { name: 'cost tax', hint: 'the taxes on it' },
    { name: 'for a drop', hint: 'yes: it is not on sale before a drop takes it' },
    { name: 'invoice', hint: 'the number of the supplier’s invoice' },
  ],
  people: [
    {
      name: 'email',
      isRequired: true,
      isUnique: 'together',
      hint: 'an account that exists stays as it is, and gets the credits',
    },
    { name: 'full name', hint: 'or in two columns, as next' },
    { name: 'first name', hint: 'read without a full name' },
    { name: 'last name', hint: 'read without a full name' },
    { name: 'phone number', hint: 'as it is dialled' },
    { name: 'address line 1', hint: 'with city, state, zip code and country, or none of them' },
    { name: 'city', hint: 'of the address' },
    { name: 'state', hint: 'or province, where the country has them' },
    { name: 'zip code', hint: 'where the country has them' },
    { name: 'country', hint: 'its two letters, such as CA' },
    { name: 'credit', hint: 'what your former shop owes this person, such as 12.50' },
    {
      name: 'credit kind',
      forAll: { with: 'credit', values: CREDIT_KINDS },
      hint: 'bought: paid for, such as a gift card; earned: given, such as a reward',
    },
    { name: 'currency', hint: 'of the credit; CAD, or empty' },
    {
      name: 'reference',
      isUnique: 'together',
      hint: 'for several credits of one person, such as numbers of gift cards',
    },
  ],
};

/**
 * A form in which another shop writes its files. A file has this form if it has all heads of `marks`. `columns`: the
 * column that each head is read as. Its other heads are not read, unless they name a column of the shop that is not in
 * `unread`.
 */
type OtherForm = { marks: string[]; columns: Record<string, string>; unread?: string[] };

/** Columns that only files of other shops have. */
export const HTML_DESCRIPTION = 'description in HTML';
/** Applies to new pack types only, because an operator may have put an old one on sale since. */
export const NEW_IS_AVAILABLE = 'is available, if new';

const OTHER_FORMS: Partial<Record<ImportKind, OtherForm[]>> = {
  // Shopify's export of products.
  catalogue: [
    {
      marks: ['Handle', 'Variant Price'],
      columns: {
        Handle: 'id',
        Title: 'name',
        'Body (HTML)': HTML_DESCRIPTION,
        'Variant Price': 'price',
      },
      unread: ['tags'],
    },
  ],
  people: [
    // Shopify's export of customers.
    {
      marks: ['Email', 'Default Address Address1'],
      columns: {
        Phone: 'phone number',
        'Default Address Address1': 'address line 1',
        'Default Address City': 'city',
        'Default Address Province Code': 'state',
        'Default Address Zip': 'zip code',
        'Default Address Country Code': 'country',
      },
    },
    // A list of balances.
    {
      marks: ['Customer Email', 'Balance'],
      columns: { 'Customer Email': 'email', 'Customer Name': 'full name', Balance: 'credit' },
    },
  ],
};

/** Normalizes a column head: `Card count`, `card_count` and `cardCount` are one column. */
function headKey(head: string): string {
  return head
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

export type ReadHeads =
  | { problem: string }
  | {
      /** The column of each cell of a line. Null if the cell is not read. */
      columns: (string | null)[];
      /** The heads that the shop does not know. */
      unread: string[];
    };

/** The column that an operator chose for a head. */
export type ChosenColumn = { head: string; column: string };

/**
 * Finds the columns of a kind in the first line of a file, in any order. `chosen` is used only for heads that the shop
 * does not know.
 */
export function readHeads(
  kind: ImportKind,
  heads: readonly string[],
  chosen: readonly ChosenColumn[] = [],
): ReadHeads {
  const choice = new Map(chosen.map(({ head, column }) => [head, column]));
  const columns = columnsOf(kind, heads).map(
    (column, at) => column ?? columnOf(kind, headKey(choice.get(heads[at]!) ?? '')),
  );
  const unknown = chosen.find(({ column }) => columnOf(kind, headKey(column)) === null);
  if (unknown !== undefined) return { problem: `nothing is read as “${unknown.column}”` };
  const twice = columns.find((name, at) => name !== null && columns.indexOf(name) !== at);
  if (twice !== undefined) return { problem: `the column “${twice}” is there twice` };
  const missing = missingColumns(kind, columns);
  if (missing.length > 0) {
    const names = missing.map((name) => `“${name}”`).join(', ');
    return { problem: `the first line has no column ${names}` };
  }
  return { columns, unread: unreadHeads(heads, columns) };
}

/**
 * What an operator needs in order to choose columns: the unknown heads, the missing columns, and the columns that are
 * still free.
 */
export function describeHeads(kind: ImportKind, heads: readonly string[]) {
  const columns = columnsOf(kind, heads);
  const free = templateHeads(kind, heads.length).filter((name) => !columns.includes(name));
  return {
    // All heads of another shop's form are known, also those that the shop does not read.
    unread: formOf(kind, heads) === null ? unreadHeads(heads, columns) : [],
    missing: missingColumns(kind, columns),
    free,
  };
}

/** A value that an operator says for all lines of a file that lacks the column. */
export type ValueForAll = { column: string; value: string };

/** The columns for which an operator may say one value for all lines. `free`: the columns that the file lacks. */
export function columnsForAll(kind: ImportKind, free: readonly string[]): ImportColumn[] {
  return IMPORT_COLUMNS[kind].filter(
    ({ name, forAll }) =>
      forAll !== undefined && free.includes(name) && !free.includes(forAll.with),
  );
}

/** Why the values for all lines don't fit a file with these columns. Null: they fit. */
export function problemOfValues(
  kind: ImportKind,
  columns: readonly (string | null)[],
  values: readonly ValueForAll[],
): string | null {
  const free = IMPORT_COLUMNS[kind]
    .map(({ name }) => name)
    .filter((name) => !columns.includes(name));
  const allowed = columnsForAll(kind, free);
  for (const { column, value } of values) {
    const found = allowed.find(({ name }) => name === column);
    if (found === undefined) return `no value for all lines is read as “${column}”`;
    const known = found.forAll?.values;
    if (known && !known.includes(value)) return `${column} must be ${known.join(' or ')}`;
  }
  return null;
}

function formOf(kind: ImportKind, heads: readonly string[]): OtherForm | null {
  const keys = new Set(heads.map(headKey));
  const found = OTHER_FORMS[kind]?.find(({ marks }) =>
    marks.every((head) => keys.has(headKey(head))),
  );
  return found ?? null;
}

/** The column that each head names, in the shop's words or in those of another shop's form. */
function columnsOf(kind: ImportKind, heads: readonly string[]): (string | null)[] {
  const form = formOf(kind, heads);
  const columns = Object.entries(form?.columns ?? {}).map(([head, name]) => [headKey(head), name]);
  const byKey = new Map(columns as [string, string][]);
  return heads.map((head) => {
    const own = columnOf(kind, headKey(head));
    return byKey.get(headKey(head)) ?? (form?.unread?.includes(own ?? '') ? null : own);
  });
}

/** What is read from each line besides its own cells. */
export function valuesForAll(
  kind: ImportKind,
  heads: readonly string[],
  said: readonly ValueForAll[],
): LineValues {
  return {
    ...Object.fromEntries(said.map(({ column, value }) => [column, value])),
    ...(kind === 'catalogue' && formOf(kind, heads) !== null && { [NEW_IS_AVAILABLE]: 'no' }),
  };
}

function missingColumns(kind: ImportKind, columns: readonly (string | null)[]): string[] {
  return IMPORT_COLUMNS[kind]
    .filter(({ isRequired }) => isRequired === true)
    .map(({ name, isNumbered }) => (isNumbered === true ? `${name} 1` : name))
    .filter((name) => !columns.includes(name));
}

function unreadHeads(heads: readonly string[], columns: readonly (string | null)[]): string[] {
  return heads.filter(
    (head, at) => columns[at] === null && head.trim() !== '' && head !== PROBLEM_HEAD,
  );
}

function columnOf(kind: ImportKind, key: string): string | null {
  for (const { name, isNumbered } of IMPORT_COLUMNS[kind]) {
    if (isNumbered !== true && key === headKey(name)) return name;
    const [, number] = isNumbered === true ? (NUMBERED.exec(key) ?? []) : [];
    if (number !== undefined && key === headKey(`${name} ${number}`)) return `${name} ${number}`;
  }
  return null;
}

const NUMBERED = /([1-9]\d{0,2})$/;

/** The first line of a template. `cards`: how many cards its packs have. */
export function templateHeads(kind: ImportKind, cards: number): string[] {
  return IMPORT_COLUMNS[kind].flatMap(({ name, isNumbered }) =>
    isNumbered === true ? Array.from({ length: cards }, (_, at) => `${name} ${at + 1}`) : [name],
  );
}

/** The cells of a line by column. Empty cells are left out. */
export type LineValues = Record<string, string>;

export function lineValues(
  columns: readonly (string | null)[],
  cells: readonly string[],
): LineValues {
  const values: LineValues = {};
  for (const [at, name] of columns.entries()) {
    const cell = readableText(cells[at] ?? '').trim();
    if (name !== null && cell !== '') values[name] = cell;
  }
  return values;
}

// The apostrophe that the shop's own files have before text that a spreadsheet would read as a formula.
const DEFUSED = /(?<=^|[;\t\r\n])'(?=["\s\p{Cf}]{0,32}[=+\-@＝＋－＠])/gu;

function readableText(cell: string): string {
  return cell.replaceAll(DEFUSED, '');
}

/**
 * Whether a line says nothing of the pack type that it names. Shopify writes such a line for each further picture of a
 * product.
 */
export function saysNothing(kind: ImportKind, values: LineValues): boolean {
  return kind === 'catalogue' && Object.keys(values).join(' ') === 'id';
}

/** The values of a line that no other line of the file may have. */
export function lineKeys(kind: ImportKind, values: LineValues): string[] {
  const columns = IMPORT_COLUMNS[kind];
  const alone = columns.flatMap(({ name, isUnique }) =>
    isUnique === true && values[name] !== undefined ? [`${name} ${values[name]}`] : [],
  );
  const together = columns.flatMap(({ name, isUnique }) =>
    isUnique === 'together' ? (values[name] ?? []) : [],
  );
  return [...alone, ...(together.length > 0 ? [together.join(' ')] : [])].map((key) =>
    key.toLowerCase(),
  );
}

/** An amount as spreadsheets write it: `12.50`, `12,50`, `$12.50` or `CAD 12.50`. Null if the cell is no amount. */
export function readAmount(cell: string): Cents | null {
  const plain = cell
    .replaceAll(/\s/gu, '')
    .replace(/^(?:CAD)?\$?/i, '')
    .replace(/\$?(?:CAD)?$/i, '')
    .replace(/,(?=\d{1,2}$)/, '.');
  return parseCad(plain);
}

const YES = new Set(['yes', 'true', '1', 'y', 'oui', 'x']);
const NO = new Set(['no', 'false', '0', 'n', 'non']);

/** Reads yes or no. Null if the cell is neither. */
export function readFlag(cell: string): boolean | null {
  const word = cell.toLowerCase();
  return YES.has(word) ? true : NO.has(word) ? false : null;
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** The text of a piece of HTML, such as another shop's description of a product. Blocks become lines. */
export function textOfHtml(html: string): string {
  return html
    .replaceAll(/<(?:style|script)\b[\s\S]*?<\/(?:style|script)>/giu, '')
    .replaceAll(/<br\b[^>]*>|<\/(?:p|div|li|h[1-6]|tr|ul|ol)>/giu, '\n')
    .replaceAll(/<[a-z!/][^>]*>/giu, '')
    .replaceAll(/&(?:#(\d{1,6})|([a-z]+));/giu, (whole, code?: string, name?: string) =>
      code === undefined
        ? (ENTITIES[name!.toLowerCase()] ?? whole)
        : readableCharacter(Number(code)),
    )
    .split('\n')
    .map((line) => line.replaceAll(/\s+/gu, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

function readableCharacter(code: number): string {
  return code >= 32 && code <= 0xff_ff ? String.fromCodePoint(code) : '';
}
