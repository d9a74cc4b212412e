import { describe, expect, test } from 'vitest';
import { proofPrimitives, readVectors } from '../../testing/proofs/proof-primitives.ts';
import { bytesOfHex } from './bytes.ts';
import { writeCanonical, type Canonical } from './canon.ts';
import {
  entryHash,
  readLogEntry,
  readTicket,
  refOf,
  ticketHash,
  type Manifest,
  type Order,
  type Retired,
  type Seal,
  type Ticket,
  type Void,
} from './log-objects.ts';
import { placesOf, uniform } from './order.ts';
import { tagged } from './primitives.ts';
import {
  isNumberOf,
  KNOWN_CHAINS,
  numberOf,
  roundFor,
  timeOfRound,
  type Chain,
} from './public-number.ts';

type Vectors = {
  chain: Omit<Chain, 'publicKey'>;
  rounds: { round: number; time: number; signature: string; number: string }[];
  roundFor: { t: number; round: number; genesis?: number; period?: number; delay?: number }[];
  uniform: { message: string; m: number; x: number }[];
  orderOf5: number[];
  orderOf1000: { first: number[]; last: number[]; sha256: string };
  manifest: Manifest;
  mh: string;
  order: Order;
  secret: string;
  ticket: Ticket;
  ticketHash: string;
  ticketSignature: string;
  seal: Seal;
  void: Void & { secret: string };
  leafHashes: string[];
  retired: Retired;
  retiredHash: string;
  passedOver: { at: number }[];
  passedOverNot: unknown[];
  practice: { publicKey: string; round: number; good: string; xPlusP: string };
  long1000: string;
  torsionSignature: string;
  packs: { document: Canonical; salt: string }[];
};
const vectors = readVectors<Vectors>();
const quicknet = KNOWN_CHAINS.get(vectors.chain.hash)!;
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const number1000 = bytesOfHex(vectors.rounds[1]!.number);

describe('a public number', () => {
  test('is of a chain whose values the verifier contains', () => {
    const { publicKey: _publicKey, ...values } = quicknet;
    expect(values).toEqual({ ...vectors.chain });
  });

  test.each(vectors.rounds)('of round $round is known, and when', (round) => {
    expect(timeOfRound(round.round, quicknet)).toBe(round.time);
    expect(hexOf(numberOf(proofPrimitives, round.signature))).toBe(round.number);
    expect(isNumberOf(proofPrimitives, round, quicknet)).toBe(true);
    const next = { ...round, round: round.round + 1 };
    expect(isNumberOf(proofPrimitives, next, quicknet)).toBe(false);
  });

  test.each(vectors.roundFor)(
    'for a drop of $t is that of round $round',
    ({ t, round, ...own }) => {
      expect(roundFor(t, { ...quicknet, ...own })).toBe(round);
    },
  );

  test('has one spelling: another one of the same point is refused', () => {
    const { publicKey, round, good, xPlusP } = vectors.practice;
    const chain = { ...quicknet, publicKey };
    expect(isNumberOf(proofPrimitives, { round, signature: good }, chain)).toBe(true);
    expect(isNumberOf(proofPrimitives, { round, signature: xPlusP }, chain)).toBe(false);
    const long = { round: 1000, signature: vectors.long1000 };
    expect(isNumberOf(proofPrimitives, long, quicknet)).toBe(false);
    expect(isNumberOf(proofPrimitives, { round, signature: '00'.repeat(48) }, chain)).toBe(false);
  });
});

describe('an order', () => {
  test.each(vectors.uniform)('draws $x below $m', ({ message, m, x }) => {
    expect(uniform(proofPrimitives, number1000, bytesOfHex(message), m)).toBe(x);
  });

  test('has every pack at one place', () => {
    expect(placesOf(proofPrimitives, 5, vectors.mh, number1000)).toEqual(vectors.orderOf5);
    const places = placesOf(proofPrimitives, 1000, vectors.mh, number1000);
    const { first, last, sha256 } = vectors.orderOf1000;
    expect(places.slice(0, first.length)).toEqual(first);
    expect(places.slice(-last.length)).toEqual(last);
    expect(hexOf(proofPrimitives.sha256(proofPrimitives.utf8(places.join())))).toBe(sha256);
    expect(new Set(places).size).toBe(1000);
  });
});

describe('the entries of a drop', () => {
  const { manifest, order, seal, ticket } = vectors;
  const entries = { manifest, order, seal, void: vectors.void };
  const [pack] = vectors.packs;
  const document = writeCanonical(pack!.document);
  const { secret: _secret, ...unsaid } = vectors.void;
  const withdrawn = { ...unsaid, kind: 'withdraw', reason: 'Damaged', document, salt: pack!.salt };
  const { ticket: _ticket, ...withdraw } = withdrawn;
  const others = {
    shown: { ...unsaid, document, salt: pack!.salt },
    withdraw,
    close: { v: 2, kind: 'close', manifest: vectors.mh, at: 7, carried: [0, 3] },
    contents: {
      v: 2,
      kind: 'contents',
      manifest: vectors.mh,
      at: 7,
      file: vectors.mh,
      unopened: [],
    },
    key: { v: 2, kind: 'key', vkey: 'a', at: 7 },
    incident: { v: 2, kind: 'incident', at: 7, text: 'Lost.', origin: 'shop.example/log' },
    verifier: { v: 2, kind: 'verifier', file: vectors.mh, at: 7 },
    retired: vectors.retired,
  };
  const all = { ...entries, ...others };
  const read = (entry: unknown) => readLogEntry(writeCanonical(entry as Canonical));

  test('have its hashes', () => {
    const hashOf = (entry: Canonical) => entryHash(proofPrimitives, writeCanonical(entry));
    expect(hashOf(manifest)).toBe(vectors.mh);
    expect([order, seal, vectors.void].map(hashOf)).toEqual(vectors.leafHashes);
    expect(hashOf(vectors.retired)).toBe(vectors.retiredHash);
  });

  test.each(Object.entries(all))(
    '%s is read as it was written, with no field more or less',
    (_name, entry) => {
      expect(read(entry)).toEqual(entry);
      expect(() => read({ ...entry, index: 0 })).toThrow('exactly the fields');
      for (const field of Object.keys(entry)) {
        if (field === 'kind' || field === 'origin') continue;
        const rest = Object.entries(entry).filter(([name]) => name !== field);
        expect(() => read(Object.fromEntries(rest))).toThrow('exactly the fields');
        expect(() => read({ ...entry, [field]: { a: 1 } })).toThrow('exactly the fields');
      }
    },
  );

  test.each<[string, unknown]>([
    ['a negative price', { ...manifest, priceCents: -1 }],
    ['a rule that is not known', { ...manifest, rule: 'beacon' }],
    ['no packs', { ...manifest, packCount: 0 }],
    ['more packs than a log can hold', { ...manifest, packCount: 9001 }],
    ['odds in no order', { ...manifest, odds: manifest.odds.toReversed() }],
    ['a rarity twice', { ...manifest, odds: [manifest.odds[0], manifest.odds[0]] }],
    ['upper case', { ...order, manifest: order.manifest.toUpperCase() }],
    ['a number in 96 bytes', { ...order, signature: vectors.long1000 }],
    ['tickets in no order', { ...seal, tickets: seal.tickets.toReversed() }],
    ['no tickets', { ...seal, tickets: [] }],
    ['a pack given back with both', { ...vectors.void, document, salt: pack!.salt }],
    ['a pack given back with neither', unsaid],
    ['leaves twice', { ...others.close, carried: [1, 1] }],
  ])('with %s is refused', (_what, entry) => {
    expect(() => read(entry)).toThrow('exactly the fields');
  });

  test('are of a known kind', () => {
    for (const kind of ['ticket', 'draw', 'toString']) {
      expect(() => read({ ...seal, kind })).toThrow('an unknown kind');
    }
    expect(() => read([])).toThrow('an unknown kind');
    expect(() => readLogEntry('{ }')).toThrow('canonical');
  });

  test('are passed over if their kind is unknown and begins with x-, whatever they say', () => {
    for (const entry of vectors.passedOver) {
      expect(read(entry)).toEqual({ v: 2, kind: 'x-', at: entry.at });
    }
    for (const entry of vectors.passedOverNot) expect(() => read(entry)).toThrow(Error);
  });

  test('has at most 700 retired cards, and the longest entry fits into the log', () => {
    const labels = Array.from({ length: 701 }, (_, at) => at.toString(16).padStart(64, '0'));
    const longest = { ...vectors.retired, at: 9_999_999_999, labels: labels.slice(1) };
    expect(read(longest)).toBeTruthy();
    expect(writeCanonical(longest).length).toBeLessThanOrEqual(49_152);
    expect(() => read({ ...longest, labels })).toThrow('exactly the fields');
  });

  test('has at most 400 tickets in a seal', () => {
    const tickets = Array.from({ length: 401 }, (_, place) => ({ hash: vectors.mh, place }));
    expect(read({ ...seal, tickets: tickets.slice(1) })).toBeTruthy();
    expect(() => read({ ...seal, tickets })).toThrow('exactly the fields');
  });

  test('a ticket names its buyer’s secret by its ref, and is signed once', () => {
    const written = writeCanonical(ticket);
    expect(readTicket(written)).toEqual(ticket);
    expect(refOf(proofPrimitives, bytesOfHex(vectors.secret))).toBe(ticket.ref);
    expect(ticketHash(proofPrimitives, written)).toBe(vectors.ticketHash);
    const message = tagged(proofPrimitives, 'ticket', proofPrimitives.utf8(written));
    const key = bytesOfHex(manifest.ticketKey);
    const holds = (signature: string) =>
      proofPrimitives.ed25519Verify(key, message, bytesOfHex(signature));
    expect(holds(vectors.ticketSignature)).toBe(true);
    expect(holds(vectors.torsionSignature)).toBe(false);
  });

  test('a pack is returned with the secret of its own ticket', () => {
    const { ref } = readTicket(vectors.void.ticket);
    expect(refOf(proofPrimitives, bytesOfHex(vectors.void.secret))).toBe(ref);
    expect(refOf(proofPrimitives, bytesOfHex(vectors.secret))).not.toBe(ref);
  });
});
