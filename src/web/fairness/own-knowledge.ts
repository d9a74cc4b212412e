// Data about drops that only this browser has: which drops it showed and when, and its users' secrets and tickets. Only
// the tickets come from the shop. Logging out does not delete the data, because a pack of a drop can't be returned
// without its secret, and a ticket without its secret is worthless (choice 520).
import { bytesOfHex } from '#domain/packproof/bytes.ts';
import { writeCanonical } from '#domain/packproof/canon.ts';
import { isOnThisMachine } from '#domain/packproof/log-host.ts';
import { readManifest, readTicket } from '#domain/packproof/log-objects.ts';
import { readProofFile, type Mine } from '#domain/packproof/proof-file.ts';
import { browserStorage } from '../browser/browser-storage.ts';
import { canHash, hashOfManifest, hashOfTicket, newSecret, refOfSecret } from './own-hashes.ts';

const KEY = 'packproof';
/** The maximum number of stored entries of each kind, and for each user. The oldest entries are removed. */
const STORED_MOST = 200;
/** For this many seconds, a repeated purchase counts as the same purchase. No shop reserves packs for longer. */
const SAME_PURCHASE = 3600;
/** An unused secret is stored for this many seconds. Its ticket may arrive late: a bank may take days. */
const UNUSED_MOST = 30 * 86_400;

type Secret = {
  secret: string;
  ref: string;
  /** When the secret was created, in seconds since 1970 in UTC. */
  at: number;
  /** The purchase that sent the secret. Removed when the purchase has ended. */
  purchase?: string;
  /** The card payment that sent the secret. */
  payment?: string;
  /** The id of the place that the shop sold to the purchase with this secret. */
  place?: string;
  /** The hash of the ticket that the shop issued for the secret. */
  ticket?: string;
  ticketAt?: number;
};

type Known = {
  manifests: Mine['manifests'];
  checkpoints: string[];
  /** The key of each log that runs on this machine (localhost), by the log's origin. */
  keys: Record<string, string>;
  people: Record<string, Secret[]>;
};

const now = () => Math.floor(Date.now() / 1000);

function read(): Known {
  const nothing: Known = { manifests: [], checkpoints: [], keys: {}, people: {} };
  try {
    return { ...nothing, ...(JSON.parse(browserStorage.getItem(KEY) ?? '{}') as Known) };
  } catch {
    return nothing; // The stored text is not valid JSON, so this file did not write it.
  }
}

/**
 * Stores the data. Returns whether the data will survive a reload. It will not if the browser stores nothing or has no
 * space left.
 */
function write(known: Known): boolean {
  const text = JSON.stringify({
    ...known,
    manifests: known.manifests.slice(-STORED_MOST),
    checkpoints: known.checkpoints.slice(-STORED_MOST),
  });
  try {
    browserStorage.setItem(KEY, text);
    return window.localStorage.getItem(KEY) === text;
  } catch {
    return false;
  }
}

function writeSecrets(userId: string, secrets: Secret[]): boolean {
  const since = now() - UNUSED_MOST;
  const current = secrets.filter(({ ticket, at }) => ticket !== undefined || at > since);
  const known = read();
  return write({ ...known, people: { ...known.people, [userId]: current.slice(-STORED_MOST) } });
}

const secretsOf = (userId: string) => read().people[userId] ?? [];

/** Stores the drop that a page shows before a payment, and the time when this browser first showed the drop. */
export async function noteDrop(manifest: string, checkpoint: string | null): Promise<void> {
  if (!canHash()) return;
  const { shop, packType, number, ticketKey } = readManifest(manifest);
  const hash = await hashOfManifest(manifest);
  const known = onThisMachine(read(), shop, ticketKey);
  const isKnown = known.manifests.some((one) => one.hash === hash);
  const manifests = isKnown
    ? known.manifests
    : [...known.manifests, { hash, at: now(), shop, packType, number }];
  write({ ...known, manifests, checkpoints: withNote(known.checkpoints, checkpoint) });
}

const withNote = (notes: string[], note: string | null): string[] =>
  note === null || notes.includes(note) ? notes : [...notes, note];

/**
 * If a shop on this machine has a new key, removes the data about it. The developer has set the shop up again, so the
 * data is no evidence any more (choice 521).
 */
function onThisMachine(known: Known, origin: string, key: string): Known {
  if (!isOnThisMachine(origin)) return known;
  const keys = { ...known.keys, [origin]: key };
  if (known.keys[origin] === undefined || known.keys[origin] === key) return { ...known, keys };
  return {
    ...known,
    keys,
    manifests: known.manifests.filter(({ shop }) => shop !== origin),
    checkpoints: known.checkpoints.filter((note) => !note.startsWith(`${origin}\n`)),
  };
}

/** Calls of `refsFor` in progress. Two calls at the same time for one purchase get the same secrets. */
const making = new Map<string, Promise<string[] | undefined>>();

/**
 * Creates a secret for each pack of a purchase and returns the hashes of the secrets. A repeated call returns the same
 * hashes. If this browser can't hash or can't store that many secrets, returns undefined; then the shop creates the
 * secrets.
 */
export function refsFor(
  userId: string,
  purchase: string,
  packs: number,
): Promise<string[] | undefined> {
  const name = `${userId} ${purchase}`;
  const made =
    making.get(name) ?? makeRefs(userId, purchase, packs).finally(() => making.delete(name));
  making.set(name, made);
  return made;
}

async function makeRefs(
  userId: string,
  purchase: string,
  packs: number,
): Promise<string[] | undefined> {
  const before = begunWith(userId, purchase);
  if (before.length === packs) return before.map(({ ref }) => ref);
  if (!canHash() || packs > STORED_MOST / 2) return undefined;
  const at = now();
  const made = await Promise.all(
    Array.from({ length: packs }, async (): Promise<Secret> => {
      const secret = newSecret();
      return { secret, ref: await refOfSecret(bytesOfHex(secret)), at, purchase };
    }),
  );
  const others = secretsOf(userId).map((one) => withoutPurchase(one, purchase));
  return writeSecrets(userId, [...others, ...made]) ? made.map(({ ref }) => ref) : undefined;
}

function withoutPurchase({ purchase, ...rest }: Secret, ended: string): Secret {
  return purchase === undefined || purchase === ended ? rest : { ...rest, purchase };
}

/** Returns whether this browser already has secrets for this purchase. */
export function isBegun(userId: string, purchase: string): boolean {
  return begunWith(userId, purchase).length > 0;
}

function begunWith(userId: string, purchase: string): Secret[] {
  const since = now() - SAME_PURCHASE;
  return secretsOf(userId).filter((one) => one.purchase === purchase && one.at > since);
}

/**
 * Marks all purchases as ended, so that the next purchase gets new secrets. The secrets themselves stay, because their
 * tickets may still arrive.
 */
export function endPurchases(userId: string): void {
  const secrets = secretsOf(userId);
  if (secrets.every(({ purchase }) => purchase === undefined)) return;
  writeSecrets(
    userId,
    secrets.map(({ purchase: _over, ...rest }) => rest),
  );
}

/**
 * Links the secrets of a purchase to its card payment. If the tickets arrive in another tab, that tab can then find
 * their secrets.
 */
export function notePayment(userId: string, purchase: string, payment: string): void {
  const secrets = secretsOf(userId);
  if (!secrets.some((one) => one.purchase === purchase && one.payment !== payment)) return;
  writeSecrets(
    userId,
    secrets.map((one) => (one.purchase === purchase ? { ...one, payment } : one)),
  );
}

export type GivenTicket = { placeId: string; ticket: string };

/**
 * Stores the tickets that the shop issued for this browser's secrets. `by`: the purchase or payment that sent the
 * secrets. If a ticket fits none of the secrets, the shop made it for another secret; it is then stored with a secret
 * of `by` that has no ticket, so that the check of the ticket fails.
 */
export async function storeTickets(
  userId: string,
  tickets: readonly GivenTicket[],
  by?: string,
): Promise<void> {
  if (!canHash() || tickets.length === 0) return;
  const given = await Promise.all(
    tickets.map(async ({ placeId, ticket }) => ({
      place: placeId,
      ref: readTicket(ticket).ref,
      ticket: await hashOfTicket(ticket),
    })),
  );
  const secrets = secretsOf(userId);
  for (const one of given) {
    if (secrets.some(({ ticket }) => ticket === one.ticket)) continue;
    const isFor = ({ ref }: Secret) => ref === one.ref;
    const isSpare = (own: Secret) =>
      by !== undefined &&
      [own.purchase, own.payment].includes(by) &&
      own.ticket === undefined &&
      !given.some(({ ref }) => ref === own.ref);
    const own = secrets.find(isFor) ?? secrets.find(isSpare);
    if (own === undefined) continue;
    const withTicket = { ...own, place: one.place, ticket: one.ticket, ticketAt: now() };
    // If the secret has a ticket already, the second ticket is stored in an entry of its own.
    if (own.ticket === undefined) secrets[secrets.indexOf(own)] = withTicket;
    else secrets.push(withTicket);
  }
  writeSecrets(userId, secrets);
}

/** Returns whether this browser has the ticket of a pack. */
export function hasTicketOf(userId: string, placeId: string): boolean {
  return secretsOf(userId).some(({ place, ticket }) => place === placeId && ticket !== undefined);
}

/** Returns the secrets that a return of these packs needs. If this browser lacks a secret, the list lacks it too. */
export function secretsToGiveBack(userId: string, tickets: GivenTicket[]): string[] {
  const refs = new Set(tickets.map(({ ticket }) => readTicket(ticket).ref));
  const secrets = secretsOf(userId).filter(({ ref }) => refs.has(ref));
  return [...new Set(secrets.map(({ secret }) => secret))];
}

/** Deletes the tickets and secrets of returned packs, because they are no evidence any more. */
export function forgetTickets(userId: string, tickets: GivenTicket[]): void {
  const refs = new Set(tickets.map(({ ticket }) => readTicket(ticket).ref));
  writeSecrets(
    userId,
    secretsOf(userId).filter(({ ref }) => !refs.has(ref)),
  );
}

/** Returns the file `mine.json` for a proof: this browser's data about the drop, the ticket and the logs. */
export async function mineFileFor(userId: string | null, proof: string): Promise<string> {
  const { manifest, ticket } = readProofFile(proof);
  const [{ shop, packType }, { ref }] = [readManifest(manifest), readTicket(ticket)];
  const host = shop.split('/')[0]!;
  const hash = userId !== null && canHash() ? await hashOfTicket(ticket) : null;
  const { manifests, checkpoints, people } = read();
  const secrets = (userId === null ? undefined : people[userId]) ?? [];
  const mine: Mine = {
    v: 2,
    kind: 'mine',
    manifests: manifests.filter((one) => one.shop === shop && one.packType === packType),
    tickets: secrets
      .filter((one) => one.ref === ref || one.ticket === hash)
      .flatMap(({ secret, ticket: own, ticketAt: at }) =>
        own === undefined || at === undefined ? [] : [{ hash: own, at, secret }],
      ),
    checkpoints: checkpoints.filter((note) => note.split(/[/\n]/)[0] === host),
  };
  return writeCanonical(mine);
}

/** Stores the checkpoints of a proof. If the shop shortens its log later, the checks will detect it. */
export function noteCheckpoints(proof: string): void {
  const known = read();
  const { manifestProof, sealProof } = readProofFile(proof);
  const notes = [manifestProof, ...(sealProof === undefined ? [] : [sealProof])].map(noteOf);
  write({ ...known, checkpoints: notes.reduce(withNote, known.checkpoints) });
}

/** Returns the signed note at the end of a proof. */
function noteOf(tlogProof: string): string {
  return tlogProof.slice(tlogProof.indexOf('\n\n') + 2);
}
