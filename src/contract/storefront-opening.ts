// The conditions ("lines") that a production shop must fulfil before it charges cards (docs/product.md §22).
import * as z from 'zod/mini';
import {
  DOCUMENT_LENGTH_MAX,
  ELSEWHERE,
  OPENING_LINES,
  OPENING_STATES,
  SIGNED_LINES,
} from '#domain/leave-to-open.ts';
import { isListedRegion } from '#domain/region.ts';
import { PLACES_MAX } from '#domain/sales-places.ts';
import { codeField, person } from './accounts.ts';
import { instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';

const signedLine = z.enum(SIGNED_LINES, 'line must name a line that is signed');
const sha256 = z
  .string('sha256 must be a text')
  .check(z.regex(/^[0-9a-f]{64}$/, 'A SHA-256 has 64 digits in hex'));
const coveredPlace = z.string('A place is a region').check(
  z.refine((place) => place === ELSEWHERE || isListedRegion(place), {
    error: `A place is a country, a province or state, or ${ELSEWHERE}`,
  }),
);

const signature = z.object({
  line: signedLine,
  /** The regions that a lawyer's opinion covers, and `ELSEWHERE` if it covers that. Empty for other lines. */
  places: z.array(z.string()),
  /** The name of the signed document. The operator keeps the document itself. */
  document: z.string(),
  sha256: z.string(),
  signedBy: person,
  signedAt: instant,
  /** Twelve months after `signedAt`. */
  endsAt: instant,
});

const opening = z.object({
  /**
   * `not_asked` means that this is no production shop, `closed` that the shop charges no cards yet, and `open` that
   * it charges cards, for good.
   */
  state: z.enum(OPENING_STATES),
  openedAt: z.nullable(instant),
  lines: z.array(
    z.object({
      line: z.enum(OPENING_LINES),
      /** What the line still needs. Null if the line is fulfilled. */
      problem: z.nullable(z.string()),
    }),
  ),
  /** The newest 50 signatures, newest first. */
  signatures: z.array(signature),
  /** What a lawyer's opinion has to cover. `ELSEWHERE` stands for every place that the settings don't list. */
  openPlaces: z.array(z.string()),
  /** The statement about sources as About shows it, and its SHA-256. */
  sources: z.object({ body: z.string(), sha256: z.string() }),
});
export type ShownOpening = z.output<typeof opening>;

export const showShopOpening = endpoint({
  method: 'GET',
  path: '/admin/opening',
  summary: 'Whether the shop may charge cards, and each line that it needs for that.',
  audience: 'owner',
  repeat: 'none',
  reads: ['shop', 'security', 'mails'],
  reply: opening,
  rejections: [],
});

export const signOpeningLine = endpoint({
  method: 'POST',
  path: '/admin/opening/signatures',
  summary:
    'Signs a line for twelve months. `sources` is signed with the SHA-256 of the statement that the operator saw.',
  audience: 'owner',
  personsOnly: true,
  repeat: 'keyed',
  changes: ['shop', 'audit-log'],
  body: z.object({
    line: signedLine,
    document: z.string('Name the document').check(
      z.trim(),
      z.minLength(1, 'Name the document'),
      z.maxLength(DOCUMENT_LENGTH_MAX, `At most ${DOCUMENT_LENGTH_MAX} characters`),
      z.refine((text) => !text.includes('\0'), { error: 'A name has no sign without a form' }),
    ),
    sha256,
    /** The open places that a lawyer's opinion covers. Only for the signature of such an opinion. */
    places: z
      .array(coveredPlace, 'places must be a list')
      .check(z.maxLength(PLACES_MAX, `At most ${PLACES_MAX} places`)),
  }),
  reply: opening,
  rejections: ['CHANGED_MEANWHILE'],
});

export const mailOpeningCode = endpoint({
  method: 'POST',
  path: '/admin/opening/mail',
  summary: 'Mails a code to the caller, to prove that mail arrives.',
  audience: 'owner',
  personsOnly: true,
  repeat: 'natural',
  changes: ['mails'],
  body: z.object({}),
  reply: z.null(),
  rejections: ['INVALID_TRANSITION'],
});

export const confirmOpeningCode = endpoint({
  method: 'POST',
  path: '/admin/opening/mail/confirm',
  summary: 'Records that a mailed code arrived.',
  audience: 'owner',
  personsOnly: true,
  repeat: 'natural',
  changes: ['shop', 'audit-log'],
  body: z.object({ code: codeField }),
  reply: opening,
  rejections: ['INVALID_CODE', 'CODE_EXPIRED', 'TOO_MANY_ATTEMPTS'],
});

export const testWebhook = endpoint({
  method: 'POST',
  path: '/admin/opening/webhook',
  summary:
    'Makes the card provider send events to the webhook, by a payment that is cancelled at once.',
  audience: 'owner',
  personsOnly: true,
  repeat: 'natural',
  changes: ['shop'],
  body: z.object({}),
  reply: z.null(),
  rejections: [],
});

nameShapes({ ShopOpening: opening, OpeningSignature: signature });
