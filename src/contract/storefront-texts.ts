// Texts that operators write in Markdown, both as their source and as pages show them (docs/product.md §16).
import * as z from 'zod/mini';
import { LEGAL_KEYS, TEMPLATE_MARK } from '#domain/consent.ts';
import { SHOP_LANGUAGES } from '#domain/sales-places.ts';
import {
  isLegal,
  LINE_LENGTH_MAX,
  PAGE_TEXT_KEYS,
  SHOP_TEXTS,
  TEXT_KEYS,
  TEXT_LENGTH_MAX,
} from '#domain/shop-texts.ts';
import { person } from './accounts.ts';
import { instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { wholeNumber } from './paging.ts';

const key = z.enum(TEXT_KEYS, 'key must name one of the texts');

/** A text as pages show it: HTML without anything executable. */
const shownText = z.object({
  /** The text before the first heading, or all of a text without sections. */
  html: z.string(),
  sections: z.array(z.object({ title: z.string(), html: z.string() })),
});
export type ShownText = z.output<typeof shownText>;

export const showText = endpoint({
  method: 'GET',
  path: '/texts/{key}',
  summary: 'A text of the shop as pages show it.',
  audience: 'anyone',
  repeat: 'none',
  cached: true,
  reads: ['shop'],
  params: z.object({ key: z.enum(PAGE_TEXT_KEYS, 'key must name one of the texts') }),
  reply: shownText,
  rejections: [],
});

const VERSION_MOST = 999_999_999;
const version = z
  .int('version must be a whole number')
  .check(z.minimum(0), z.maximum(VERSION_MOST));

// A character has at most four bytes. The factor is six, to leave room for the other fields.
const TEXT_BYTES_MAX = 6 * TEXT_LENGTH_MAX;

/** The source of a text. Line breaks are converted to \n. */
const body = z.string('body must be a text').check(
  z.overwrite((text) => text.replaceAll('\r\n', '\n')),
  z.maxLength(TEXT_LENGTH_MAX, `A text has at most ${TEXT_LENGTH_MAX} signs`),
  // Postgres can't store the character NUL.
  z.refine((text) => !text.includes('\0'), { error: 'A text has no sign without a form' }),
);

const legalKey = z.enum(LEGAL_KEYS, 'key must name one of the legal texts');

/** One version of a legal text. */
const legalText = z.object({
  key: legalKey,
  title: z.string(),
  version,
  madeAt: instant,
  ...shownText.def.shape,
  /** The published versions, newest first; at most 200. */
  versions: z.array(z.object({ version, madeAt: instant })),
});
export type ShownLegalText = z.output<typeof legalText>;

export const showLegalText = endpoint({
  method: 'GET',
  path: '/legal/{key}',
  summary: 'Terms, privacy, refunds or shipping, as currently in force.',
  audience: 'anyone',
  repeat: 'none',
  cached: true,
  reads: ['shop'],
  params: z.object({ key: legalKey }),
  reply: legalText,
  rejections: ['NOT_FOUND'],
});

export const showLegalVersion = endpoint({
  method: 'GET',
  path: '/legal/{key}/versions/{version}',
  summary: 'An earlier version of the same, for those who accepted it.',
  audience: 'anyone',
  repeat: 'none',
  reads: ['shop'],
  params: z.object({ key: legalKey, version: wholeNumber('version', 1, VERSION_MOST, 1) }),
  reply: legalText,
  rejections: ['NOT_FOUND'],
});

export const showLegalFile = endpoint({
  method: 'GET',
  path: '/legal/{key}/versions/{version}/files/{language}',
  summary: 'A version of a legal text as one file, to keep: the words that were accepted.',
  audience: 'anyone',
  repeat: 'none',
  reads: ['shop'],
  params: z.object({
    key: legalKey,
    version: wholeNumber('version', 1, VERSION_MOST, 1),
    language: z
      .string()
      .check(
        z.refine((one) => SHOP_LANGUAGES.includes(one), { error: 'The shop has no such language' }),
      ),
  }),
  file: 'text/html',
  savedAs: 'text.html',
  reply: z.string(),
  rejections: ['NOT_FOUND'],
});

/** One saved version of a text. Version 0 is the product's own text. */
const textVersion = z.object({
  version,
  madeAt: z.nullable(instant),
  /**
   * The operator who saved the version. Null if it was saved by the command line, or if it is the product's own
   * text.
   */
  madeBy: z.nullable(person),
});

const adminText = z.object({
  key,
  version,
  body: z.string(),
  shownFrom: z.nullable(instant),
  shownUntil: z.nullable(instant),
  madeAt: z.nullable(instant),
  /** The newest 50 versions, newest first. */
  versions: z.array(textVersion),
});
export type AdminText = z.output<typeof adminText>;

export const showAdminText = endpoint({
  method: 'GET',
  path: '/admin/texts/{key}',
  summary: 'A text as it is written, and who saved it when.',
  audience: 'support',
  repeat: 'none',
  reads: ['shop'],
  params: z.object({ key }),
  reply: adminText,
  rejections: [],
});

export const showTextVersion = endpoint({
  method: 'GET',
  path: '/admin/texts/{key}/versions/{version}',
  summary: 'A text as it was in one of its versions; 0 is the default text.',
  audience: 'support',
  repeat: 'none',
  reads: ['shop'],
  params: z.object({
    key,
    version: wholeNumber('version', 0, VERSION_MOST, 0),
  }),
  reply: z.object({ body: z.string() }),
  rejections: ['NOT_FOUND'],
});

export const previewText = endpoint({
  method: 'POST',
  path: '/admin/texts/{key}/preview',
  summary: 'A text as pages would show it. Nothing is saved.',
  audience: 'support',
  repeat: 'none',
  bodyBytesMax: TEXT_BYTES_MAX,
  params: z.object({ key }),
  body: z.object({ body }),
  reply: shownText,
  rejections: [],
});

export const saveText = endpoint({
  method: 'PUT',
  path: '/admin/texts/{key}',
  summary: 'Saves a text, unless somebody has saved since `version`.',
  audience: 'support',
  repeat: 'keyed',
  changes: ['shop', 'audit-log'],
  bodyBytesMax: TEXT_BYTES_MAX,
  params: z.object({ key }),
  body: z
    .object({
      body,
      /** The version that the changes are based on. */
      version,
      /** The start and the end of the time in which the text is shown, if it is shown only for some time. */
      shownFrom: z.nullable(instant),
      shownUntil: z.nullable(instant),
    })
    .check(
      z.refine(
        ({ shownFrom, shownUntil }) =>
          shownFrom === null || shownUntil === null || shownFrom < shownUntil,
        { error: 'It has to end after it begins', path: ['shownUntil'] },
      ),
    ),
  reply: adminText,
  rejections: ['CHANGED_MEANWHILE'],
});

/**
 * A placeholder of a template that the operator must fill in. It is a pair of brackets that is neither a link nor
 * escaped (`\\[`).
 */
const PLACEHOLDER_FORM = /(?<![\\\]])\[[^\]\n]+\](?![(:[])/;

/** Why the text can't be saved under its key. Null if it can be saved. */
export function textProblem(of: z.output<typeof key>, text: string): string | null {
  if (isLegal(of) && text.includes(TEMPLATE_MARK))
    return 'Adapt the template first, ask a lawyer, and take out the line that says so';
  const leftOver = isLegal(of) ? PLACEHOLDER_FORM.exec(text)?.[0] : undefined;
  if (leftOver !== undefined) return `Say what stands in brackets: ${leftOver}`;
  if (SHOP_TEXTS[of].form !== 'line' || text.trim().length <= LINE_LENGTH_MAX) return null;
  return `What stands on every page has at most ${LINE_LENGTH_MAX} signs`;
}

nameShapes({
  ShownText: shownText,
  LegalText: legalText,
  AdminText: adminText,
  TextVersion: textVersion,
});
