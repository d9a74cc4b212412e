// The objects of the public log, and the ticket. Each is sent as canonical JSON. The hash of an object in the log is
// the leaf hash of its text.
import { hexOf } from './bytes.ts';
import { readCanonical } from './canon.ts';
import { taggedHash, type Primitives } from './primitives.ts';
import {
  ascending,
  count,
  flag,
  hash,
  listOf,
  numberSignature,
  only,
  optional,
  positive,
  readStrict,
  text,
  withFields,
  type Kind,
} from './strict.ts';
import { leafHash } from './tree.ts';

/**
 * Describes a drop, and is published before the drop's first sale. Times are in seconds since 1970 in UTC, and
 * amounts of money in cents.
 */
export type Manifest = {
  v: 2;
  kind: 'manifest';
  /** The log's origin. */
  shop: string;
  packType: string;
  /** The number of the drop among the drops of its pack type, from 1. */
  number: number;
  rule: 'places';
  /** The hash of the chain whose number orders the drop. */
  chain: string;
  currency: string;
  priceCents: number;
  packCount: number;
  /**
   * The root over the raw commitments in ascending order. The index of a pack's commitment in that order is the
   * pack's leaf.
   */
  packsRoot: string;
  publishedAt: number;
  opensAt: number;
  closesBy: number;
  /** For each rarity, in ascending order, the number of packs with at least one card of that rarity. */
  odds: { packs: number; rarity: string }[];
  /** The number of packs carried over from the previous drop. */
  carried: number;
  ticketKey: string;
  staffMayBuy: boolean;
};

/** Names the public number that orders a drop. */
export type Order = { v: 2; kind: 'order'; manifest: string; round: number; signature: string };

/**
 * The buyer's proof of a sold place. It is no entry of the log, but a seal contains its hash, and a void contains
 * its text.
 */
export type Ticket = {
  v: 2;
  kind: 'ticket';
  manifest: string;
  place: number;
  ref: string;
  issuedAt: number;
};

/** Seals tickets into the log, each by its hash. */
export type Seal = {
  v: 2;
  kind: 'seal';
  manifest: string;
  seq: number;
  sealedAt: number;
  tickets: { hash: string; place: number }[];
};

/** The return of an unopened pack. It contains either the buyer's secret or the pack's contents. */
export type Void = {
  v: 2;
  kind: 'void';
  manifest: string;
  place: number;
  ticket: string;
  at: number;
} & ({ secret: string } | { document: string; salt: string });

export type Withdraw = {
  v: 2;
  kind: 'withdraw';
  manifest: string;
  place: number;
  document: string;
  salt: string;
  reason: string;
  at: number;
};

/** The end of a drop's sale. `carried` has the leaves that go into the pack type's next drop. */
export type Close = { v: 2; kind: 'close'; manifest: string; at: number; carried: number[] };

/**
 * Publishes the contents of a closed drop. `file` is the hash of the contents file. `unopened` has the sold leaves
 * that the file leaves out because their packs are still sealed.
 */
export type Contents = {
  v: 2;
  kind: 'contents';
  manifest: string;
  at: number;
  file: string;
  unopened: number[];
};

/** Changes the log's key. From this entry on, `vkey` signs. */
type Key = { v: 2; kind: 'key'; vkey: string; at: number };

/**
 * An incident in words. In the first entry of a log, `origin` and `checkpoint` name the older log that this log
 * replaces.
 */
type Incident = {
  v: 2;
  kind: 'incident';
  at: number;
  text: string;
  origin?: string;
  checkpoint?: string;
};

/** The hash of a new version of the file that checks proofs. */
type VerifierFile = { v: 2; kind: 'verifier'; file: string; at: number };

/** Graded cards that came back to the shop, each by the hash of its label. They never come back in a pack. */
export type Retired = { v: 2; kind: 'x-retired'; at: number; labels: string[] };

/**
 * An entry of a kind that begins with `x-` and is unknown here. Readers pass over it, so that a later version can add
 * such kinds while older readers go on (choice 963).
 */
type PassedOver = { v: 2; kind: 'x-'; at: number };

export type LogEntry =
  | Manifest
  | Order
  | Seal
  | Void
  | Withdraw
  | Close
  | Contents
  | Key
  | Incident
  | VerifierFile
  | Retired
  | PassedOver;

/** The maximum number of packs in a drop, because an entry of 48 KB can't list more leaves. */
const MOST_PACKS = 9000;

/** The maximum number of tickets in a seal. */
const MOST_TICKETS = 400;

/** The maximum number of labels in an entry. */
export const MOST_RETIRED = 700;

const headed = (kind: string) => ({ v: only(2), kind: only(kind) });
const voidFields = { ...headed('void'), manifest: hash, place: count, ticket: text, at: count };

const isRisingBy = (value: unknown, rises: (one: never, next: never) => boolean) =>
  (value as never[]).every((item, at, all) => at === 0 || rises(all[at - 1]!, item));

const isOdds: Kind = (value) =>
  listOf(withFields({ packs: positive, rarity: text }))(value) &&
  isRisingBy(
    value,
    (one: { rarity: string }, next: { rarity: string }) => one.rarity < next.rarity,
  );

const isTickets: Kind = (value) =>
  listOf(withFields({ hash, place: count }))(value) &&
  (value as unknown[]).length > 0 &&
  (value as unknown[]).length <= MOST_TICKETS &&
  isRisingBy(value, (one: { place: number }, next: { place: number }) => one.place < next.place);

const isLabels: Kind = (value) =>
  listOf(hash)(value) &&
  (value as unknown[]).length > 0 &&
  (value as unknown[]).length <= MOST_RETIRED &&
  isRisingBy(value, (one: string, next: string) => one < next);

const isTicket = withFields({
  ...headed('ticket'),
  manifest: hash,
  place: count,
  ref: hash,
  issuedAt: count,
});

const ENTRIES: Record<Exclude<LogEntry['kind'], 'x-'>, Kind> = {
  manifest: withFields({
    ...headed('manifest'),
    shop: text,
    packType: text,
    number: count,
    rule: only('places'),
    chain: hash,
    currency: text,
    priceCents: count,
    packCount: (value) => count(value) && Number(value) >= 1 && Number(value) <= MOST_PACKS,
    packsRoot: hash,
    publishedAt: count,
    opensAt: count,
    closesBy: count,
    odds: isOdds,
    carried: count,
    ticketKey: hash,
    staffMayBuy: flag,
  }),
  order: withFields({
    ...headed('order'),
    manifest: hash,
    round: count,
    signature: numberSignature,
  }),
  seal: withFields({
    ...headed('seal'),
    manifest: hash,
    seq: count,
    sealedAt: count,
    tickets: isTickets,
  }),
  void: (value) =>
    withFields({ ...voidFields, secret: hash })(value) ||
    withFields({ ...voidFields, document: text, salt: hash })(value),
  withdraw: withFields({
    ...headed('withdraw'),
    manifest: hash,
    place: count,
    document: text,
    salt: hash,
    reason: text,
    at: count,
  }),
  close: withFields({ ...headed('close'), manifest: hash, at: count, carried: ascending }),
  contents: withFields({
    ...headed('contents'),
    manifest: hash,
    at: count,
    file: hash,
    unopened: ascending,
  }),
  key: withFields({ ...headed('key'), vkey: text, at: count }),
  incident: withFields({
    ...headed('incident'),
    at: count,
    text,
    origin: optional(text),
    checkpoint: optional(text),
  }),
  verifier: withFields({ ...headed('verifier'), file: hash, at: count }),
  'x-retired': withFields({ ...headed('x-retired'), at: count, labels: isLabels }),
};

/** Parses a log entry. Throws if the text is not canonical, its kind is unknown, or its fields are wrong. */
export function readLogEntry(written: string): LogEntry {
  const value = readCanonical(written) as { kind?: unknown; v?: unknown; at?: unknown };
  const kind = value.kind as keyof typeof ENTRIES;
  if (typeof kind !== 'string') throw new Error('An entry of the log is of an unknown kind');
  if (Object.hasOwn(ENTRIES, kind)) return readStrict<LogEntry>(written, ENTRIES[kind], kind);
  if (!kind.startsWith('x-')) throw new Error('An entry of the log is of an unknown kind');
  return passOver(value);
}

/** Reads of an entry only what all entries have. Throws if it lacks that. */
function passOver(value: { v?: unknown; at?: unknown }): PassedOver {
  const { v, at } = value;
  if (v !== 2 || !count(at)) throw new Error('An entry of the log has no version, or no time');
  return { v, kind: 'x-', at: at as number };
}

export const readManifest = (written: string) =>
  readStrict<Manifest>(written, ENTRIES.manifest, 'manifest');
export const readOrder = (written: string) => readStrict<Order>(written, ENTRIES.order, 'order');
export const readSeal = (written: string) => readStrict<Seal>(written, ENTRIES.seal, 'seal');
export const readTicket = (written: string) => readStrict<Ticket>(written, isTicket, 'ticket');

/** The hash of a logged object's text. The hash of a manifest names its drop. */
export function entryHash(primitives: Primitives, written: string): string {
  return hexOf(leafHash(primitives, primitives.utf8(written)));
}

/** The hash by which a seal names a ticket. */
export function ticketHash(primitives: Primitives, written: string): string {
  return hexOf(taggedHash(primitives, 'ticket', primitives.utf8(written)));
}

/** A ticket's `ref`, which is the hash of the buyer's secret of 32 bytes. */
export function refOf(primitives: Primitives, secret: Uint8Array): string {
  return hexOf(taggedHash(primitives, 'ref', secret));
}
