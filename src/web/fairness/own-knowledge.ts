// What only this browser knows of drops: which it was shown and when, the secrets of its people's packs, and their
// tickets. None of it comes from the shop but the tickets, which are the shop's to give. It stays when somebody logs
// out: without a secret a pack of a drop can't be given back, and its ticket is nobody's (choice 520).
import { bytesOfHex } from '#domain/packproof/bytes.ts';
import { writeCanonical } from '#domain/packproof/canon.ts';
import { isOnThisMachine } from '#domain/packproof/log-host.ts';
import { readManifest, readTicket } from '#domain/packproof/log-objects.ts';
import { readProofFile, type Mine } from '#domain/packproof/proof-file.ts';
import { browserStorage } from '../browser/browser-storage.ts';
import { canHash, hashOfManifest, hashOfTicket, newSecret, refOfSecret } from './own-hashes.ts';

const KEY = 'packproof';
/** Of each kind, and for each person, the last so many. */
const KEPT_MOST = 200;
/** Seconds for which a purchase that is begun again is the same: no shop keeps packs for longer. */
const SAME_PURCHASE = 3600;
/** Seconds that a secret waits for its ticket: a bank may think for days. */
const UNUSED_MOST = 30 * 86_400;

type Secret = {
  secret: string;
  ref: string;
  /** When it was made, in seconds since 1970 in UTC. */
  at: number;
  /** What is being bought with it, until it is bought. */
  purchase?: string;
  /** The card payment that it went with. */
  payment?: string;
  /** The id of the pack. */
  place?: string;
  /** The hash of the ticket that came for it, and when. */
  ticket?: string;
  ticketAt?: number;
};

type Known = {
  manifests: Mine['manifests'];
  checkpoints: string[];
  /** The key of each log on this very machine, by its origin. */
  keys: Record<string, string>;
  people: Record<string, Secret[]>;
};

const now = () => Math.floor(Date.now() / 1000);

function read(): Known {
  const nothing: Known = { manifests: [], checkpoints: [], keys: {}, people: {} };
  try {
    return { ...nothing, ...(JSON.parse(browserStorage.getItem(KEY) ?? '{}') as Known) };
  } catch {
    return nothing; // Not what we wrote.
  }
}

/** Answers whether it will be there after the page: some browsers keep nothing, and some have no room. */
function write(known: Known): boolean {
  const text = JSON.stringify({
    ...known,
    manifests: known.manifests.slice(-KEPT_MOST),
    checkpoints: known.checkpoints.slice(-KEPT_MOST),
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
  const kept = secrets.filter(({ ticket, at }) => ticket !== undefined || at > since);
  const known = read();
  return write({ ...known, people: { ...known.people, [userId]: kept.slice(-KEPT_MOST) } });
}

const secretsOf = (userId: string) => read().people[userId] ?? [];

/** Keeps what a page shows of a drop before anything is paid, with when that was the first time. */
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
 * A shop on this very machine that has another key was begun anew by whoever sits here: what was seen of the one before
 * is evidence against nobody (choice 521).
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

/** Two that ask for the same purchase at once get the same. */
const making = new Map<string, Promise<string[] | undefined>>();

/**
 * The hash of a new secret for each pack of a purchase; asked for again, the same. Undefined where this browser could
 * not show the secrets later: then the shop makes them.
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
  if (!canHash() || packs > KEPT_MOST / 2) return undefined;
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

/** Whether secrets for this purchase are here already. */
export function isBegun(userId: string, purchase: string): boolean {
  return begunWith(userId, purchase).length > 0;
}

function begunWith(userId: string, purchase: string): Secret[] {
  const since = now() - SAME_PURCHASE;
  return secretsOf(userId).filter((one) => one.purchase === purchase && one.at > since);
}

/** What is bought next gets secrets of its own; tickets that still come find theirs. */
export function endPurchases(userId: string): void {
  const secrets = secretsOf(userId);
  if (secrets.every(({ purchase }) => purchase === undefined)) return;
  writeSecrets(
    userId,
    secrets.map(({ purchase: _over, ...rest }) => rest),
  );
}

/** What is bought with these secrets is paid by this card payment, in whichever tab its tickets come. */
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
 * Keeps the tickets that the shop gave for secrets of this browser. `by`: the purchase or payment that sent those; a
 * ticket for another's secret in its answer is kept with one of them, and fails its check.
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
    const kept = { ...own, place: one.place, ticket: one.ticket, ticketAt: now() };
    // Another ticket for the same secret stands beside the first.
    if (own.ticket === undefined) secrets[secrets.indexOf(own)] = kept;
    else secrets.push(kept);
  }
  writeSecrets(userId, secrets);
}

/** Whether this browser has the ticket of a pack. */
export function hasTicketOf(userId: string, placeId: string): boolean {
  return secretsOf(userId).some(({ place, ticket }) => place === placeId && ticket !== undefined);
}

/** The secrets with which packs are given back, as far as they are here. */
export function secretsToGiveBack(userId: string, tickets: GivenTicket[]): string[] {
  const refs = new Set(tickets.map(({ ticket }) => readTicket(ticket).ref));
  const secrets = secretsOf(userId).filter(({ ref }) => refs.has(ref));
  return [...new Set(secrets.map(({ secret }) => secret))];
}

/** What was given back is nobody's evidence any more. */
export function forgetTickets(userId: string, tickets: GivenTicket[]): void {
  const refs = new Set(tickets.map(({ ticket }) => readTicket(ticket).ref));
  writeSecrets(
    userId,
    secretsOf(userId).filter(({ ref }) => !refs.has(ref)),
  );
}

/** `mine.json` to one proof: of all that is here, what tells of that drop, that ticket and that shop's logs. */
export async function mineBeside(userId: string | null, proof: string): Promise<string> {
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

/** Keeps the checkpoints that a proof was made to: the shop can't go back behind them. */
export function noteCheckpoints(proof: string): void {
  const known = read();
  const { manifestProof, sealProof } = readProofFile(proof);
  const notes = [manifestProof, ...(sealProof === undefined ? [] : [sealProof])].map(noteOf);
  write({ ...known, checkpoints: notes.reduce(withNote, known.checkpoints) });
}

/** The signed note at the end of a proof. */
function noteOf(tlogProof: string): string {
  return tlogProof.slice(tlogProof.indexOf('\n\n') + 2);
}
