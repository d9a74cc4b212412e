import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bothOf } from '../../testing/proofs/both-verifiers.ts';
import { filesOf, LIES, UNPROVABLE } from '../../testing/proofs/lying-shop.ts';
import {
  byCommitment,
  checkpointOver,
  CLOSED_AT,
  contentsFile,
  fileHash,
  honestDrop,
  ISSUED_AT,
  logKey,
  logOver,
  MANIFEST,
  mineOf,
  moved,
  newPack,
  nextKey,
  NOW,
  OPENS_AT,
  PACKS_BY_LEAF,
  packsRoot,
  POLICY,
  proofOf,
  retired,
  secretOf,
  type Entry,
} from '../../testing/proofs/proof-log.ts';
import { ownChain } from '../../testing/proofs/own-chain.ts';
import { newSigner, proofPrimitives, readVectors } from '../../testing/proofs/proof-primitives.ts';
import {
  extendsTree,
  includes,
  isNumber,
  isSigned,
  labelHash,
  orderOf,
  parse,
  uniform,
  type Asked,
} from '../../testing/proofs/second-verifier.ts';
import { seededRandom } from '../seeded-random.ts';
import { bytesOfHex, hexOf } from './bytes.ts';
import { writeCanonical, type Canonical } from './canon.ts';
import type { CheckName } from './check.ts';
import { tagged } from './primitives.ts';
import type { Mine, ProofFile } from './proof-file.ts';
import { writeVerifierKey } from './note.ts';
import { KNOWN_CHAINS } from './public-number.ts';

type Vectors = Record<'manifest' | 'order' | 'ticket' | 'seal' | 'void', Canonical> & {
  canonSame: { text: string }[];
  canonReaderRefuses: string[];
  canonReaderTakes: string[];
  packs: { document: Canonical; salt: string; commitment: string }[];
  rounds: { round: number; signature: string; number: string }[];
  uniform: { message: string; m: number; x: number }[];
  orderOf5: number[];
  orderOf1000: { first: number[]; last: number[]; sha256: string };
  mh: string;
  ticketSeed: string;
  ticketSignature: string;
  torsionSignature: string;
  torsionKey: string;
  practice: { publicKey: string; round: number; good: string; xPlusP: string };
  long1000: string;
  manifestProof: string;
  sealProof: string;
  consistency: string[];
  leaf: number;
  path: string[];
  mine: Mine;
  policy: string;
  labels: { label: string; hash: string }[];
  passedOver: Entry[];
  passedOverNot: Entry[];
  ct: { inputs: string[]; root: string; path5of8: string[]; consistency6to8: string[] };
};
const vectors = readVectors<Vectors>();
const quicknet = [...KNOWN_CHAINS.values()][0]!;

describe('a second verifier, written from the document alone, agrees on the vectors', () => {
  test('and imports nothing of the shop’s own code', () => {
    const file = new URL('../../testing/proofs/second-verifier.ts', import.meta.url);
    const sources = readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'([^']+)'/g);
    expect(Array.from(sources, ([, source]) => source)).toEqual([
      'node:crypto',
      '@noble/curves/bls12-381.js',
      '@noble/curves/ed25519.js',
    ]);
  });

  test('of canonical JSON', () => {
    for (const { text } of vectors.canonSame) expect(() => parse(text)).not.toThrow();
    for (const text of vectors.canonReaderTakes) expect(() => parse(text)).not.toThrow();
    for (const text of vectors.canonReaderRefuses) expect(() => parse(text)).toThrow(Error);
  });

  test('of the public number, and the order that it gives', () => {
    for (const { round, signature } of vectors.rounds) {
      expect(isNumber(round, signature, quicknet.publicKey)).toBe(true);
      expect(isNumber(round + 1, signature, quicknet.publicKey)).toBe(false);
    }
    const { publicKey, round, good, xPlusP } = vectors.practice;
    expect(isNumber(round, good, publicKey)).toBe(true);
    expect(isNumber(round, xPlusP, publicKey)).toBe(false);
    expect(isNumber(1000, vectors.long1000, quicknet.publicKey)).toBe(false);
    const number = bytesOfHex(vectors.rounds[1]!.number);
    for (const { message, m, x } of vectors.uniform) {
      expect(uniform(number, bytesOfHex(message), m)).toBe(x);
    }
    expect(orderOf(5, vectors.mh, number)).toEqual(vectors.orderOf5);
    const long = orderOf(1000, vectors.mh, number);
    const digest = proofPrimitives.sha256(proofPrimitives.utf8(long.join()));
    expect(hexOf(digest)).toBe(vectors.orderOf1000.sha256);
  });

  test('of signatures', () => {
    const { key } = newSigner('shop.example/log', 'log', vectors.ticketSeed);
    const message = tagged(
      proofPrimitives,
      'ticket',
      proofPrimitives.utf8(writeCanonical(vectors.ticket)),
    );
    expect(isSigned(key.key, message, bytesOfHex(vectors.ticketSignature))).toBe(true);
    expect(isSigned(key.key, message, bytesOfHex(vectors.torsionSignature))).toBe(false);
  });

  test('of the labels of graded cards', () => {
    for (const { label, hash } of vectors.labels) expect(labelHash(label)).toBe(hash);
  });

  test('of Certificate Transparency', () => {
    const { inputs, root, path5of8, consistency6to8 } = vectors.ct;
    const { sha256 } = proofPrimitives;
    const leaf = sha256(Uint8Array.of(0, ...bytesOfHex(inputs[5]!)));
    const path = path5of8.map(bytesOfHex);
    expect(includes(leaf, 5, 8, path, bytesOfHex(root))).toBe(true);
    expect(includes(leaf, 4, 8, path, bytesOfHex(root))).toBe(false);
    const [c, d, cd] = consistency6to8.map(bytesOfHex);
    // By RFC 9162 2.1.5, the root of six entries combines the left four entries and the last two.
    const node = (left: Uint8Array, right: Uint8Array) =>
      sha256(Uint8Array.of(1, ...left, ...right));
    const ofSix = node(cd!, c!);
    expect(extendsTree(6, ofSix, 8, bytesOfHex(root), [c!, d!, cd!])).toBe(true);
    expect(extendsTree(5, ofSix, 8, bytesOfHex(root), [c!, d!, cd!])).toBe(false);
  });

  test('of a whole proof, with the log and without', () => {
    const pack = byCommitment(vectors.packs).at(vectors.leaf)!;
    const { manifestProof, sealProof, ticketSignature, consistency, leaf, path, policy } = vectors;
    const text = (name: 'manifest' | 'order' | 'ticket' | 'seal' | 'void') =>
      writeCanonical(vectors[name]);
    const proof = writeCanonical({
      v: 2,
      kind: 'packproof',
      manifest: text('manifest'),
      manifestProof,
      order: text('order'),
      ticket: text('ticket'),
      ticketSignature,
      seal: text('seal'),
      sealProof,
      consistency,
      document: writeCanonical(pack.document),
      salt: pack.salt,
      leaf,
      path,
    });
    const mine = writeCanonical(vectors.mine as unknown as Canonical);
    const log = {
      entries: [text('manifest'), text('order'), text('seal'), text('void')],
      checkpoint: vectors.mine.checkpoints[0]!,
      commitments: new Map([[vectors.mh, vectors.packs.map((one) => one.commitment).toSorted()]]),
      contents: new Map(),
      keyProofs: new Map(),
    };
    const now = 1_692_810_030;
    const states = (asked: Partial<Asked>) => {
      const found = bothOf({ proof, now, ...asked });
      return Object.values(found)
        .map((state) => state[0])
        .join('');
    };
    expect(states({ mine, policy, log })).toBe('gggggggrg');
    expect(states({ mine, policy })).toBe('gggggggww');
    expect(states({ policy, log })).toBe('aagggggrg');
    expect(states({})).toBe('aagagggww');
  });
});

test('the document has the values that the verifiers use', () => {
  const document = readFileSync(new URL('../../../docs/fairness.md', import.meta.url), 'utf8');
  const { hash, publicKey, genesis } = quicknet;
  const { signature, number } = vectors.rounds[1]!;
  for (const value of [hash, publicKey, String(genesis), signature, number, vectors.mh]) {
    expect(document).toContain(value);
  }
  expect(document).toContain(vectors.orderOf5.join(', '));
});

type Mutant = { proof: ProofFile | string; mine?: Mine; red: CheckName | 'refused' };
type Dice = ReturnType<typeof newDice>;

function newDice(seed: number) {
  const random = seededRandom(`proof ${seed}`);
  const below = (count: number) => Math.floor(random() * count);
  /** Changes one character of a text to another of the same kind. */
  const flipped = (text: string, from = 0, kind = /[0-9a-f]/, signs = '0123456789abcdef') => {
    const places = Array.from(text, (_sign, at) => at).filter(
      (at) => at >= from && kind.test(text[at]!),
    );
    const at = places[below(places.length)]!;
    const others = signs.split('').filter((sign) => sign !== text[at]);
    return `${text.slice(0, at)}${others[below(others.length)]}${text.slice(at + 1)}`;
  };
  return { below, flipped };
}

const edited = (text: string | undefined, fields: (held: Entry) => Entry) => {
  const held = JSON.parse(text!) as Entry;
  return writeCanonical({ ...held, ...fields(held) });
};
const asText = (proof: ProofFile) => writeCanonical(proof as unknown as Canonical);
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * Changes one character of a base64 word in a text. Never changes the last four characters, because a change of
 * these may not matter.
 */
function flippedWord(text: string, word: RegExp, { flipped }: Dice): string {
  return text.replace(word, (_all, before: string, base64: string) => {
    const head = base64.slice(0, -4);
    return `${before}${flipped(head, 8, /[A-Za-z0-9+/]/, BASE64)}${base64.slice(-4)}`;
  });
}

const KINDS: Record<string, (proof: ProofFile, dice: Dice, place: number) => Mutant> = {
  'is cut off': (proof, { below }) => ({
    proof: asText(proof).slice(0, 1 + below(asText(proof).length - 2)),
    red: 'refused',
  }),
  'has a field that is none': (proof) => ({
    proof: asText({ ...proof, price: 499 } as ProofFile),
    red: 'refused',
  }),
  'is written otherwise': (proof, { below }) => ({
    proof: asText(proof).replace('{', ['{ ', '{\n', '{"v":2,'][below(3)]!),
    red: 'refused',
  }),
  'is of another version': (proof, { below }) => ({
    proof: asText({ ...proof, v: 3 + below(9) } as unknown as ProofFile),
    red: 'refused',
  }),
  'brings what only a browser knows': (proof, { below }, place) => {
    const name = (['manifests', 'tickets', 'checkpoints'] as const)[below(3)]!;
    const memory = { [name]: mineOf(place)[name] };
    return { proof: asText({ ...proof, ...memory }), red: 'refused' };
  },
  'is of a drop that was not seen': (proof, { flipped }, place) => {
    const mine = mineOf(place);
    const manifests = mine.manifests.map((one) => ({ ...one, hash: flipped(one.hash) }));
    return { proof, mine: { ...mine, manifests }, red: 'V1' };
  },
  'has another price': (proof, { below }) => ({
    proof: { ...proof, manifest: edited(proof.manifest, () => ({ priceCents: below(400) })) },
    red: 'V3',
  }),
  'has other odds': (proof, { below }) => ({
    proof: {
      ...proof,
      manifest: edited(proof.manifest, () => ({
        odds: [{ packs: 1 + below(18), rarity: 'common' }],
      })),
    },
    red: 'V1',
  }),
  'has other packs': (proof, { flipped }) => ({
    proof: {
      ...proof,
      manifest: edited(proof.manifest, (held) => ({
        packsRoot: flipped(held['packsRoot'] as string),
      })),
    },
    red: 'V7',
  }),
  'is published at another time': (proof, { below }) => ({
    proof: {
      ...proof,
      manifest: edited(proof.manifest, (held) => ({
        publishedAt: Number(held['publishedAt']) - 4 - below(1000),
      })),
    },
    red: 'V5',
  }),
  'stands under another root': (proof, dice) => ({
    proof: {
      ...proof,
      manifestProof: flippedWord(proof.manifestProof, /(\n1\n)(\S+=)(?=\n)/, dice),
    },
    red: 'V3',
  }),
  'has another signature by the log': (proof, dice) => ({
    proof: {
      ...proof,
      manifestProof: flippedWord(proof.manifestProof, /(— shop\S+ )(\S+)/, dice),
    },
    red: 'V3',
  }),
  'has another signature by the witness': (proof, dice) => ({
    proof: {
      ...proof,
      manifestProof: flippedWord(proof.manifestProof, /(— witness\S+ )(\S+)/, dice),
    },
    red: 'V4',
  }),
  'is ordered by another round': (proof, { below }) => ({
    proof: { ...proof, order: edited(proof.order, () => ({ round: below(999) })) },
    red: 'V5',
  }),
  'is ordered by a made-up number': (proof, { flipped }) => ({
    proof: {
      ...proof,
      order: edited(proof.order, (held) => ({ signature: flipped(held['signature'] as string) })),
    },
    red: 'V5',
  }),
  'has the order of another drop': (proof, { flipped }) => ({
    proof: {
      ...proof,
      order: edited(proof.order, (held) => ({ manifest: flipped(held['manifest'] as string) })),
    },
    red: 'V5',
  }),
  'brings values of the public chain': (proof, { below }) => ({
    proof: { ...proof, chain: { ...quicknet, genesis: quicknet.genesis - 3 * below(1000) } },
    red: 'V5',
  }),
  'is for another place': (proof, { below }, place) => ({
    proof: {
      ...proof,
      ticket: edited(proof.ticket, () => ({ place: (place + 1 + below(19)) % 20 })),
    },
    red: 'V2',
  }),
  'is for another buyer': (proof, { flipped }) => ({
    proof: {
      ...proof,
      ticket: edited(proof.ticket, (held) => ({ ref: flipped(held['ref'] as string) })),
    },
    red: 'V2',
  }),
  'has another signature of the ticket': (proof, { flipped }) => ({
    proof: { ...proof, ticketSignature: flipped(proof.ticketSignature) },
    red: 'V2',
  }),
  'was made for another secret': (proof, { flipped }, place) => {
    const mine = mineOf(place);
    const tickets = mine.tickets.map((one) => ({ ...one, secret: flipped(one.secret) }));
    return { proof, mine: { ...mine, tickets }, red: 'V2' };
  },
  'has a second ticket for one secret': (proof, { flipped }, place) => {
    const mine = mineOf(place);
    const tickets = mine.tickets.map((one) => ({ ...one, hash: flipped(one.hash) }));
    return { proof, mine: { ...mine, tickets }, red: 'V2' };
  },
  'has another ticket in its seal': (proof, { flipped }, place) => ({
    proof: {
      ...proof,
      seal: edited(proof.seal, (held) => ({
        tickets: (held['tickets'] as { hash: string; place: number }[]).map((one) =>
          one.place === place ? { ...one, hash: flipped(one.hash) } : one,
        ),
      })),
    },
    red: 'V6',
  }),
  'is sealed at another time': (proof, { below }) => ({
    proof: {
      ...proof,
      seal: edited(proof.seal, () => ({ sealedAt: ISSUED_AT - 1 - below(1000) })),
    },
    red: 'V3',
  }),
  'has another neighbour in the log': (proof, dice) => ({
    proof: { ...proof, sealProof: flippedWord(proof.sealProof!, /(index \d\n)(\S+=)/, dice) },
    red: 'V3',
  }),
  'leads to another log': (proof, { below, flipped }) => {
    const at = below(proof.consistency!.length);
    const consistency = proof.consistency!.map((hash, index) =>
      index === at ? flipped(hash) : hash,
    );
    return { proof: { ...proof, consistency }, red: 'V3' };
  },
  'has only a part of its seal': (proof, { below }) => {
    const { [(['seal', 'sealProof'] as const)[below(2)]!]: _left, ...rest } = proof;
    return { proof: rest as ProofFile, red: 'V3' };
  },
  'is of another leaf': (proof, { below }) => ({
    proof: { ...proof, leaf: (proof.leaf! + 1 + below(19)) % 20 },
    red: 'V6',
  }),
  'holds another card': (proof, { below }) => ({
    proof: {
      ...proof,
      document: edited(proof.document, (held) => ({
        cards: (held['cards'] as Entry[]).map((card) => ({
          ...card,
          number: String(2 + below(99)),
        })),
      })),
    },
    red: 'V7',
  }),
  'is of another pack type': (proof, { below }) => ({
    proof: {
      ...proof,
      document: edited(proof.document, () => ({ packType: `type-${below(99)}` })),
    },
    red: 'V7',
  }),
  'holds what another pack holds': (proof, { below }, place) => {
    const { document, salt } = proofOf((place + 1 + below(19)) % 20);
    return { proof: { ...proof, document: document!, salt: salt! }, red: 'V7' };
  },
  'has another salt': (proof, { flipped }) => ({
    proof: { ...proof, salt: flipped(proof.salt!) },
    red: 'V7',
  }),
  'has another neighbour among the packs': (proof, { below, flipped }) => {
    const at = below(proof.path!.length);
    const path = proof.path!.map((hash, index) => (index === at ? flipped(hash) : hash));
    return { proof: { ...proof, path }, red: 'V7' };
  },
  'is in a log that its buyer saw otherwise': (proof, { below }, place) => {
    const others = honestDrop().entries.slice(1, 2 + below(4));
    return { proof, mine: { ...mineOf(place), checkpoints: [checkpointOver(others)] }, red: 'V9' };
  },
};

const MUTANTS = 500;
const drop = honestDrop();
const log = logOver(drop.entries, [drop]);

describe('500 mutated proofs', () => {
  const kinds = Object.entries(KINDS);
  // Makes each place's proof and `mine.json` only once.
  const proofs = Array.from({ length: 20 }, (_, place) => proofOf(place));

  test('all differ from the honest one, which both accept in all nine checks', () => {
    for (const place of [0, 11, 12, 19]) {
      const asked = {
        proof: asText(proofs[place]!),
        mine: asMine(mineOf(place)),
        policy: POLICY,
        log,
        now: NOW,
      };
      expect(new Set(Object.values(bothOf(asked)))).toEqual(new Set(['green']));
    }
  });

  test.each(kinds.map(([title], index) => ({ title, index })))(
    'lie 13: a proof that $title is refused by the right check, in both verifiers',
    ({ index }) => {
      for (let number = index; number < MUTANTS; number += kinds.length) {
        const place = (number * 7) % 20;
        const {
          proof,
          mine = mineOf(place),
          red,
        } = kinds[index]![1](proofs[place]!, newDice(number), place);
        const text = typeof proof === 'string' ? proof : asText(proof);
        expect(text + asMine(mine)).not.toBe(asText(proofs[place]!) + asMine(mineOf(place)));
        const found = bothOf({ proof: text, mine: asMine(mine), policy: POLICY, log, now: NOW });
        expect(found === 'refused' ? found : found[red]).toBe(red === 'refused' ? red : 'red');
      }
    },
  );

  function asMine(mine: Mine): string {
    return writeCanonical(mine as unknown as Canonical);
  }
});

test('both agree about 300 logs that break rules at random, each signed by its key', () => {
  const { below, flipped } = newDice(0);
  const seen = new Map<string, number>();
  const proof = asText(proofOf(2));
  for (let number = 0; number < 300; number += 1) {
    const entries = drop.entries.map((entry) => ({ ...entry }));
    for (let times = 1 + below(2); times > 0; times -= 1) damage(entries);
    const lie = logOver(entries, [drop]);
    const asked = { proof, policy: POLICY, log: lie, now: NOW };
    const found = bothOf(asked) as Record<string, string>;
    seen.set(found['V8']!, (seen.get(found['V8']!) ?? 0) + 1);
  }
  expect(seen.get('red')).toBeGreaterThan(150);
  expect(seen.get('amber')).toBeGreaterThan(0);

  function damage(entries: Entry[]): void {
    const at = below(entries.length);
    const entry = entries[at]!;
    const way = below(6);
    if (way === 0) entries.splice(at, 1);
    else if (way === 1) entries.splice(at, 0, entry);
    else if (way === 2 && at > 0) entries.splice(at - 1, 2, entry, entries[at - 1]!);
    else if (way === 3) entries.splice(at + 1, 0, returned(below(20)));
    else entries[at] = { ...entry, ...changed(entry) };
  }

  function returned(place: number): Entry {
    const pack = drop.packs[drop.places[place]!]!;
    const ways: Entry[] = [
      {
        ...drop.head('void'),
        place,
        ticket: drop.tickets[place]!,
        at: ISSUED_AT + 2,
        secret: secretOf(place),
      },
      {
        ...drop.head('void'),
        place,
        ticket: drop.tickets[place]!,
        at: ISSUED_AT + 2,
        document: pack.document,
        salt: pack.salt,
      },
      {
        ...drop.head('withdraw'),
        place,
        at: ISSUED_AT,
        document: pack.document,
        salt: pack.salt,
        reason: 'Damaged',
      },
      { v: 2, kind: 'incident', at: ISSUED_AT + 1, text: 'The log was away for an hour' },
      retired(['GR-77'], ISSUED_AT + 1),
      { v: 2, kind: 'x-weather', at: ISSUED_AT + below(4), manifest: drop.hash, sky: 'grey' },
    ];
    return ways[below(ways.length)]!;
  }

  function changed(entry: Entry): Entry {
    const names = Object.keys(entry).filter((name) => !['v', 'kind'].includes(name));
    const name = names[below(names.length)]!;
    const held = entry[name]!;
    if (typeof held === 'number') return { [name]: Math.max(0, held + below(5) - 2) };
    if (typeof held === 'string' && /^[0-9a-f]{64,}$/.test(held)) return { [name]: flipped(held) };
    if (Array.isArray(held) && held.length > 1) return { [name]: held.slice(below(held.length)) };
    return {};
  }
});

test('both agree about kinds of entries that begin with x-', () => {
  const proof = asText(proofOf(2));
  const state = (entry: Entry) =>
    (bothOf({ proof, log: logOver([...drop.entries, entry], [drop]), now: NOW }) as Entry)['V8'];
  for (const entry of vectors.passedOver) expect(state({ ...entry, at: NOW })).toBe('green');
  for (const entry of vectors.passedOverNot) {
    expect(state('at' in entry && entry['at'] !== 'noon' ? { ...entry, at: NOW } : entry)).toBe(
      'red',
    );
  }
});

describe('both agree about a lying shop, and find each lie by the right check', () => {
  const ask = (told: ReturnType<(typeof LIES)[number]['tell']>) => {
    const { own } = filesOf(told);
    return bothOf({
      proof: own.get('packproof.json')!,
      mine: own.get('mine.json')!,
      policy: POLICY,
      log: told.log,
      now: Math.floor(Date.now() / 1000),
    });
  };

  test.each(UNPROVABLE)('but neither finds that $title', ({ tell }) => {
    expect(new Set(Object.values(ask(tell())))).toEqual(new Set(['green']));
  });

  test.each(LIES)('lie $row: $title', ({ tell, caught }) => {
    const found = ask(tell());
    const [says, should] =
      'refused' in caught
        ? [found, 'refused']
        : [(found as Record<string, string>)[caught.check], caught.state];
    expect(says).toBe(should);
  });
});

describe('a drop whose packs were carried over, under two keys and the shop’s own numbers', () => {
  const { entries, drops, proof, chain } = carriedOver();
  const ask = (told: Entry[], keys = [nextKey]) =>
    bothOf({
      proof: asText({ ...proof, chain }),
      log: logOver(told, drops, keys),
      now: NOW + 100_000,
    }) as Record<string, string>;

  test('is consistent once the packs are sold and opened in the next drop, for both', () => {
    expect(ask(entries)).toEqual({
      V1: 'amber',
      V2: 'amber',
      V3: 'green',
      V4: 'amber',
      V5: 'amber',
      V6: 'green',
      V7: 'green',
      V8: 'green',
      V9: 'green',
    });
  });

  test('is not complete while they are for sale', () => {
    expect(ask(entries.slice(0, 9))['V8']).toBe('amber');
    expect(ask(entries, [logKey])['V3']).toBe('red');
  });

  test('gets the same verdict from both with any entry missing, repeated, or moved forward', () => {
    const seen = new Set<string>();
    for (const at of entries.keys()) {
      const [entry, before] = [entries[at]!, entries[at - 1] ?? entries[0]!];
      for (const told of [
        entries.toSpliced(at, 1),
        entries.toSpliced(at, 0, entry),
        entries.toSpliced(Math.max(at - 1, 0), 2, entry, before),
        entries.slice(0, at + 1),
      ]) {
        seen.add(ask(told)['V8']!);
        ask(told, told.includes(entries[5]!) ? [nextKey] : undefined);
      }
    }
    expect([...seen].toSorted()).toEqual(['amber', 'green', 'red']);
  });
});

/**
 * Makes two drops. Eight packs of the first drop are carried over to the second, and the log's key changes between
 * the drops.
 */
function carriedOver() {
  const { chain, numberFor } = ownChain('a chain of two drops');
  const manifest = { ...MANIFEST, chain: chain.hash };
  const one = honestDrop(manifest, PACKS_BY_LEAF, numberFor(manifest.publishedAt));
  const carried = one.places.slice(12).toSorted((left, right) => left - right);
  const shown = contentsFile(
    PACKS_BY_LEAF.map((pack, leaf) => ({ ...pack, leaf })).filter(
      ({ leaf }) => !carried.includes(leaf),
    ),
  );
  const packs = byCommitment([
    ...carried.map((leaf) => PACKS_BY_LEAF[leaf]!),
    ...Array.from({ length: 20 }, (_, index) => newPack(`N-${index}`, 'rare')),
  ]);
  const later = CLOSED_AT + 100 - OPENS_AT;
  const next = {
    ...manifest,
    number: 2,
    publishedAt: CLOSED_AT + 10,
    opensAt: OPENS_AT + later,
    closesBy: manifest.closesBy + later,
    packCount: packs.length,
    packsRoot: packsRoot(packs),
    carried: carried.length,
    ticketKey: hexOf(nextKey.key.key),
    odds: ['common', 'mythic', 'rare']
      .map((rarity) => ({
        packs: packs.filter(({ document }) => document.includes(`"rarity":"${rarity}"`)).length,
        rarity,
      }))
      .filter((odds) => odds.packs > 0),
  };
  const two = honestDrop(next, packs, numberFor(next.publishedAt));
  const [opened, order, first, _second, close, contents] = one.entries as [
    Entry,
    Entry,
    Entry,
    Entry,
    Entry,
    Entry,
  ];
  const vkey = writeVerifierKey(proofPrimitives, nextKey.key);
  const entries: Entry[] = [
    opened,
    order,
    first,
    { ...close, carried },
    { ...contents, file: fileHash(shown) },
    { v: 2, kind: 'key', vkey, at: CLOSED_AT + 1 },
    ...moved(two.entries, later),
  ];
  const drops = [{ ...one, contents: shown }, two];
  return { entries, drops, chain, proof: proofOf(2, undefined, { honest: one }) };
}
