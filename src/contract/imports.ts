// CSV files that operators import (docs/product.md §13).
import * as z from 'zod/mini';
import { IMPORT_KINDS, IMPORT_MODES, IMPORT_STATES, LINE_OUTCOMES } from '#domain/import-file.ts';
import { amount, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { pagination, paging } from './paging.ts';
import { text } from './texts.ts';

/** The most bytes of a file: 100,000 lines of 300 bytes. */
const IMPORT_BYTES_MAX = 30 * 1024 * 1024;

// Base64 needs four characters for three bytes. The rest is for the JSON around the file.
const IMPORT_BASE64_MAX = Math.ceil(IMPORT_BYTES_MAX / 3) * 4;

/** The most bytes of the beginning of a file, from which the column heads are read. */
export const IMPORT_START_BYTES_MAX = 64 * 1024;
const IMPORT_START_BASE64_MAX = Math.ceil(IMPORT_START_BYTES_MAX / 3) * 4;

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The most column heads for which an operator can choose a column. */
const CHOSEN_MAX = 100;

/** How many lines of each list the details show. */
export const IMPORT_LINES_SHOWN = 20;

const kind = z.enum(IMPORT_KINDS, `kind must be one of ${IMPORT_KINDS.join(', ')}`);

const importId = z.object({ id: z.uuid('id must be the id of an import') });

const chosenColumn = z.object({
  head: z.string('head must be a text').check(z.maxLength(500, 'head is too long')),
  column: z.string('column must be a text').check(z.maxLength(100, 'column is too long')),
});

const valueForAll = z.object({
  column: z.string('column must be a text').check(z.maxLength(100, 'column is too long')),
  value: text('value', 100),
});

const counts = z.object({ new: z.int(), changed: z.int(), same: z.int(), wrong: z.int() });

const importSummary = z.object({
  id: z.uuid(),
  kind: z.enum(IMPORT_KINDS),
  fileName: z.string(),
  state: z.enum(IMPORT_STATES),
  /** Null until an operator has chosen how to apply the import. */
  mode: z.nullable(z.enum(IMPORT_MODES)),
  /** The number of lines of the file, without the line of column heads. 0 until the file is read. */
  lines: z.int(),
  /** How many lines the present step has done. */
  worked: z.int(),
  /** How many lines add, change or repeat something, or are wrong. A preview until the import is applied. */
  counts,
  /** The number of valid lines that an operator has to accept, because they look like typing errors. */
  warned: z.int(),
  /** Why the import stopped, or why its file can't be read. */
  problem: z.nullable(z.string()),
  /** The e-mail address of the operator who chose the file. */
  by: z.string(),
  createdAt: instant,
  finishedAt: z.nullable(instant),
});

export type ImportSummary = z.output<typeof importSummary>;

const importLine = z.object({
  line: z.int(),
  outcome: z.enum(LINE_OUTCOMES),
  /** What the line is about, such as the id of a pack type. */
  subject: z.nullable(z.string()),
  problem: z.nullable(z.string()),
  warning: z.nullable(z.string()),
  changes: z.array(
    z.object({
      field: z.string(),
      before: z.nullable(z.string()),
      after: z.string(),
      /** Whether other lines of the file may change this field too. */
      isShared: z.optional(z.boolean()),
      /** The drop for whose end it waits. Omitted if it holds at once. */
      heldBy: z.optional(z.object({ number: z.int(), closesBy: instant })),
    }),
  ),
});

export type ImportLine = z.output<typeof importLine>;

const importDetail = z.extend(importSummary, {
  /** The heads of columns that the shop does not read. */
  unread: z.array(z.string()),
  /** The columns that the operator chose for heads that the shop does not know. */
  chosen: z.array(chosenColumn),
  /** The values that the operator said for all lines. */
  forAll: z.array(valueForAll),
  /**
   * The first lines that change something. `warnings` and `problems`: those that an operator has to accept, and those
   * that are wrong.
   */
  changes: z.array(importLine),
  /** The credits that an import of people would give, warned lines included. Null of other kinds and states. */
  credits: z.nullable(z.object({ bought: amount, earned: amount })),
  warnings: z.array(importLine),
  problems: z.array(importLine),
});

export type ImportDetail = z.output<typeof importDetail>;

export const readImportHeads = endpoint({
  method: 'POST',
  path: '/admin/imports/heads',
  summary:
    'Reads the first line of a CSV file: which heads the shop does not know, and which columns are needed or left for them. Stores nothing.',
  audience: 'catalogue',
  repeat: 'none',
  body: z.object({
    kind,
    /** The first lines of the file in base64. */
    start: z
      .string('start must be base64')
      .check(
        z.maxLength(IMPORT_START_BASE64_MAX, 'start is too long'),
        z.regex(BASE64, 'start must be base64'),
      ),
  }),
  bodyBytesMax: IMPORT_START_BASE64_MAX + 2048,
  reply: z.object({
    /** The column heads that the shop does not know. */
    unread: z.array(z.string()),
    /** The required columns that no known head stands for. */
    missing: z.array(z.string()),
    /** The columns that an operator can choose for an unknown head. */
    free: z.array(z.string()),
  }),
  rejections: [],
});

export const startImport = endpoint({
  method: 'POST',
  path: '/admin/imports',
  summary:
    'Takes a CSV file, UTF-8 or Windows-1252, separated by commas, semicolons or tabs, whose first line names its columns, in the shop’s words or in those of Shopify’s exports of customers and products. A job checks its lines; nothing changes before it is applied.',
  audience: 'catalogue',
  repeat: 'keyed',
  changes: ['imports'],
  body: z.object({
    kind,
    fileName: text('fileName', 200),
    /** The bytes of the file in base64. */
    file: z
      .string('file must be base64')
      .check(
        z.maxLength(IMPORT_BASE64_MAX, 'file is larger than 30 MB'),
        z.regex(BASE64, 'file must be base64'),
      ),
    /** The columns that the operator chose for heads that the shop does not know. */
    chosen: z._default(
      z
        .array(chosenColumn, 'chosen must be a list')
        .check(z.maxLength(CHOSEN_MAX, 'chosen has too many columns')),
      [],
    ),
    /**
     * One value for all lines, for a column that the file lacks: the game, set and card count of pack types, or the
     * kind of credits.
     */
    forAll: z._default(
      z
        .array(valueForAll, 'forAll must be a list')
        .check(z.maxLength(CHOSEN_MAX, 'forAll has too many columns')),
      [],
    ),
  }),
  bodyBytesMax: IMPORT_BASE64_MAX + 128 * 1024,
  reply: importDetail,
  rejections: [],
});

export const listImports = endpoint({
  method: 'GET',
  path: '/admin/imports',
  summary: 'The imports of CSV files, newest first.',
  audience: 'catalogue',
  repeat: 'none',
  reads: ['imports'],
  query: z.object(paging),
  reply: z.object({ imports: z.array(importSummary), pagination }),
  rejections: [],
});

export const showImport = endpoint({
  method: 'GET',
  path: '/admin/imports/{id}',
  summary: 'One import: its progress, and its first changes, warnings and wrong lines.',
  audience: 'catalogue',
  repeat: 'none',
  reads: ['imports'],
  params: importId,
  reply: importDetail,
  rejections: ['NOT_FOUND'],
});

export const applyImport = endpoint({
  method: 'POST',
  path: '/admin/imports/{id}/apply',
  summary:
    'Applies a checked import, all lines (up to 2,000) or the right ones, or goes on with a stopped one. A job does it in the name of the caller. A line that would do something else than in the preview is wrong.',
  audience: 'catalogue',
  repeat: 'keyed',
  changes: ['imports', 'audit-log'],
  params: importId,
  body: z.object({
    mode: z.enum(IMPORT_MODES, `mode must be one of ${IMPORT_MODES.join(', ')}`),
    /** Whether lines with a warning are applied too. If not, they count as wrong. */
    acceptWarnings: z._default(z.boolean('acceptWarnings must be true or false'), false),
  }),
  reply: importDetail,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION', 'TOO_MANY_LINES'],
});

export const stopImport = endpoint({
  method: 'POST',
  path: '/admin/imports/{id}/stop',
  summary:
    'Stops an import that is being applied, at the end of a batch. What was applied stays, and it can go on later.',
  audience: 'catalogue',
  repeat: 'keyed',
  changes: ['imports', 'audit-log'],
  params: importId,
  reply: importDetail,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

export const discardImport = endpoint({
  method: 'POST',
  path: '/admin/imports/{id}/discard',
  summary: 'Discards an import that is not being applied, with all its lines.',
  audience: 'catalogue',
  repeat: 'keyed',
  changes: ['imports'],
  params: importId,
  reply: importDetail,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

export const exportWrongLines = endpoint({
  method: 'GET',
  path: '/admin/imports/{id}/wrong-lines.csv',
  summary:
    'The wrong lines of an import as they are in its file, and what is wrong with each: repaired, they can be imported. The audit log says who read them.',
  audience: 'catalogue',
  repeat: 'none',
  reads: ['imports'],
  params: importId,
  file: 'text/csv',
  savedAs: 'wrong-lines.csv',
  reply: z.string(),
  rejections: ['NOT_FOUND'],
});

export const showImportTemplate = endpoint({
  method: 'GET',
  path: '/admin/import-templates/{kind}',
  summary:
    'A CSV file with the columns of an import. For prices and the catalogue it has a line for each pack type.',
  audience: 'catalogue',
  repeat: 'none',
  reads: ['catalogue'],
  params: z.object({ kind }),
  file: 'text/csv',
  savedAs: 'template.csv',
  reply: z.string(),
  rejections: [],
});

nameShapes({
  ChosenColumn: chosenColumn,
  ValueForAll: valueForAll,
  ImportCounts: counts,
  ImportSummary: importSummary,
  ImportLine: importLine,
  ImportDetail: importDetail,
});
