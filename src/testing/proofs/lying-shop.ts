// Makes a shop that lies. It serves the drop of twenty packs of an honest shop, signed by the log's own key, with one
// lie in it. Only this test server has code for lies, and the product has none.
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { writeCanonical, type Canonical } from '#domain/packproof/canon.ts';
import type { CheckName } from '#domain/packproof/check.ts';
import type { Manifest } from '#domain/packproof/log-objects.ts';
import { ticketHash } from '#domain/packproof/log-objects.ts';
import type { LogAtHand } from '#domain/packproof/log-replay.ts';
import { hexOf } from '#domain/packproof/bytes.ts';
import { writeVerifierKey } from '#domain/packproof/note.ts';
import { tagged } from '#domain/packproof/primitives.ts';
import type { Mine, ProofFile } from '#domain/packproof/proof-file.ts';
import { KNOWN_CHAINS } from '#domain/packproof/public-number.ts';
import { servedLog } from './proof-folder.ts';
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
  moved,
  newPack,
  nextKey,
  OPENS_AT,
  PACKS_BY_LEAF,
  packsRoot,
  POLICY,
  PRACTICE_CHAIN,
  proofOf,
  PUBLISHED_AT,
  retired,
  secretOf,
  type Entry,
  type Pack,
} from './proof-log.ts';
import { proofPrimitives, readVectors } from './proof-primitives.ts';

/**
 * The shop's files: for the buyer of place 2 (`proof`, `mine`), and for everybody (`log`). `before`: the log that the
 * shop served earlier.
 */
type Told = { proof: ProofFile | string; mine: Mine; log: LogAtHand; before?: LogAtHand };

export type Lie = {
  /** Row in the design's table of lies. */
  row: number;
  title: string;
  tell: () => Told;
  /** The check that finds the lie, and the words of its result. `refused`: the error if the file is no proof at all. */
  caught: { check: CheckName; state: 'red' | 'amber'; says: string } | { refused: string };
  /** What a monitor of the log reports, if the log itself shows the lie to everybody. */
  watched?: string;
};

const PLACE = 2;
const DAY = 86_400;
type Drop = ReturnType<typeof honestDrop>;
const drop = honestDrop();
const [manifest, order, first, second, close, contents] = drop.entries as [
  Entry,
  Entry,
  Entry,
  Entry,
  Entry,
  Entry,
];
const vectors = readVectors<{
  /** The signatures of rounds 42, 1000 and 657413. */
  rounds: { round: number; signature: string }[];
  practice: { round: number; xPlusP: string };
  long1000: string;
  torsionKey: string;
}>();

const logOf = (...entries: Entry[]): LogAtHand => logOver(entries, [drop]);
const whole = () => logOf(...drop.entries);

/** Returns the honest shop's files, but with the given parts in place of its own. */
function told({
  of = drop,
  proof = {},
  ...more
}: Partial<Omit<Told, 'proof'>> & { of?: Drop; proof?: Partial<ProofFile> } = {}): Told {
  return {
    proof: { ...proofOf(PLACE, undefined, { honest: of }), ...proof },
    mine: mineOf(PLACE),
    log: logOver(of.entries, [of]),
    ...more,
  };
}

const edited = (text: string, fields: Entry) =>
  writeCanonical({ ...(JSON.parse(text) as Entry), ...fields });
const shown = (place: number) => {
  const { document, salt } = drop.packs[drop.places[place]!]!;
  return { document, salt };
};
/** A pack of the drop that is not the buyer's. */
const other = drop.packs[drop.places[PLACE + 1]!]!;
/** Makes the file of the drop's contents without these leaves, and the log entry of that file. */
function contentsWithout(leaves: number[], fields: Entry = {}) {
  const packs = drop.packs.map((pack, leaf) => ({ ...pack, leaf }));
  const file = contentsFile(packs.filter(({ leaf }) => !leaves.includes(leaf)));
  return { file, entry: { ...contents, file: fileHash(file), ...fields } };
}
const withFile = (file: string, ...entries: Entry[]) =>
  logOver(entries, [{ ...drop, contents: file }]);

/** The place of the only mythic pack. */
const HIT = drop.places.findIndex((leaf) => drop.packs[leaf]!.document.includes('mythic'));
const sealedWithout = (place: number): Entry[] =>
  [first, second].map((seal) => ({
    ...seal,
    tickets: (seal['tickets'] as { place: number; hash: string }[]).filter(
      (one) => one.place !== place,
    ),
  }));

/** Makes a drop of another pack type with the same packs. */
const again = (packs = PACKS_BY_LEAF, fields: Partial<Manifest> = {}) =>
  honestDrop(
    { ...MANIFEST, packType: 'magic-again', packsRoot: packsRoot(packs), ...fields },
    packs,
  );
/** The same packs with new salts. */
const resalted = byCommitment(
  PACKS_BY_LEAF.map(({ document }, at) =>
    newPack(
      (JSON.parse(document) as { serial: string }).serial,
      document.includes('mythic') ? 'mythic' : 'common',
      { packType: 'magic-again', salt: `again ${at}` },
    ),
  ),
);

/** When the second drop is published. Round 657413 orders it. */
const LATER = 1_694_775_541;
/** A grader's number, in another spelling than in the pack that the card came from. */
const LABEL = 'gr 77';

/** Twenty packs of one card each, of which a lie may change the first. */
const newPacks = (first: Parameters<typeof newPack>[2] = {}, packType = 'magic-later') =>
  byCommitment(
    Array.from({ length: 20 }, (_, index) =>
      newPack(`L-${index}`, 'common', { packType, ...(index === 0 && first) }),
    ),
  );

/** Makes a second drop, a month later, whose packs are sold and shown like those of the first. */
function laterDrop(packs: Pack[]): Drop {
  const of = {
    ...MANIFEST,
    packType: 'magic-later',
    packsRoot: packsRoot(packs),
    odds: [{ packs: 20, rarity: 'common' }],
    publishedAt: LATER,
    opensAt: LATER + OPENS_AT - PUBLISHED_AT,
    closesBy: LATER + MANIFEST.closesBy - PUBLISHED_AT,
  };
  const later = honestDrop(of, packs, vectors.rounds[2]!);
  return { ...later, entries: moved(later.entries, LATER - PUBLISHED_AT) };
}

/** The log of both drops, with entries about retired cards in between. */
const logOfBoth = (packs: Pack[], between: Entry[] = []) => {
  const later = laterDrop(packs);
  return logOver([...drop.entries, ...between, ...later.entries], [drop, later]);
};

/** The place of the buyer who gets a retired card, in a drop whose contents nobody else knows yet. */
function toldOfOwnPack(): Told {
  const packs = newPacks({ label: LABEL }, MANIFEST.packType);
  const odds = [{ packs: 20, rarity: 'common' }];
  const of = honestDrop({ ...MANIFEST, packsRoot: packsRoot(packs), odds }, packs);
  const place = of.places.findIndex((leaf) => packs[leaf]!.document.includes(LABEL));
  const entries = [retired(['GR-77'], PUBLISHED_AT - 1), ...of.entries.slice(0, 4)];
  return {
    proof: proofOf(place, undefined, { entries, honest: of }),
    mine: { ...mineOf(place, undefined, of), checkpoints: [] },
    log: logOver(entries, [of]),
  };
}

function ticketOf(fields: Entry): Partial<ProofFile> & { hash: string } {
  const ticket = edited(drop.tickets[PLACE]!, fields);
  const message = tagged(proofPrimitives, 'ticket', proofPrimitives.utf8(ticket));
  const hash = ticketHash(proofPrimitives, ticket);
  return { ticket, ticketSignature: hexOf(logKey.sign(message)), hash };
}

const KEY: Entry = {
  v: 2,
  kind: 'key',
  vkey: writeVerifierKey(proofPrimitives, nextKey.key),
  at: ISSUED_AT,
};
const INCIDENT: Entry = { v: 2, kind: 'incident', at: ISSUED_AT + 2, text: 'Restored' };

/** All lies by row. Some rows have several lies. */
export const LIES: Lie[] = [
  {
    row: 1,
    title: 'a card of an opened pack was changed after it was locked',
    tell: () =>
      told({ proof: { document: shown(PLACE).document.replace('Ember Fox', 'Ember Box') } }),
    caught: { check: 'V7', state: 'red', says: 'not what was locked before the first sale' },
  },
  {
    row: 1,
    title: 'the contents are those of another pack',
    tell: () => told({ proof: { document: other.document, salt: other.salt } }),
    caught: { check: 'V7', state: 'red', says: 'not what was locked before the first sale' },
  },
  {
    row: 1,
    title: 'a document was swapped in what is told to everybody after the close',
    tell: () => {
      const packs = drop.packs.map((pack, leaf) => ({ ...pack, leaf }));
      const swapped = packs.map((pack) =>
        pack.leaf === drop.places[PLACE]
          ? { ...pack, document: pack.document.replace('Ember Fox', 'Ember Box') }
          : pack,
      );
      const file = contentsFile(swapped);
      const entries = [
        manifest,
        order,
        first,
        second,
        close,
        { ...contents, file: fileHash(file) },
      ];
      return told({
        proof: { document: swapped[drop.places[PLACE]!]!.document },
        log: withFile(file, ...entries),
      });
    },
    caught: { check: 'V7', state: 'red', says: 'not what was locked before the first sale' },
    watched: 'Contents are shown that were not locked',
  },
  {
    row: 2,
    title: 'a pack was added after the first sale, and everything was signed again',
    tell: () => {
      const packs = byCommitment([...PACKS_BY_LEAF, newPack('P-20', 'common')]);
      const odds = [
        { packs: 20, rarity: 'common' },
        { packs: 1, rarity: 'mythic' },
      ];
      const grown = { ...MANIFEST, packCount: 21, packsRoot: packsRoot(packs), odds };
      return told({ of: honestDrop(grown, packs), before: logOf(manifest, order, first) });
    },
    caught: { check: 'V1', state: 'red', says: 'another drop of this number' },
    watched: 'was rewritten',
  },
  {
    row: 2,
    title: 'a pack was taken out of those that the manifest is over',
    tell: () => told({ log: logOver(drop.entries, [{ ...drop, packs: drop.packs.slice(1) }]) }),
    caught: { check: 'V8', state: 'red', says: 'another number of commitments' },
    watched: 'another number of commitments',
  },
  {
    row: 2,
    title: 'the price of the drop was edited in the proof',
    tell: () => told({ proof: { manifest: edited(proofText('manifest'), { priceCents: 399 }) } }),
    caught: { check: 'V3', state: 'red', says: 'not in the log that the proof shows' },
  },
  {
    row: 2,
    title: 'the odds of the drop were edited in the proof',
    tell: () => {
      const odds = [
        { packs: 10, rarity: 'common' },
        { packs: 10, rarity: 'mythic' },
      ];
      return told({ proof: { manifest: edited(proofText('manifest'), { odds }) } });
    },
    caught: { check: 'V3', state: 'red', says: 'not in the log that the proof shows' },
  },
  {
    row: 2,
    title: 'the drop is said to have more packs than it has',
    tell: () => told({ of: honestDrop({ ...MANIFEST, packCount: 21 }) }),
    caught: { check: 'V1', state: 'red', says: 'another drop of this number' },
    watched: 'another number of commitments',
  },
  {
    row: 3,
    title: 'the order is of another round',
    tell: () => told({ of: honestDrop(MANIFEST, PACKS_BY_LEAF, vectors.rounds[0]!) }),
    caught: { check: 'V5', state: 'red', says: 'does not use the first number after' },
    watched: 'another round',
  },
  {
    row: 3,
    title: 'the number is made up',
    tell: () =>
      told({ of: honestDrop(MANIFEST, PACKS_BY_LEAF, { round: 1000, signature: '8'.repeat(96) }) }),
    caught: { check: 'V5', state: 'red', says: 'The number is not from its chain' },
    watched: 'not its chain’s',
  },
  {
    row: 3,
    title: 'the number is written a second way, which gives another order',
    tell: () => {
      const { round, xPlusP: signature } = vectors.practice;
      const own = { ...MANIFEST, chain: PRACTICE_CHAIN.hash };
      const of = honestDrop(own, PACKS_BY_LEAF, { round, signature });
      return told({ of, proof: { chain: PRACTICE_CHAIN }, mine: mineOf(PLACE, undefined, of) });
    },
    caught: { check: 'V5', state: 'red', says: 'The number is not from its chain' },
  },
  {
    row: 3,
    title: 'the number is written at twice its length',
    tell: () =>
      told({ proof: { order: edited(proofText('order'), { signature: vectors.long1000 }) } }),
    caught: { check: 'V5', state: 'red', says: 'not exactly the fields' },
  },
  {
    row: 3,
    title: 'the proof brings its own values of the public chain, begun at another time',
    tell: () => {
      const [quicknet] = KNOWN_CHAINS.values();
      return told({ proof: { chain: { ...quicknet!, genesis: quicknet!.genesis - 3 } } });
    },
    caught: { check: 'V5', state: 'red', says: 'values of a public chain' },
  },
  {
    row: 4,
    title: 'the manifest was made after its number, and backdated',
    tell: () => ({
      ...told({ mine: mineOf(PLACE, CLOSED_AT) }),
      proof: proofOf(PLACE, PUBLISHED_AT + 66),
    }),
    caught: { check: 'V4', state: 'amber', says: 'Your witnesses saw it 5 seconds too late.' },
  },
  {
    row: 4,
    title: 'the proof brings a memory of its own of having seen the drop',
    tell: () => {
      const { manifests } = mineOf(PLACE);
      const proof = writeCanonical({ ...proofOf(PLACE), manifests } as unknown as Canonical);
      return { ...told(), proof };
    },
    caught: { refused: 'what only a buyer’s own browser can know' },
  },
  {
    row: 5,
    title: 'the same packs are published as two types, to open the better order',
    tell: () => {
      const twice = again();
      return told({ log: logOver([manifest, twice.entries[0]!], [drop, twice]) });
    },
    caught: { check: 'V8', state: 'red', says: 'A pack is in two drops' },
    watched: 'A pack is in two drops',
  },
  {
    row: 5,
    title: 'the same packs are published twice with new salts, and both drops show what they hold',
    tell: () => {
      const twice = again(resalted, {
        publishedAt: CLOSED_AT,
        opensAt: CLOSED_AT + 100,
        closesBy: CLOSED_AT + 200,
      });
      const [opened] = twice.entries;
      const head = { v: 2, manifest: twice.hash, at: CLOSED_AT + 300 };
      const ended = [
        { ...head, kind: 'close', carried: [] },
        { ...head, kind: 'contents', file: fileHash(twice.contents), unopened: [] },
      ];
      return told({ log: logOver([...drop.entries, opened!, ...ended], [drop, twice]) });
    },
    caught: { check: 'V8', state: 'red', says: 'stands under two commitments' },
    watched: 'stands under two commitments',
  },
  {
    row: 5,
    title: 'many drops are published, and only the best order is sold',
    tell: () => {
      const twice = again(resalted, {
        publishedAt: CLOSED_AT,
        opensAt: CLOSED_AT + 100,
        closesBy: CLOSED_AT + 200,
      });
      return told({ log: logOver([...drop.entries, twice.entries[0]!], [drop, twice]) });
    },
    caught: {
      check: 'V8',
      state: 'amber',
      says: '1 other drop, of all types, is not over, and has sold nothing yet.',
    },
  },
  {
    row: 5,
    title: 'the packs are shuffled again by carrying them over within a day',
    tell: () => {
      const carried = drop.places.slice(12).toSorted((one, another) => one - another);
      const early = { ...close, at: OPENS_AT + DAY - 1, carried };
      return told({ log: logOf(manifest, order, first, early) });
    },
    caught: { check: 'V8', state: 'red', says: 'too early' },
    watched: 'too early',
  },
  {
    row: 5,
    title: 'the drop opened before its number was public',
    tell: () => told({ of: honestDrop({ ...MANIFEST, opensAt: PUBLISHED_AT }) }),
    caught: { check: 'V8', state: 'red', says: 'before its number' },
    watched: 'before its number',
  },
  {
    row: 5,
    title: 'the drop was closed more than a day after its last one',
    tell: () => {
      const late = CLOSED_AT + 1000 + DAY + 1;
      return told({
        log: logOf(
          manifest,
          order,
          first,
          second,
          { ...close, at: late },
          { ...contents, at: late },
        ),
      });
    },
    caught: { check: 'V8', state: 'red', says: 'closed too late' },
    watched: 'closed too late',
  },
  {
    row: 5,
    title: 'the drop is never closed, so that nobody counts what its packs held',
    tell: () => {
      const later = { ...INCIDENT, at: CLOSED_AT + 1000 + DAY + 1, text: 'The log goes on' };
      return told({ log: logOf(manifest, order, first, second, later) });
    },
    caught: { check: 'V8', state: 'red', says: 'closed too late' },
    watched: 'closed too late',
  },
  {
    row: 6,
    title: 'a ticket was made before there was a buyer, and one ticket is sold to two',
    tell: () => {
      const mine = mineOf(PLACE);
      const tickets = [{ ...mine.tickets[0]!, secret: secretOf(PLACE + 1) }];
      return told({ mine: { ...mine, tickets } });
    },
    caught: { check: 'V2', state: 'red', says: 'made for somebody else’s secret' },
  },
  {
    row: 6,
    title: 'a second ticket was made for one secret',
    tell: () => {
      const { hash: _hash, ...proof } = ticketOf({ issuedAt: ISSUED_AT + 1 });
      return told({ proof });
    },
    caught: { check: 'V2', state: 'red', says: 'another ticket for your secret' },
  },
  {
    row: 6,
    title: 'a ticket is dated tomorrow',
    tell: () => {
      const issuedAt = Math.floor(Date.now() / 1000) + DAY;
      const { hash, ...proof } = ticketOf({ issuedAt });
      const mine = mineOf(PLACE);
      return told({ proof, mine: { ...mine, tickets: [{ ...mine.tickets[0]!, hash }] } });
    },
    caught: { check: 'V2', state: 'red', says: 'dated in the future' },
  },
  {
    row: 7,
    title: 'a place was sold twice',
    tell: () => {
      const twice = { hash: fileHash('another ticket'), place: PLACE };
      return told({ log: logOf(manifest, order, first, { ...second, tickets: [twice] }) });
    },
    caught: { check: 'V8', state: 'red', says: 'Place 2 is sold twice' },
    watched: 'Place 2 is sold twice',
  },
  {
    row: 7,
    title: 'my place was given to another',
    tell: () => {
      const tickets = (first['tickets'] as { hash: string; place: number }[]).map((one) =>
        one.place === PLACE ? { ...one, hash: fileHash('another ticket') } : one,
      );
      const entries = [manifest, order, { ...first, tickets }, second, close, contents];
      return {
        ...told({ mine: unseen(), log: logOf(...entries) }),
        proof: proofOf(PLACE, undefined, { entries }),
      };
    },
    caught: {
      check: 'V6',
      state: 'red',
      says: 'The seal does not have your ticket at your place.',
    },
  },
  {
    row: 7,
    title: 'my ticket was cut out of the seals',
    tell: () => {
      const { seal: _seal, sealProof: _proof, consistency: _path, ...proof } = proofOf(PLACE);
      return { proof, mine: unseen(), log: logOf(manifest, order, ...sealedWithout(PLACE)) };
    },
    caught: { check: 'V3', state: 'red', says: 'older than 60 seconds and in no seal' },
  },
  {
    row: 7,
    title: 'my ticket was declared given back, and its contents shown',
    tell: () => {
      const head = { ...drop.head('void'), place: PLACE, ticket: drop.tickets[PLACE]! };
      return told({
        log: logOf(manifest, order, first, second, { ...head, at: ISSUED_AT + 2, ...shown(PLACE) }),
      });
    },
    caught: { check: 'V8', state: 'red', says: 'The log says that this ticket was returned.' },
  },
  {
    row: 7,
    title: 'my ticket was declared given back with a secret that is made up',
    tell: () => {
      const head = { ...drop.head('void'), place: PLACE, ticket: drop.tickets[PLACE]! };
      const back = { ...head, at: ISSUED_AT + 2, secret: fileHash('made up') };
      return told({ log: logOf(manifest, order, first, second, back) });
    },
    caught: { check: 'V8', state: 'red', says: 'another secret' },
    watched: 'another secret',
  },
  {
    row: 8,
    title: 'a hit was withdrawn quietly, and its contents held back as if somebody had it unopened',
    tell: () => {
      const leaf = drop.places[HIT]!;
      const { file, entry } = contentsWithout([leaf], { unopened: [leaf] });
      return told({
        mine: unseen(),
        log: withFile(file, manifest, order, ...sealedWithout(HIT), close, entry),
      });
    },
    caught: { check: 'V8', state: 'red', says: 'held back' },
    watched: 'held back',
  },
  {
    row: 8,
    title: 'the hit was withdrawn before anybody could get it',
    tell: () => {
      const withdrawn = {
        ...drop.head('withdraw'),
        place: HIT,
        ...shown(HIT),
        reason: 'Damaged',
        at: ISSUED_AT,
      };
      const entries = [manifest, order, withdrawn, ...sealedWithout(HIT), close, contents];
      const proof = proofOf(PLACE, undefined, { entries });
      return { proof, mine: unseen(), log: logOf(...entries) };
    },
    caught: {
      check: 'V8',
      state: 'amber',
      says: '1 pack was withdrawn and 0 stayed unsold, holding mythic in 1.',
    },
  },
  {
    row: 8,
    title: 'the drop was closed before anybody could get the hit',
    tell: () => {
      const entries = [manifest, order, ...sealedWithout(HIT), close, contents];
      const proof = proofOf(PLACE, undefined, { entries });
      return { proof, mine: unseen(), log: logOf(...entries) };
    },
    caught: {
      check: 'V8',
      state: 'amber',
      says: '0 packs were withdrawn and 1 stayed unsold, holding mythic in 1.',
    },
  },
  {
    row: 8,
    title: 'what the packs held is not told at the close',
    tell: () => told({ log: logOf(manifest, order, first, second, close) }),
    caught: { check: 'V8', state: 'red', says: 'contents are not told' },
    watched: 'contents are not told',
  },
  {
    row: 8,
    title: 'the odds promised one pack more with a hit',
    tell: () => {
      const odds = [
        { packs: 19, rarity: 'common' },
        { packs: 2, rarity: 'mythic' },
      ];
      return told({ of: honestDrop({ ...MANIFEST, odds }) });
    },
    caught: { check: 'V8', state: 'red', says: 'promised 2 packs with mythic, and has 1' },
    watched: 'promised 2 packs with mythic, and has 1',
  },
  {
    row: 8,
    title: 'the contents are of another type',
    tell: () =>
      told({ proof: { document: edited(shown(PLACE).document, { packType: 'magic-other' }) } }),
    caught: { check: 'V7', state: 'red', says: 'for another pack type' },
  },
  {
    row: 9,
    title: 'an entry of the log was edited, so that others see another log than I did',
    tell: () => {
      const entries = drop.entries.map((entry, at) =>
        at === 3 ? { ...entry, sealedAt: ISSUED_AT + 3 } : entry,
      );
      return told({ log: logOf(...entries), before: whole() });
    },
    caught: {
      check: 'V9',
      state: 'red',
      says: 'The log went back, or shows others something else',
    },
    watched: 'was rewritten',
  },
  {
    row: 9,
    title: 'the log was rolled back',
    tell: () => told({ log: logOf(manifest, order, first), before: whole() }),
    caught: { check: 'V9', state: 'red', says: 'The log went back' },
    watched: 'The log went back',
  },
  {
    row: 9,
    title: 'a backup was restored, and the log goes on from there',
    tell: () => {
      const later = [INCIDENT, { ...INCIDENT, at: ISSUED_AT + 3 }];
      return told({
        log: logOf(manifest, order, first, ...later),
        before: logOf(manifest, order, first, second),
      });
    },
    caught: {
      check: 'V9',
      state: 'red',
      says: 'The log went back, or shows others something else',
    },
    watched: 'was rewritten',
  },
  {
    row: 10,
    title: 'a checkpoint is signed by a key that was retired',
    tell: () => {
      const entries = [manifest, order, KEY, first, second, close, contents];
      const proof = proofOf(PLACE, undefined, { entries, keys: [logKey] });
      return { proof, mine: unseen(), log: logOver(entries, [drop], [logKey]) };
    },
    caught: { check: 'V3', state: 'red', says: 'not signed by the log’s key' },
    watched: 'not signed by the key in force',
  },
  {
    row: 10,
    title: 'the key of the log is not a safe one',
    tell: () => {
      const of = honestDrop({ ...MANIFEST, ticketKey: vectors.torsionKey });
      return told({ of, mine: mineOf(PLACE, undefined, of) });
    },
    caught: { check: 'V3', state: 'red', says: 'not a safe Ed25519 key' },
    watched: 'not a safe Ed25519 key',
  },
  {
    row: 14,
    title: 'a graded card that came back is in a new pack, its number in another spelling',
    tell: () =>
      told({ log: logOfBoth(newPacks({ label: LABEL }), [retired(['GR-77'], CLOSED_AT + 1)]) }),
    caught: {
      check: 'V8',
      state: 'red',
      says: 'the card with the label gr 77, which by entry 6 never comes back',
    },
    watched: 'the card with the label gr 77, which by entry 6 never comes back',
  },
  {
    row: 14,
    title: 'a graded card that came back is in my pack, before anybody else can see it',
    tell: toldOfOwnPack,
    caught: {
      check: 'V8',
      state: 'red',
      says: 'the card with the label gr 77, which by entry 0 never comes back',
    },
  },
  {
    row: 15,
    title: 'a certification is used again, and with it the numbers on the sleeves of its cards',
    tell: () => told({ log: logOfBoth(newPacks({ certification: 'FF-P-3' })) }),
    caught: {
      check: 'V8',
      state: 'red',
      says: 'The certification FF-P-3 stands under two commitments',
    },
    watched: 'The certification FF-P-3 stands under two commitments',
  },
];

/**
 * Changes that no check finds, because cardboard can't prove itself: the second drop holds a raw card of the first one
 * again.
 */
export const UNPROVABLE: Pick<Lie, 'title' | 'tell'>[] = [
  {
    title: 'a raw card that came back is in a new pack, under a new number',
    tell: () => told({ log: logOfBoth(newPacks(), [retired(['GR-77'], CLOSED_AT + 1)]) }),
  },
];

/** What a browser has stored that saw the drop and its ticket, but no later checkpoint. */
function unseen(): Mine {
  return { ...mineOf(PLACE), checkpoints: [] };
}

function proofText(name: 'manifest' | 'order'): string {
  return proofOf(PLACE)[name];
}

/** Returns the buyer's own files, and the files that the shop serves, each by its path. */
export function filesOf({ proof, mine, log }: Told): {
  own: Map<string, string>;
  served: Map<string, Buffer | string>;
} {
  const text = typeof proof === 'string' ? proof : writeCanonical(proof as unknown as Canonical);
  const own = new Map([
    ['packproof.json', text],
    ['mine.json', writeCanonical(mine as unknown as Canonical)],
    ['policy.txt', POLICY],
  ]);
  return { own, served: servedLog(log) };
}

export type LyingShop = {
  address: string;
  /** Serves these files from now on. */
  serve: (log: LogAtHand) => void;
  close: () => Promise<void>;
};

/** Opens the shop on loopback. Until `serve` is called, it serves nothing. */
export async function openLyingShop(): Promise<LyingShop> {
  let served = new Map<string, Buffer | string>();
  const server = createServer(({ url = '' }, response) => {
    const file = served.get(url.replace(/^\/(?:api\/(?=drops\/))?/, ''));
    if (file) response.end(file);
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve: (log) => (served = servedLog(log)),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
