import { describe, expect, test } from 'vitest';
import {
  byCommitment,
  CLOSED_AT,
  contentsFile,
  fileHash,
  honestDrop,
  ISSUED_AT,
  logKey,
  logOver,
  MANIFEST,
  mineOf,
  newPack,
  nextKey,
  NOW,
  OPENS_AT,
  PACKS_BY_LEAF,
  packsRoot,
  POLICY,
  proofOf,
  PUBLISHED_AT,
  retired,
  secretOf,
  type Entry,
} from '../../testing/proofs/proof-log.ts';
import { proofPrimitives } from '../../testing/proofs/proof-primitives.ts';
import { bytesOfHex } from './bytes.ts';
import { writeCanonical } from './canon.ts';
import { entryHash, ticketHash, refOf, type Manifest } from './log-objects.ts';
import type { LogAtHand } from './log-replay.ts';
import { writeVerifierKey } from './note.ts';
import { KNOWN_CHAINS } from './public-number.ts';
import { verifyPack } from './verify.ts';

const PLACE = 2;
const drop = honestDrop();
const [manifest, order, first, second, close, contents] = drop.entries as [
  Entry,
  Entry,
  Entry,
  Entry,
  Entry,
  Entry,
];

/** The finding of V8 about the proof of place 2 with this log. Also returns whether V3 is green. */
function found(
  log: LogAtHand,
  {
    now = NOW,
    mine = mineOf(PLACE) as string | object,
    proof = writeCanonical(proofOf(PLACE)),
  } = {},
) {
  const checks = verifyPack({
    primitives: proofPrimitives,
    chains: KNOWN_CHAINS,
    now,
    proof,
    ...(mine !== '' && { mine: writeCanonical(mine as never) }),
    policy: POLICY,
    log,
  });
  const { state, says } = checks.find(({ name }) => name === 'V8')!;
  return { state, says: says.join(' '), signed: checks[2]!.state };
}
const logOf = (...entries: Entry[]) => logOver(entries, [drop]);

const unsealed = { ...second, tickets: drop.sealed.slice(13) };
const leafOf = (place: number) => drop.places[place]!;
const packAt = (place: number) => drop.packs[leafOf(place)]!;
const shownAt = (place: number) => ({ document: packAt(place).document, salt: packAt(place).salt });
const withdraw = (place: number, at = ISSUED_AT + 1) => ({
  ...drop.head('withdraw'),
  place,
  ...shownAt(place),
  reason: 'Damaged',
  at,
});
const giveBack = (place: number, fields: Entry, at = ISSUED_AT + 2) => ({
  ...drop.head('void'),
  place,
  ticket: drop.tickets[place]!,
  at,
  ...fields,
});
/** Makes a contents file that leaves out some leaves, and its entry in the log. */
function contentsBut(unopened: number[], held: number[] = unopened) {
  const file = contentsFile(
    drop.packs.map((pack, leaf) => ({ ...pack, leaf })).filter(({ leaf }) => !held.includes(leaf)),
  );
  return { entry: { ...contents, file: fileHash(file), unopened }, file };
}
const weather = (at: number) => ({ v: 2, kind: 'x-weather', at, sky: 'grey', manifest: '' });
const withFile = (file: string, ...entries: Entry[]) =>
  logOver(entries, [{ ...drop, contents: file }]);

describe('a lie in the log is red, with the entry and the rule', () => {
  const other = { ...drop.sealed[0]!, hash: '0'.repeat(64) };
  const partly = contentsBut([leafOf(12)]);
  test.each<[string, LogAtHand]>([
    ['A drop has a second order', logOf(manifest, order, order)],
    ['another round', logOf(manifest, { ...order, round: 1001 })],
    ['not its chain’s', logOf(manifest, { ...order, signature: '8'.repeat(96) })],
    ['before the order', logOf(manifest, first)],
    ['A seal is missing', logOf(manifest, order, second)],
    ['no time of sale', logOf(manifest, order, { ...first, sealedAt: OPENS_AT - 1 })],
    ['sealed twice', logOf(manifest, order, first, { ...first, seq: 2 })],
    ['Place 0 is sold twice', logOf(manifest, order, first, { ...second, tickets: [other] })],
    [
      'place that there is not',
      logOf(manifest, order, { ...first, tickets: [{ ...other, place: 20 }] }),
    ],
    [
      'earlier than the one before',
      logOf(manifest, order, first, { ...second, sealedAt: ISSUED_AT }),
    ],
    ['time to come', logOf(manifest, order, { ...first, sealedAt: NOW + 61 })],
    ['withdrawn that was sold', logOf(manifest, order, first, withdraw(0))],
    ['withdrawn twice', logOf(manifest, order, withdraw(0), withdraw(0))],
    ['not locked', logOf(manifest, order, { ...withdraw(0), ...shownAt(1) })],
    ['after its contents were shown', logOf(manifest, order, withdraw(0, ISSUED_AT), first)],
    ['another secret', logOf(manifest, order, first, giveBack(0, { secret: secretOf(1) }))],
    ['was not sold', logOf(manifest, order, giveBack(0, { secret: secretOf(0) }))],
    [
      'at another place',
      logOf(manifest, order, first, { ...giveBack(0, { secret: secretOf(0) }), place: 1 }),
    ],
    [
      'sealed after the close',
      logOf(manifest, order, first, close, contents, { ...second, sealedAt: CLOSED_AT }),
    ],
    ['closed too late', logOf(manifest, order, { ...close, at: CLOSED_AT + 1000 + 86_401 })],
    ['contents are not told', logOf(manifest, order, first, second, close)],
    [
      'are due',
      logOf(manifest, order, first, second, close, {
        v: 2,
        kind: 'incident',
        at: CLOSED_AT,
        text: '',
      }),
    ],
    ['on sale are told', logOf(manifest, order, first, second, contents)],
    ['held back', withFile(partly.file, manifest, order, first, unsealed, close, partly.entry)],
    [
      'missing or too many',
      withFile(contentsBut([3]).file, manifest, order, first, second, close, {
        ...contents,
        file: contentsBut([3]).entry.file,
      }),
    ],
    ['is another', withFile('', manifest, order, first, second, close, contents)],
    ['without a sale', logOf(manifest, order, { ...close, carried: [1] })],
    ['too early', logOf(manifest, order, first, { ...close, at: OPENS_AT + 86_399, carried: [1] })],
    ['Not all packs', logOf(manifest, order, first, { ...close, carried: [leafOf(12)] })],
    ['names a drop that there is not', logOf(manifest, { ...order, manifest: '0'.repeat(64) })],
    ['an unknown kind', logOf(manifest, { ...order, kind: 'draw' })],
    ['no version, or no time', logOf(manifest, { v: 2, kind: 'x-weather', sky: 'grey' })],
    ['earlier than the one before', logOf(manifest, weather(PUBLISHED_AT - 1))],
    ['time to come', logOf(manifest, weather(NOW + 61))],
    ['are due', logOf(manifest, order, first, second, close, weather(CLOSED_AT), contents)],
    ['not exactly the fields', logOf(manifest, { ...retired([], PUBLISHED_AT), labels: [] })],
    [
      'too long',
      logOf(manifest, { v: 2, kind: 'incident', at: PUBLISHED_AT, text: 'x'.repeat(49_152) }),
    ],
    ['not at hand', logOver([manifest], [])],
    [
      'another number of commitments',
      logOver([manifest], [{ ...drop, packs: drop.packs.slice(1) }]),
    ],
    ['not in order', logOver([manifest], [{ ...drop, packs: drop.packs.toReversed() }])],
  ])('%s', (sentence, log) => {
    const { state, says } = found(log, { now: sentence.includes('too late') ? NOW + 99_999 : NOW });
    expect([state, says]).toEqual(['red', expect.stringContaining(sentence)]);
  });

  test.each<[string, Partial<Manifest>]>([
    ['of this type is missing', { number: 2 }],
    ['another log', { shop: 'other.example/log' }],
    ['before its number', { opensAt: PUBLISHED_AT }],
    ['after its end', { closesBy: OPENS_AT }],
    ['not those of the drop', { packsRoot: '0'.repeat(64) }],
    ['Another number of packs', { carried: 3 }],
    [
      'promised 2 packs with mythic',
      {
        odds: [
          { packs: 19, rarity: 'common' },
          { packs: 2, rarity: 'mythic' },
        ],
      },
    ],
    ['promised 0 packs with mythic', { odds: [{ packs: 19, rarity: 'common' }] }],
  ])('of the manifest: %s', (sentence, fields) => {
    const lie = honestDrop({ ...MANIFEST, packType: 'other-type', ...fields });
    const typed = honestDrop({ ...MANIFEST, ...fields });
    const own = sentence.startsWith('promised') ? typed : lie;
    const { state, says } = found(logOver(own.entries, [own]));
    expect([state, says]).toEqual(['red', expect.stringContaining(sentence)]);
  });

  test('a pack in two drops, and a serial under two commitments', () => {
    const twice = honestDrop({ ...MANIFEST, packType: 'other-type', publishedAt: PUBLISHED_AT });
    const both = logOver([manifest, twice.entries[0]!], [drop, twice]);
    expect(found(both).says).toContain('A pack is in two drops');
    const packs = [...PACKS_BY_LEAF.slice(1), newPack('P-99', 'common')];
    const renamed = packs.map((pack, at) => (at === 3 ? newPack('P-99', 'rare') : pack));
    const sorted = byCommitment(renamed);
    const lie = honestDrop({ ...MANIFEST, packsRoot: packsRoot(sorted) }, sorted);
    expect(found(logOver(lie.entries, [lie])).says).toContain('stands under two commitments');
  });

  test('a log that its key did not sign, or that differs from its checkpoint', () => {
    const forged = {
      ...logOf(...drop.entries),
      checkpoint: logOver(drop.entries, [drop], [nextKey]).checkpoint,
    };
    expect(found(forged).says).toContain('not signed by the key in force');
    const short = {
      ...logOf(...drop.entries),
      checkpoint: logOf(...drop.entries.slice(0, 5)).checkpoint,
    };
    expect(found(short).says).toContain('of another length');
    for (const log of [forged, short]) expect(found(log).signed).toBe('red');
  });
});

describe('kinds of entries that begin with x-', () => {
  test('are passed over if they are unknown, whatever they say', () => {
    const entries = [weather(PUBLISHED_AT - 1), ...drop.entries, weather(CLOSED_AT)];
    expect(found(logOf(...entries.slice(1))).state).toBe('green');
    const proof = writeCanonical(proofOf(PLACE, undefined, { entries }));
    expect(found(logOf(...entries), { proof, mine: '' }).state).toBe('green');
  });

  test('retire a graded card for the drops that come after them, and for no other', () => {
    const isHit = ({ document }: { document: string }) => document.includes('mythic');
    const packs = byCommitment([
      newPack('P-label', 'common', { label: 'GR-77' }),
      ...PACKS_BY_LEAF.filter((pack) => !isHit(pack)).slice(1),
      PACKS_BY_LEAF.find(isHit)!,
    ]);
    const graded = honestDrop({ ...MANIFEST, packsRoot: packsRoot(packs) }, packs);
    const state = (entries: Entry[]) => {
      const proof = writeCanonical(proofOf(PLACE, undefined, { entries, honest: graded }));
      return found(logOver(entries, [graded]), { proof, mine: '' });
    };
    const entry = (...labels: string[]) => retired(labels, PUBLISHED_AT);
    const [published, ordered, ...rest] = graded.entries;
    expect(state([published!, ordered!, entry('GR-77'), ...rest]).state).toBe('green');
    expect(state([entry('GR-78'), ...graded.entries]).state).toBe('green');
    const lie = state([entry('GR-78', 'gr 7-7'), ...graded.entries]);
    expect(lie).toMatchObject({
      state: 'red',
      says: expect.stringContaining('by entry 0 never comes back in a pack') as string,
    });
    const twice = state([entry('GR-77'), entry('GR-77'), ...graded.entries]);
    expect(twice.says).toContain('by entry 0');
  });
});

describe('a log with a new key', () => {
  const key = {
    v: 2,
    kind: 'key',
    vkey: writeVerifierKey(proofPrimitives, nextKey.key),
    at: CLOSED_AT,
  };

  test('is signed by the new key from then on, and by both at once', () => {
    const entries = [...drop.entries, key];
    expect(found(logOver(entries, [drop], [nextKey])).state).toBe('green');
    expect(found(logOver(entries, [drop])).says).toContain('not signed by the key in force');
    const unproven = { ...logOver(entries, [drop], [nextKey]), keyProofs: new Map() };
    expect(found(unproven).says).toContain('The proof of a key is not at hand');
  });
});

test('a seal under a checkpoint by the retired key alone is red in V3, with the log at hand', () => {
  const key = {
    v: 2,
    kind: 'key',
    vkey: writeVerifierKey(proofPrimitives, nextKey.key),
    at: ISSUED_AT,
  };
  const entries = [manifest, order, key, first, second, close, contents];
  const log = logOver(entries, [drop], [nextKey]);
  const states = (keys: (typeof logKey)[]) => {
    const proof = writeCanonical(proofOf(PLACE, PUBLISHED_AT, { entries, keys }));
    const given = { primitives: proofPrimitives, chains: KNOWN_CHAINS, now: NOW, proof, log };
    return verifyPack(given).map(({ state }) => state);
  };
  expect(states([logKey])[2]).toBe('red');
  expect(states([logKey, nextKey])[2]).toBe('green');
  expect(states([logKey, nextKey])[7]).toBe('green');
});

describe('what nobody can know yet is amber', () => {
  test('packs whose contents are in no log yet', () => {
    const partly = contentsBut([leafOf(3)]);
    const log = withFile(partly.file, manifest, order, first, second, close, partly.entry);
    expect(found(log)).toMatchObject({
      state: 'amber',
      says: 'The contents of 1 of 20 packs are not in the log: until they are, the odds are the shop’s word.',
    });
    const later = { ...contents, at: CLOSED_AT + 1 };
    const opened = withFile(
      drop.contents,
      manifest,
      order,
      first,
      second,
      close,
      partly.entry,
      later,
    );
    expect(found(opened).state).toBe('green');
    const hidden = withFile(partly.file, manifest, order, first, second, close, contents, {
      ...partly.entry,
      at: CLOSED_AT + 1,
    });
    expect(found(hidden).says).toContain('held back');
  });

  test('packs that were withdrawn, returned with their contents, or stayed unsold', () => {
    const rest = { ...second, tickets: drop.sealed.slice(14) };
    const entries = [
      manifest,
      order,
      first,
      withdraw(12),
      rest,
      giveBack(0, shownAt(0)),
      close,
      contents,
    ];
    const { state, says } = found(logOf(...entries));
    expect(state).toBe('amber');
    expect(says).toMatch(/^2 packs were withdrawn and 1 stayed unsold, holding common in [23]/);
  });

  test('a place that was sold before', () => {
    const written = writeCanonical({
      ...(JSON.parse(drop.tickets[PLACE]!) as Entry),
      ref: refOf(proofPrimitives, bytesOfHex('7'.repeat(64))),
    });
    const before = [{ hash: ticketHash(proofPrimitives, written), place: PLACE }];
    const entries = [
      manifest,
      order,
      { ...first, sealedAt: ISSUED_AT, tickets: before },
      { ...giveBack(PLACE, { secret: '7'.repeat(64) }, ISSUED_AT), ticket: written },
      { ...first, seq: 2 },
      { ...second, seq: 3 },
      close,
      contents,
    ];
    const { state, says } = found(logOf(...entries));
    expect([state, says]).toEqual(['amber', 'This place was sold before, and returned.']);
  });

  test('other drops without a sale, and whether they are over', () => {
    const packs = byCommitment(
      Array.from({ length: 20 }, (_, at) =>
        newPack(`O-${at}`, 'rare', { packType: 'magic-other' }),
      ),
    );
    const other = honestDrop(
      {
        ...MANIFEST,
        packType: 'magic-other',
        packsRoot: packsRoot(packs),
        odds: [{ packs: 20, rarity: 'rare' }],
        publishedAt: CLOSED_AT,
        opensAt: CLOSED_AT + 100,
        closesBy: CLOSED_AT + 200,
      },
      packs,
    );
    const told = (...entries: Entry[]) =>
      found(logOver([...drop.entries, other.entries[0]!, ...entries], [drop, other]));
    expect(told()).toMatchObject({
      state: 'amber',
      says: '1 other drop, of all types, is not over, and has sold nothing yet.',
    });
    const head = { v: 2, manifest: other.hash, at: CLOSED_AT + 100 };
    const file = { kind: 'contents', file: fileHash(other.contents), unopened: [] };
    expect(told({ ...head, kind: 'close', carried: [] }, { ...head, ...file })).toMatchObject({
      state: 'amber',
      says: '1 other drop was closed, of all types, and sold nothing.',
    });
  });

  test('a returned ticket, but red if it is mine or its contents were shown on sale', () => {
    const back = [manifest, order, first, second, giveBack(PLACE, { secret: secretOf(PLACE) })];
    expect(found(logOf(...back), { mine: '' })).toMatchObject({
      state: 'amber',
      says: expect.stringContaining('This ticket was returned.') as string,
    });
    expect(found(logOf(...back)).state).toBe('red');
    const shown = [manifest, order, first, second, giveBack(PLACE, shownAt(PLACE))];
    expect(found(logOf(...shown), { mine: '' }).state).toBe('red');
  });
});

describe('packs that are carried over', () => {
  const left = drop.places.slice(12).toSorted((one, other) => one - other);
  const carrying = contentsBut([], left);
  const packs = byCommitment([
    ...left.map((leaf) => drop.packs[leaf]!),
    ...Array.from({ length: 20 }, (_, index) => newPack(`N-${index}`, 'rare')),
  ]);
  const count = (rarity: string) =>
    packs.filter(({ document }) => document.includes(`"rarity":"${rarity}"`)).length;
  const successor = (fields: Partial<Manifest> = {}, of = packs): Manifest => ({
    ...MANIFEST,
    number: 2,
    publishedAt: CLOSED_AT,
    opensAt: CLOSED_AT + 100,
    closesBy: CLOSED_AT + 200,
    packCount: of.length,
    packsRoot: packsRoot(of),
    carried: left.length,
    odds: ['common', 'mythic', 'rare']
      .map((rarity) => ({ packs: count(rarity), rarity }))
      .filter((odds) => odds.packs > 0),
    ...fields,
  });
  const closing = [manifest, order, first, { ...close, carried: left }, carrying.entry];
  const logWith = (next: Manifest, of = packs) => {
    const hash = entryHash(proofPrimitives, writeCanonical(next));
    return logOver(
      [...closing, next],
      [
        { ...drop, contents: carrying.file },
        { hash, packs: of, contents: '' },
      ],
    );
  };

  test('are in the next drop of the type, which has at least twenty other packs', () => {
    const { state, says } = found(logWith(successor()));
    expect(state).toBe('amber');
    expect(says).toBe(
      'The contents of 8 of 20 packs are not in the log: until they are, the odds are the shop’s word. 1 other drop, of all types, is not over, and has sold nothing yet.',
    );
  });

  const without = byCommitment([
    ...packs.filter((one) => one !== drop.packs[left[0]!]),
    newPack('N-20', 'rare'),
  ]);

  test.each<[string, LogAtHand]>([
    ['carried over is missing', logWith(successor({}, without), without)],
    ['Another number of packs', logWith(successor({ carried: 0 }))],
    ['of this type is missing', logWith(successor({ number: 3 }))],
    ['fewer than 20 packs', logWith(successor({}, packs.slice(1)), packs.slice(1))],
    ['A pack is in two drops', logWith(successor({ number: 1, packType: 'other', carried: 0 }))],
  ])('are all of them, and in no other drop: %s', (sentence, log) => {
    const { state, says } = found(log);
    expect([state, says]).toEqual(['red', expect.stringContaining(sentence)]);
  });
});
