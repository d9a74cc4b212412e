import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  honestDrop,
  ISSUED_AT,
  logOver,
  mineOf,
  NOW,
  POLICY,
  proofOf,
  PUBLISHED_AT,
  checkpointOver,
} from '../../testing/proofs/proof-log.ts';
import { proofPrimitives, readVectors } from '../../testing/proofs/proof-primitives.ts';
import { hexOf } from './bytes.ts';
import { writeCanonical, type Canonical } from './canon.ts';
import type { CheckName } from './check.ts';
import type { LogAtHand } from './log-replay.ts';
import type { Mine, ProofFile } from './proof-file.ts';
import { KNOWN_CHAINS, type Chain } from './public-number.ts';
import { verifyPack, type Verification } from './verify.ts';

type Vectors = {
  manifest: Canonical;
  order: Canonical;
  ticket: Canonical;
  seal: Canonical;
  void: Canonical;
  packs: { document: Canonical; salt: string; commitment: string }[];
  manifestProof: string;
  sealProof: string;
  ticketSignature: string;
  consistency: string[];
  leaf: number;
  path: string[];
  packproofSha256: string;
  mine: Mine;
  policy: string;
  mh: string;
  practice: { publicKey: string };
  chain: Omit<Chain, 'publicKey'>;
};
const vectors = readVectors<Vectors>();
const PLACE = 2;

type Given = {
  proof?: ProofFile | string;
  mine?: Mine | undefined;
  policy?: string | undefined;
  log?: LogAtHand | undefined;
  now?: number;
};

function verification({
  proof = proofOf(PLACE),
  mine,
  policy,
  log,
  now = NOW,
}: Given): Verification {
  return {
    primitives: proofPrimitives,
    chains: KNOWN_CHAINS,
    now,
    proof: typeof proof === 'string' ? proof : writeCanonical(proof),
    ...(mine && { mine: writeCanonical(mine) }),
    ...(policy !== undefined && { policy }),
    ...(log && { log }),
  };
}

/** Each check's state by its first letter, in the order of the checks. */
function states(given: Given): string {
  return verifyPack(verification(given))
    .map(({ state }) => state[0])
    .join('');
}

function check(name: CheckName, given: Given) {
  return verifyPack(verification(given)).find((one) => one.name === name)!;
}

const drop = honestDrop();
const log = logOver(drop.entries, [drop]);
const whole = { mine: mineOf(PLACE), policy: POLICY, log };

describe('the proof of the design', () => {
  const pack = vectors.packs
    .toSorted((one, other) => (one.commitment < other.commitment ? -1 : 1))
    .at(vectors.leaf)!;
  const proof: ProofFile = {
    v: 2,
    kind: 'packproof',
    manifest: writeCanonical(vectors.manifest),
    manifestProof: vectors.manifestProof,
    order: writeCanonical(vectors.order),
    ticket: writeCanonical(vectors.ticket),
    ticketSignature: vectors.ticketSignature,
    seal: writeCanonical(vectors.seal),
    sealProof: vectors.sealProof,
    consistency: vectors.consistency,
    document: writeCanonical(pack.document),
    salt: pack.salt,
    leaf: vectors.leaf,
    path: vectors.path,
  };
  const entries = [vectors.manifest, vectors.order, vectors.seal, vectors.void].map(writeCanonical);
  const log: LogAtHand = {
    entries,
    checkpoint: vectors.mine.checkpoints[0]!,
    commitments: new Map([[vectors.mh, vectors.packs.map((one) => one.commitment).toSorted()]]),
    contents: new Map(),
    keyProofs: new Map(),
  };
  const given = { proof, mine: vectors.mine, policy: vectors.policy, now: 1_692_810_030 };

  test('has its hash', () => {
    const bytes = proofPrimitives.utf8(writeCanonical(proof));
    expect(hexOf(proofPrimitives.sha256(bytes))).toBe(vectors.packproofSha256);
  });

  test('is right, except for the rule of twenty', () => {
    expect(states({ ...given, log })).toBe('gggggggrg');
    expect(check('V8', { ...given, log }).says.join()).toContain('fewer than 20 packs');
  });

  test('waits for the log if there is none', () => {
    expect(states(given)).toBe('gggggggww');
  });

  test('relies on the shop about who saw it, without the data of the browser', () => {
    expect(states({ ...given, mine: undefined, log })).toBe('aagggggrg');
  });
});

describe('a drop of twenty, all sold and opened', () => {
  test('is green in all nine checks', () => {
    expect(states(whole)).toBe('ggggggggg');
    for (const { says } of verifyPack(verification(whole))) expect(says).toHaveLength(1);
  });

  test('relies on the shop only in what the reader alone could confirm', () => {
    expect(states({})).toBe('aagaggg' + 'ww');
    expect(states({ policy: POLICY })).toBe('aaggggg' + 'ww');
    expect(states({ policy: 'quorum none\n' })).toBe('aagaggg' + 'ww');
  });

  test('waits for the seal, and for the contents of a sealed pack', () => {
    const { seal, sealProof, consistency, document, salt, leaf, path, ...early } = proofOf(PLACE);
    expect(states({ proof: early, policy: POLICY })).toBe('aawggwwww');
    expect(states({ proof: early, policy: POLICY, log })).toBe('aagggg' + 'wgg');
    expect([seal, sealProof, consistency, document, salt, leaf, path]).not.toContain(undefined);
  });

  test('is red a minute after a ticket that the present log has in no seal', () => {
    const { seal, sealProof, consistency, ...early } = proofOf(PLACE);
    const short = logOver(drop.entries.slice(0, 2), [drop]);
    expect(states({ proof: early, log: short, now: ISSUED_AT + 60 })).toBe('aawagwgag');
    expect(states({ proof: early, log: short, now: ISSUED_AT + 61 })).toBe('aaragrgag');
    expect([seal, sealProof, consistency]).not.toContain(undefined);
  });

  test('says how late a witness was', () => {
    const proof = proofOf(PLACE, PUBLISHED_AT + 66);
    const { state, says } = check('V4', { proof, policy: POLICY });
    expect([state, says[1]]).toEqual(['amber', 'Your witnesses saw it 5 seconds too late.']);
    expect(check('V4', { proof, policy: POLICY, mine: mineOf(PLACE) }).state).toBe('green');
    const late = (seconds: number) =>
      check('V4', { proof: proofOf(PLACE, PUBLISHED_AT + 61 + seconds), policy: POLICY }).says.at(
        -1,
      );
    expect(late(1)).toBe('Your witnesses saw it 1 second too late.');
    expect(late(0)).toBe(
      'Your witnesses saw it in the very second in which its number was public.',
    );
    expect(late(-1)).toBe('Your witnesses saw the drop 1 second before its number existed.');
  });
});

describe('the data of the browser', () => {
  const mine = mineOf(PLACE);

  test.each<[CheckName, string, Mine]>([
    [
      'V1',
      'another drop of this number',
      { ...mine, manifests: [...mine.manifests, { ...mine.manifests[0]!, hash: '0'.repeat(64) }] },
    ],
    [
      'V2',
      'somebody else’s secret',
      { ...mine, tickets: [{ ...mine.tickets[0]!, secret: '1'.repeat(64) }] },
    ],
    [
      'V2',
      'another ticket for your secret',
      { ...mine, tickets: [{ ...mine.tickets[0]!, hash: '1'.repeat(64) }] },
    ],
    [
      'V9',
      'The log went back',
      { ...mine, checkpoints: [checkpointOver([...drop.entries, ...drop.entries])] },
    ],
    [
      'V9',
      'shows others something else',
      { ...mine, checkpoints: [checkpointOver(drop.entries.slice(1, 4))] },
    ],
    [
      'V9',
      'showed you another log',
      { ...mine, checkpoints: mine.checkpoints.map((note) => note.replaceAll('/log', '/old')) },
    ],
  ])('makes %s red: %s', (name, sentence, own) => {
    const found = check(name, { ...whole, mine: own });
    expect([found.state, found.says.join()]).toEqual(['red', expect.stringContaining(sentence)]);
  });

  test('makes V9 red without the log if two of its own checkpoints have one size, and differ', () => {
    const others = [...drop.entries.slice(0, 4), ...drop.entries.slice(1, 2)];
    const own = {
      ...mine,
      checkpoints: [checkpointOver(others), checkpointOver(drop.entries.slice(0, 5))],
    };
    const found = check('V9', { mine: own, policy: POLICY });
    expect([found.state, found.says.join()]).toEqual([
      'red',
      expect.stringContaining('shows others something else'),
    ]);
    const same = { ...mine, checkpoints: [...mine.checkpoints, ...mine.checkpoints] };
    expect(check('V9', { mine: same, policy: POLICY }).state).toBe('waiting');
  });

  test('is never taken from the shop', () => {
    const proof = writeCanonical({ ...proofOf(PLACE), manifests: mine.manifests });
    expect(() => states({ proof })).toThrow('what only a buyer’s own browser can know');
  });
});

describe('a file that is no proof', () => {
  const honest = proofOf(PLACE);
  test.each([
    ['only part of a file', '{"v":2,"kind"'],
    ['not a proof of a pack', '7'],
    ['not a proof of a pack', '{}'],
    ['what a browser knows', writeCanonical(mineOf(PLACE))],
    ['a version that is not known', writeCanonical({ ...honest, v: 3 })],
    ['not exactly the fields', writeCanonical({ ...honest, price: 499 })],
    ['was changed after it was saved', ` ${writeCanonical(honest)}`],
    ['if only by a space or a line end', `${writeCanonical(honest)}\n`],
    ['This file is empty', ''],
    ['This file is empty', '\r\n'],
    ['too long', 'x'.repeat(1_000_001)],
  ])('gets the message that it is %s', (sentence, proof) => {
    expect(() => states({ proof })).toThrow(sentence);
  });
});

describe('a changed object', () => {
  const honest = proofOf(PLACE);
  const edited = (
    name: 'manifest' | 'order' | 'ticket' | 'seal' | 'document',
    fields: Record<string, Canonical>,
  ) => ({
    ...honest,
    [name]: writeCanonical({
      ...(JSON.parse(honest[name]!) as Record<string, Canonical>),
      ...fields,
    }),
  });
  const practice: Chain = {
    ...vectors.chain,
    scheme: 'bls-unchained-g1-rfc9380',
    publicKey: vectors.practice.publicKey,
  };

  test.each<[CheckName, string, ProofFile]>([
    ['V1', 'a price', edited('manifest', { priceCents: 399 })],
    ['V3', 'a price', edited('manifest', { priceCents: 399 })],
    ['V2', 'a place', edited('ticket', { place: 3 })],
    ['V2', 'a signature', { ...honest, ticketSignature: '0'.repeat(128) }],
    ['V3', 'the time of a seal', edited('seal', { sealedAt: ISSUED_AT })],
    ['V5', 'a round', edited('order', { round: 999 })],
    ['V5', 'a number', edited('order', { signature: '8'.repeat(96) })],
    ['V5', 'the values of the public chain', { ...honest, chain: practice }],
    ['V6', 'a leaf', { ...honest, leaf: (honest.leaf! + 1) % 20 }],
    ['V7', 'a card', edited('document', { cards: [] })],
    ['V7', 'a pack type', edited('document', { packType: 'pokemon-test' })],
    ['V7', 'a salt', { ...honest, salt: '0'.repeat(64) }],
    ['V2', 'a ticket that is none', { ...honest, ticket: '{}' }],
    ['V3', 'a manifest that is none', { ...honest, manifest: '{}' }],
    ['V5', 'an order that is none', { ...honest, order: '{}' }],
    ['V7', 'a document that is none', { ...honest, document: '{}' }],
  ])('is red in %s: %s', (name, _what, proof) => {
    expect(check(name, { ...whole, proof }).state).toBe('red');
  });

  test.each([
    ['is cut off', honest.document!.slice(0, -1)],
    ['is nested deeper than anybody can read', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ])('that is invalid gets a message of our own: it %s', (_what, document) => {
    const { says } = check('V7', { ...whole, proof: { ...honest, document } });
    expect(says).toEqual(['This is no document of a pack.']);
  });

  test('names the owner of an unreadable checkpoint', () => {
    const mine = { ...mineOf(PLACE, NOW), checkpoints: ['hello'] };
    expect(() => verifyPack(verification({ mine }))).toThrow('what this browser knows');
  });

  test('a proof with any one character changed is refused, or not green in V1 to V7', () => {
    // In this test only the witness proves the time of the drop, so a changed witness signature must be noticed.
    const given = { policy: POLICY, mine: mineOf(PLACE, NOW) };
    const text = writeCanonical(honest);
    expect(states({ ...given, proof: text })).toBe('gggggggww');
    const anySign = fc.constantFrom('0', '1', 'a', 'B', '"', '\\', ' ', '{', '—', '+', '/');
    fc.assert(
      fc.property(fc.nat({ max: text.length - 1 }), anySign, (at, sign) => {
        fc.pre(text[at] !== sign);
        const changed = `${text.slice(0, at)}${sign}${text.slice(at + 1)}`;
        expect(isAllGreen(changed)).toBe(false);
      }),
      { numRuns: 500 },
    );

    function isAllGreen(proof: string): boolean {
      try {
        return states({ ...given, proof }).startsWith('ggggggg');
      } catch {
        return false;
      }
    }
  });
});

test('a practice number is amber, and shows its time', () => {
  const { chain } = vectors;
  const own: Chain = {
    ...chain,
    scheme: 'bls-unchained-g1-rfc9380',
    publicKey: KNOWN_CHAINS.get(chain.hash)!.publicKey,
  };
  const proof = { ...proofOf(PLACE), chain: own };
  const found = verifyPack({ ...verification({ ...whole, proof }), chains: new Map() });
  expect(found.map(({ state }) => state[0]).join('')).toBe('gggaagggg');
  const unknown = verifyPack({ ...verification(whole), chains: new Map() });
  expect(unknown.map(({ state }) => state[0]).join('')).toBe('gggar' + 'gg' + 'ag');
});
