// The operators' search across all subjects (docs/product.md §13).
import * as z from 'zod/mini';
import type { Right } from '#domain/access.ts';
import { DESK_SEARCH_MIN, FOUND_KINDS } from '#domain/desk-search.ts';
import { SEARCH_LENGTH_MAX } from './admin-users.ts';
import { instant } from './amounts.ts';
import { endpoint, type Subject } from './endpoint.ts';
import { nameShapes } from './names.ts';

const found = z.object({
  kind: z.enum(FOUND_KINDS),
  /** The id of the found thing. For a pack type, it is the id in addresses. */
  id: z.string(),
  /** What names the thing: an e-mail address, a tracking number, a serial, a name. */
  name: z.string(),
  /** What distinguishes the thing from others with this name, such as the recipient of a parcel. */
  about: z.nullable(z.string()),
  /** The state of the thing. For a transaction, its kind. */
  state: z.nullable(z.string()),
  /** When the order was placed, the parcel requested, the transaction booked, or the pack taken in. */
  at: z.nullable(instant),
  /** The user whose list of transactions shows a found transaction. Null for anything else. */
  personId: z.nullable(z.uuid()),
});

export type Found = z.output<typeof found>;

/** The search of what one right may see. The browser searches with each right that the operator has. */
function searchOf<const One extends Right>(right: One, what: string, reads: readonly Subject[]) {
  return endpoint({
    method: 'GET',
    path: `/admin/search/${right}`,
    summary: `Finds ${what}.`,
    audience: right,
    repeat: 'none',
    reads,
    query: z.object({
      search: z
        .string('search is required')
        .check(
          z.trim(),
          z.minLength(DESK_SEARCH_MIN, 'search is too short'),
          z.maxLength(SEARCH_LENGTH_MAX, 'search is too long'),
        ),
    }),
    reply: z.object({ found: z.array(found) }),
    rejections: [],
  });
}

export const searchPacking = searchOf(
  'packing',
  'parcels by the start of a tracking number, a name or an address, and packs, cards and singles by their numbers. Packs that somebody has sealed are left out',
  ['shipments', 'packs', 'stock', 'cards', 'singles'],
);

export const searchSupport = searchOf(
  'support',
  "orders and transactions by the start of an id or of the buyer's address, by a document's number, or by the card provider's number",
  ['transactions', 'packs'],
);

export const searchCatalogue = searchOf(
  'catalogue',
  'pack types and cards of the catalogue by their names',
  ['catalogue'],
);

export const searchMoney = searchOf('money', 'people by the start of a name or an address', [
  'account',
]);

export const findPackBySerial = endpoint({
  method: 'POST',
  path: '/admin/search/serial',
  summary:
    'Finds a pack by its whole serial or certification number. If somebody has the pack sealed, this is recorded in the audit log.',
  audience: 'packing',
  // The call is not keyed: a stored response would show the pack again without an entry in the audit log.
  repeat: 'natural',
  changes: ['audit-log'],
  body: z.object({
    serial: z
      .string('serial is required')
      .check(z.trim(), z.minLength(1, 'serial is required'), z.maxLength(80, 'serial is too long')),
  }),
  reply: z.object({ id: z.uuid() }),
  rejections: ['NOT_FOUND'],
});

nameShapes({ Found: found });
