// Verifies packs a second time. It is written from docs/fairness.md and without the shop's code, so that it doesn't
// repeat a mistake of the shop's verifier. It needs only Node's hashes, noble's curves and this file.
import { createHash, createHmac } from 'node:crypto';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { ed25519 } from '@noble/curves/ed25519.js';

type State = 'green' | 'amber' | 'waiting' | 'red';

export type Asked = {
  proof: string;
  mine?: string;
  policy?: string;
  /** The log's files: the entries, the newest checkpoint, and further files by manifest or by index. */
  log?: {
    entries: string[];
    checkpoint: string;
    commitments: ReadonlyMap<string, string[]>;
    contents: ReadonlyMap<string, string>;
    keyProofs: ReadonlyMap<number, string>;
  };
  /** The current time, in Unix seconds. */
  now: number;
};

type Json = Record<string, unknown>;
type Network = {
  publicKey: string;
  genesis: number;
  period: number;
  delay: number;
  minOpen: number;
};

// --- Bytes ---------------------------------------------------------------------------------------------------------

const raw = (hex: unknown) => Buffer.from(hex as string, 'hex');
const sha = (...parts: (string | Uint8Array)[]) =>
  parts.reduce((state, part) => state.update(part), createHash('sha256')).digest();
const under = (tag: string, ...parts: (string | Uint8Array)[]) =>
  sha(`packproof/v2/${tag}\0`, ...parts);
const leaf = (data: string | Uint8Array) => sha('\0', data);
const u32 = (value: number) => {
  const out = Buffer.alloc(4);
  out.writeUInt32BE(value);
  return out;
};
const u64 = (value: number) => {
  const out = Buffer.alloc(8);
  out.writeBigUInt64BE(BigInt(value));
  return out;
};

class Wrong extends Error {}
function must(holds: unknown, why: string): asserts holds {
  if (holds !== true) throw new Wrong(why);
}
const isBroken = (step: () => void) => {
  try {
    step();
    return false;
  } catch {
    return true;
  }
};

function jcs(value: unknown): string {
  switch (typeof value) {
    case 'boolean':
      return value ? 'true' : 'false';
    case 'number':
      must(Number.isSafeInteger(value) && !Object.is(value, -0), 'number');
      return value.toString();
    case 'string':
      must(value.isWellFormed(), 'surrogate');
      return JSON.stringify(value);
    case 'object': {
      must(value !== null, 'null');
      if (Array.isArray(value)) return `[${value.map((one) => jcs(one)).join()}]`;
      const names = Object.keys(value).sort();
      must(!names.some((name) => !/^[a-z][a-zA-Z0-9]*$/.test(name)), 'key');
      return `{${names.map((name) => `"${name}":${jcs((value as Json)[name])}`).join()}}`;
    }
    default:
      throw new Wrong('type');
  }
}

/** Parses canonical JSON. If the text is not canonical, throws. Tests check this against the public vectors. */
export function parse(text: string): unknown {
  const held: unknown = JSON.parse(text);
  must(text === jcs(held), 'not canonical');
  return held;
}

// --- Strict objects, as a table of letters: what each field is ----------------------------------------------------------

const FORMS: Record<string, (value: unknown) => boolean> = {
  s: (value) => typeof value === 'string',
  b: (value) => typeof value === 'boolean',
  n: (value) => typeof value === 'number' && value >= 0,
  p: (value) => typeof value === 'number' && value > 0,
  h: (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
  sig: (value) => typeof value === 'string' && /^[0-9a-f]{96}$/.test(value),
  ed: (value) => typeof value === 'string' && /^[0-9a-f]{128}$/.test(value),
  g2: (value) => typeof value === 'string' && /^[0-9a-f]{192}$/.test(value),
  places: (value) => value === 'places',
  scheme: (value) => value === 'bls-unchained-g1-rfc9380',
  hs: (value) => Array.isArray(value) && value.every((one) => FORMS['h']!(one)),
  ss: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  rising: (value) =>
    isRising(value, (one) => one as number) &&
    (value as unknown[]).every((one) => FORMS['n']!(one)),
  packs: (value) => typeof value === 'number' && value >= 1 && value <= 9000,
  odds: (value) =>
    isEach(value, 'packs:p rarity:s') &&
    isRising(value, (one) => (one as { rarity: string }).rarity),
  tickets: (value) =>
    isEach(value, 'hash:h place:n') &&
    isRising(value, (one) => (one as { place: number }).place) &&
    (value as []).length >= 1 &&
    (value as []).length <= 400,
  labels: (value) =>
    FORMS['hs']!(value) &&
    isRising(value, String) &&
    (value as []).length >= 1 &&
    (value as []).length <= 700,
  cards: (value) =>
    isEach(value, 'game:s set:s number:s name:s finish:s rarity:s condition:s label:s?'),
  chain: (value) =>
    isForm(value, 'hash:h publicKey:g2 scheme:scheme genesis:n period:p delay:n minOpen:n'),
  seen: (value) => isEach(value, 'hash:h at:n shop:s packType:s number:n'),
  given: (value) => isEach(value, 'hash:h at:n secret:h'),
};

const isRising = (list: unknown, by: (one: unknown) => string | number) =>
  Array.isArray(list) && list.every((one, index) => index === 0 || by(list[index - 1]) < by(one));
const isEach = (list: unknown, form: string) =>
  Array.isArray(list) && list.every((one) => isForm(one, form));

function isForm(value: unknown, form: string): boolean {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  const fields = form.split(' ').map((field) => field.split(':') as [string, string]);
  const names = new Set(fields.map(([name]) => name));
  return (
    Object.keys(value).every((name) => names.has(name)) &&
    fields.every(([name, letter]) =>
      name in value ? FORMS[letter.replace('?', '')]!((value as Json)[name]) : letter.endsWith('?'),
    )
  );
}

const OBJECTS: Record<string, string[]> = {
  manifest: [
    'shop:s packType:s number:n rule:places chain:h currency:s priceCents:n packCount:packs packsRoot:h publishedAt:n opensAt:n closesBy:n odds:odds carried:n ticketKey:h staffMayBuy:b',
  ],
  order: ['manifest:h round:n signature:sig'],
  ticket: ['manifest:h place:n ref:h issuedAt:n'],
  seal: ['manifest:h seq:n sealedAt:n tickets:tickets'],
  void: [
    'manifest:h place:n ticket:s at:n secret:h',
    'manifest:h place:n ticket:s at:n document:s salt:h',
  ],
  withdraw: ['manifest:h place:n document:s salt:h reason:s at:n'],
  close: ['manifest:h at:n carried:rising'],
  contents: ['manifest:h at:n file:h unopened:rising'],
  key: ['vkey:s at:n'],
  incident: ['at:n text:s origin:s? checkpoint:s?'],
  verifier: ['file:h at:n'],
  'x-retired': ['at:n labels:labels'],
  packproof: [
    'manifest:s manifestProof:s order:s ticket:s ticketSignature:ed seal:s? sealProof:s? consistency:hs? document:s? salt:h? leaf:n? path:hs? chain:chain?',
  ],
  mine: ['manifests:seen tickets:given checkpoints:ss'],
};
const DOCUMENT = 'v:n packType:s serial:s certification:s takenInAt:n cards:cards seal:s?';

function object<Kind>(text: string, kind: string): Kind {
  const { v, kind: own, ...rest } = parse(text) as Json;
  must(v === 2 && own === kind, `no ${kind}`);
  if (kind.startsWith('x-') && !(kind in OBJECTS)) {
    must(FORMS['n']!(rest['at']), `time of ${kind}`);
    return rest as Kind;
  }
  must(
    OBJECTS[kind]!.some((form) => isForm(rest, form)),
    `fields of ${kind}`,
  );
  return rest as Kind;
}

type Manifest = {
  shop: string;
  packType: string;
  number: number;
  chain: string;
  packCount: number;
  packsRoot: string;
  publishedAt: number;
  opensAt: number;
  closesBy: number;
  odds: { packs: number; rarity: string }[];
  carried: number;
  ticketKey: string;
};
type Ticket = { manifest: string; place: number; ref: string; issuedAt: number };
type Seal = {
  manifest: string;
  seq: number;
  sealedAt: number;
  tickets: { hash: string; place: number }[];
};
type Mine = {
  manifests: { hash: string; at: number; shop: string; packType: string; number: number }[];
  tickets: { hash: string; secret: string }[];
  checkpoints: string[];
};
type File = {
  manifest: string;
  manifestProof: string;
  order: string;
  ticket: string;
  ticketSignature: string;
  seal?: string;
  sealProof?: string;
  consistency?: string[];
  document?: string;
  salt?: string;
  leaf?: number;
  path?: string[];
  chain?: Network & { hash: string };
};

// --- Trees (RFC 9162 2.1.3.2 and 2.1.4.2, in its own words) -------------------------------------------------------------

const pair = (left: Uint8Array, right: Uint8Array) => sha('\u0001', left, right);

function rootOf(leaves: Uint8Array[]): Buffer {
  if (leaves.length === 0) return sha('');
  if (leaves.length === 1) return Buffer.from(leaves[0]!);
  const k = 2 ** Math.floor(Math.log2(leaves.length - 1));
  return pair(rootOf(leaves.slice(0, k)), rootOf(leaves.slice(k)));
}

export function includes(
  hash: Uint8Array,
  index: number,
  size: number,
  path: Uint8Array[],
  root: Uint8Array,
) {
  if (index >= size) return false;
  let fn = BigInt(index);
  let sn = BigInt(size) - 1n;
  let r: Uint8Array = hash;
  for (const p of path) {
    if (sn === 0n) return false;
    if ((fn & 1n) === 1n || fn === sn) {
      r = pair(p, r);
      while ((fn & 1n) === 0n && fn !== 0n) {
        fn >>= 1n;
        sn >>= 1n;
      }
    } else r = pair(r, p);
    fn >>= 1n;
    sn >>= 1n;
  }
  return sn === 0n && Buffer.compare(r, root) === 0;
}

export function extendsTree(
  first: number,
  firstRoot: Uint8Array,
  second: number,
  secondRoot: Uint8Array,
  path: Uint8Array[],
) {
  if (first === second) return path.length === 0 && Buffer.compare(firstRoot, secondRoot) === 0;
  if (first < 1 || first > second || path.length === 0) return false;
  const isPower = (first & (first - 1)) === 0;
  const way = isPower ? [firstRoot, ...path] : path;
  let fn = BigInt(first) - 1n;
  let sn = BigInt(second) - 1n;
  while ((fn & 1n) === 1n) {
    fn >>= 1n;
    sn >>= 1n;
  }
  let fr: Uint8Array = way[0]!;
  let sr: Uint8Array = way[0]!;
  for (const c of way.slice(1)) {
    if (sn === 0n) return false;
    if ((fn & 1n) === 1n || fn === sn) {
      fr = pair(c, fr);
      sr = pair(c, sr);
      while ((fn & 1n) === 0n && fn !== 0n) {
        fn >>= 1n;
        sn >>= 1n;
      }
    } else sr = pair(sr, c);
    fn >>= 1n;
    sn >>= 1n;
  }
  return sn === 0n && Buffer.compare(fr, firstRoot) === 0 && Buffer.compare(sr, secondRoot) === 0;
}

// --- Signatures ---------------------------------------------------------------------------------------------------------

/** The verdicts about signatures and keys, which are cached. */
const verdicts = new Map<string, boolean>();

function holds(name: string, prove: () => void): boolean {
  const verdict = verdicts.get(name) ?? !isBroken(prove);
  verdicts.set(name, verdict);
  return verdict;
}

/** Whether a key has the only valid encoding of a point of prime order. */
function isPrime(key: Uint8Array): boolean {
  return holds(Buffer.from(key).toString('hex'), () => {
    const A = ed25519.Point.fromBytes(key);
    must(A.isTorsionFree() && !A.is0(), 'torsion');
  });
}

/** Verifies a signature without multiplying by the cofactor: `encode([S]B - [k]A)` must equal R byte for byte. */
export function isSigned(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== 64) return false;
  const name = [key, sha(message), signature].map((one) => Buffer.from(one).toString('hex')).join();
  return holds(name, () => {
    const { Point } = ed25519;
    const [R, S] = [signature.subarray(0, 32), signature.subarray(32)];
    const s = BigInt(`0x${Buffer.from(S).reverse().toString('hex')}`);
    must(s < Point.Fn.ORDER, 'S');
    const digest = createHash('sha512').update(R).update(key).update(message).digest();
    const k = BigInt(`0x${digest.reverse().toString('hex')}`) % Point.Fn.ORDER;
    const left = Point.BASE.multiplyUnsafe(s).subtract(Point.fromBytes(key).multiplyUnsafe(k));
    must(Buffer.compare(left.toBytes(), R) === 0, 'R');
  });
}

const PUBLIC: Record<string, Network> = {
  '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971': {
    publicKey:
      '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
    genesis: 1692803367,
    period: 3,
    delay: 60,
    minOpen: 86400,
  },
};
const roundAfter = (at: number, { genesis, period, delay }: Network) =>
  1 + Math.ceil((at + delay - genesis) / period);
const timeOf = (round: number, { genesis, period }: Network) => genesis + period * (round - 1);

export function isNumber(round: number, signature: string, publicKey: string): boolean {
  return holds(`${round} ${signature} ${publicKey}`, () => {
    const short = bls12_381.shortSignatures;
    const point = bls12_381.G1.Point.fromHex(signature);
    must(signature.length === 96 && point.toHex(true) === signature, 'spelling');
    const message = short.hash(sha(u64(round)), 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_');
    must(short.verify(raw(signature), message, raw(publicKey)), 'signature');
  });
}

export function uniform(key: Uint8Array, message: Uint8Array, m: number): number {
  const bound = BigInt(m);
  const limit = 2n ** 64n - (2n ** 64n % bound);
  for (let counter = 0; ; counter++) {
    const x = createHmac('sha256', key)
      .update(message)
      .update(u32(counter))
      .digest()
      .readBigUInt64BE();
    if (x < limit) return Number(x % bound);
  }
}

export function orderOf(count: number, manifest: string, number: Uint8Array): number[] {
  const rest = [...Array(count).keys()];
  return [...rest].map((k) => {
    const message = Buffer.concat([Buffer.from('packproof/v2/order\0'), raw(manifest), u32(k)]);
    const drawn = uniform(number, message, rest.length);
    const taken = rest[drawn]!;
    const last = rest.pop()!;
    if (drawn < rest.length) rest[drawn] = last;
    return taken;
  });
}

// --- Notes, checkpoints, proofs, policies (C2SP) --------------------------------------------------------------------------

type Note = { body: string; lines: { name: string; id: string; bytes: Buffer }[] };
type Checkpoint = { origin: string; size: number; root: Buffer; note: Note };
type Proof = { index: number; path: Buffer[]; checkpoint: Checkpoint };
type Named = { name: string; key: Buffer; id: string };

function base64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  must(bytes.toString('base64') === text, 'base64');
  return bytes;
}

function decimal(text: string | undefined): number {
  must(text !== undefined && /^(0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(+text), 'decimal');
  return Number(text);
}

function noteOf(text: string): Note {
  const end = text.lastIndexOf('\n\n');
  must(end > 0 && text.endsWith('\n') && text.isWellFormed(), 'note');
  // oxlint-disable-next-line no-control-regex -- A note must not contain these characters.
  must(!/[\x00-\x09\x0b-\x1f]/.test(text), 'control');
  const lines = text.slice(end + 2, -1).split('\n');
  must(lines.length <= 100, 'lines');
  return {
    body: text.slice(0, end + 1),
    lines: lines.map((line) => {
      const [, name, encoded] = /^— ([^\s\p{Z}+]+) (\S+)$/u.exec(line) ?? [];
      must(name !== undefined && encoded !== undefined, 'line');
      const bytes = base64(encoded!);
      must(bytes.length > 4, 'short');
      return { name: name!, id: bytes.toString('hex', 0, 4), bytes: bytes.subarray(4) };
    }),
  };
}

function checkpointOf(text: string): Checkpoint {
  const note = noteOf(text);
  const [origin, size, root, ...extra] = note.body.slice(0, -1).split('\n');
  must(origin !== '' && origin !== undefined && !extra.includes(''), 'checkpoint');
  const bytes = base64(root ?? '');
  must(bytes.length === 32, 'root');
  return { origin: origin!, size: decimal(size), root: bytes, note };
}

function proofOf(text: string): Proof {
  const [head = '', ...tail] = text.split('\n\n');
  const [magic, index, ...path] = head.split('\n');
  must(magic === 'c2sp.org/tlog-proof@v1' && index?.startsWith('index '), 'tlog-proof');
  const hashes = path.map(base64);
  must(
    hashes.every(({ length }) => length === 32),
    'hash',
  );
  return {
    index: decimal(index!.slice(6)),
    path: hashes,
    checkpoint: checkpointOf(tail.join('\n\n')),
  };
}

const named = (name: string, type: number, key: Buffer): Named => ({
  name,
  key,
  id: sha(`${name}\n`, Buffer.of(type), key).toString('hex', 0, 4),
});

function vkeyOf(text: string, type: number): Named {
  const [, name, id, encoded] = /^([^+\s\p{Z}]+)\+([0-9a-f]{8})\+(.+)$/u.exec(text) ?? [];
  const bytes = base64(encoded ?? '');
  must(bytes[0] === type && bytes.length === 33, 'vkey');
  const key = named(name!, type, bytes.subarray(1));
  must(key.id === id && isPrime(key.key), 'vkey');
  return key;
}

/** Returns the bytes of a key's signature line, or undefined if there is no such line. */
function lineBy(note: Note, { name, id }: Named): Buffer | undefined {
  const lines = note.lines.filter((line) => line.name === name && line.id === id);
  must(lines.length < 2, 'two lines');
  return lines[0]?.bytes;
}

function logSigned(note: Note, key: Named): boolean {
  const bytes = lineBy(note, key);
  if (bytes === undefined) return false;
  must(isSigned(key.key, Buffer.from(note.body), bytes), 'log signature');
  return true;
}

function witnessTime(note: Note, key: Named): number | undefined {
  const bytes = lineBy(note, key);
  if (bytes === undefined) return undefined;
  must(bytes.length === 72, 'cosignature');
  const at = bytes.readBigUInt64BE();
  const message = Buffer.from(`cosignature/v1\ntime ${at}\n${note.body}`);
  must(isSigned(key.key, message, bytes.subarray(8)), 'cosignature');
  return Number(at);
}

type Policy = {
  logs: Named[];
  witnesses: Map<string, Named>;
  groups: Map<string, [number, string[]]>;
  quorum: string;
};

function policyOf(text: string): Policy {
  const policy: Policy = { logs: [], witnesses: new Map(), groups: new Map(), quorum: '' };
  for (const line of text.split('\n')) {
    const [word, ...rest] = line.trim().split(/[ \t]+/);
    if (word === '' || word!.startsWith('#')) continue;
    if (word === 'log') policy.logs.push(vkeyOf(rest[0]!, 1));
    else if (word === 'witness') policy.witnesses.set(rest[0]!, vkeyOf(rest[1]!, 4));
    else if (word === 'group') {
      const [name, threshold, ...members] = rest;
      const wanted =
        threshold === 'any' ? 1 : threshold === 'all' ? members.length : decimal(threshold);
      policy.groups.set(name!, [wanted, members]);
    } else if (word === 'quorum' && policy.quorum === '') policy.quorum = rest[0]!;
    else throw new Wrong('policy');
  }
  must(policy.quorum !== '', 'quorum');
  return policy;
}

/** Returns the time at which a quorum had signed, or undefined if no quorum has signed. */
function datedBy(policy: Policy, note: Note, name = policy.quorum): number | undefined {
  const witness = policy.witnesses.get(name);
  if (witness) return witnessTime(note, witness);
  const [wanted = 0, members = []] = policy.groups.get(name) ?? [];
  const times = members.map((one) => datedBy(policy, note, one)).filter((at) => at !== undefined);
  return times.sort((one, other) => one - other)[wanted - 1];
}

// --- A whole log ---------------------------------------------------------------------------------------------------------

type Drop = {
  hash: string;
  /** The number of entries before its manifest. */
  from: number;
  manifest: Manifest;
  commitments: string[];
  network?: Network;
  order?: number[];
  seals: number;
  /** The hash of the ticket for each sold place. */
  sold: Map<number, string>;
  /** Places whose contents were shown, because the pack was withdrawn, or returned without a secret. */
  shown: Set<number>;
  back: { ticket: string; place: number; secret: boolean; late: boolean }[];
  closed?: { at: number; carried: number[] };
  file?: string;
  unopened?: number[];
};

type Told = {
  fault?: string;
  signed: boolean;
  checkpoint: Checkpoint;
  leaves: Buffer[];
  keys: { since: number; key: Named }[];
  drops: Drop[];
  /** The rarities of each shown pack's cards, by the pack's commitment. */
  cards: Map<string, string[]>;
  /** The commitment that each serial and each certification belongs to. */
  numbers: Map<string, string>;
  /** The first entry that retires each label, by the label's hash. */
  retired: Map<string, number>;
  seals: { text: string; seal: Seal }[];
  first: string;
};

type Pack = {
  packType: string;
  serial: string;
  certification: string;
  cards: { rarity: string; label?: string }[];
};

function packIn(document: string): Pack {
  const pack = parse(document) as Json;
  must(isForm(pack, DOCUMENT) && pack['v'] === 2, 'document');
  return pack as Pack;
}

export function labelHash(label: string): string {
  const letters = Array.from(label).filter((sign) => sign !== ' ' && sign !== '-');
  const plain = letters.map((sign) => (sign >= 'a' && sign <= 'z' ? sign.toUpperCase() : sign));
  return under('label', plain.join('')).toString('hex');
}

/** Throws if a pack breaks a rule about what a pack of this drop may be and hold. */
function fits(pack: Pack, commitment: string, drop: Drop, told: Told): void {
  must(pack.packType === drop.manifest.packType, 'pack type');
  for (const number of [`serial ${pack.serial}`, `certification ${pack.certification}`]) {
    must((told.numbers.get(number) ?? commitment) === commitment, number);
  }
  for (const { label } of pack.cards) {
    const since = label === undefined ? undefined : told.retired.get(labelHash(label));
    must(since === undefined || since > drop.from, `label ${label}`);
  }
}

const rightKey = (keys: Told['keys'], size: number) =>
  keys.filter(({ since }) => since < size).at(-1)?.key;

function readWholeLog(
  log: NonNullable<Asked['log']>,
  now: number,
  networks: Map<string, Network>,
): Told {
  const told: Told = {
    signed: false,
    checkpoint: checkpointOf(log.checkpoint),
    leaves: log.entries.map(leaf),
    keys: [],
    drops: [],
    cards: new Map(),
    numbers: new Map(),
    retired: new Map(),
    seals: [],
    first: log.entries[0] ?? '',
  };
  // The keys are collected first, so that the signer is known even if a drop breaks a rule.
  try {
    for (const [index, text] of log.entries.entries()) {
      const { kind } = parse(text) as { kind: string };
      if (kind === 'manifest' && told.keys.length === 0) {
        const { shop, ticketKey } = object<Manifest>(text, kind);
        must(isPrime(raw(ticketKey)), 'key');
        told.keys.push({ since: -1, key: named(shop, 1, raw(ticketKey)) });
      }
      if (kind === 'key') {
        const key = vkeyOf(object<{ vkey: string }>(text, kind).vkey, 1);
        const proof = proofOf(log.keyProofs.get(index) ?? '');
        const { note, size, root, origin } = proof.checkpoint;
        must(key.name === told.checkpoint.origin && origin === key.name, 'key of another log');
        must(
          proof.index === index && includes(leaf(text), index, size, proof.path, root),
          'key proof',
        );
        must(
          rootOf(told.leaves.slice(0, size)).equals(root) && size <= told.leaves.length,
          'key proof',
        );
        must(logSigned(note, told.keys.at(-1)!.key) && logSigned(note, key), 'key unsigned');
        told.keys.push({ since: index, key });
      }
    }
    replay(log, now, networks, told);
  } catch (error) {
    told.fault = (error as Error).message;
  }
  try {
    const { size, root, note } = told.checkpoint;
    must(size === told.leaves.length && rootOf(told.leaves).equals(root), 'checkpoint');
    const key = rightKey(told.keys, size);
    must(key !== undefined && logSigned(note, key), 'checkpoint key');
    told.signed = true;
  } catch (error) {
    told.fault ??= (error as Error).message;
  }
  return told;
}

function replay(
  log: NonNullable<Asked['log']>,
  now: number,
  networks: Map<string, Network>,
  told: Told,
): void {
  const everSold = new Set<string>();
  let clock = 0;
  let due: Drop | undefined;
  const open = (
    drop: Drop,
    place: number,
    { document, salt }: { document: string; salt: string },
  ) => {
    const at = drop.order?.[place];
    must(at !== undefined, 'place');
    openLeaf(drop, at!, document, salt);
  };
  const openLeaf = (drop: Drop, at: number, document: string, salt: string) => {
    const commitment = under('pack', raw(salt), document).toString('hex');
    must(commitment === drop.commitments[at], 'commitment');
    const pack = packIn(document);
    fits(pack, commitment, drop, told);
    told.numbers.set(`serial ${pack.serial}`, commitment);
    told.numbers.set(`certification ${pack.certification}`, commitment);
    told.cards.set(
      commitment,
      pack.cards.map(({ rarity }) => rarity),
    );
  };

  for (const [index, text] of log.entries.entries()) {
    must(Buffer.byteLength(text) <= 48 * 1024, 'entry size');
    const { kind } = parse(text) as { kind: string };
    must(kind in OBJECTS || kind.startsWith('x-'), 'kind');
    must(!['ticket', 'packproof', 'mine'].includes(kind), 'kind');
    const entry = object<Json>(text, kind);
    const at = (entry['at'] ?? entry['sealedAt'] ?? entry['publishedAt'] ?? clock) as number;
    must(at >= clock && at <= now + 60, 'time');
    clock = at;
    for (const { closed, manifest } of told.drops) {
      must(closed !== undefined || at <= manifest.closesBy + 86400, 'not closed in time');
    }
    if (due) must(kind === 'contents' && entry['manifest'] === due.hash, 'contents are due');
    due = undefined;
    if (kind === 'manifest') {
      told.drops.push(publish(index, text, entry as unknown as Manifest));
      continue;
    }
    if (kind === 'x-retired') {
      for (const one of entry['labels'] as string[]) {
        told.retired.set(one, Math.min(index, told.retired.get(one) ?? index));
      }
    }
    if (kind.startsWith('x-') || !('manifest' in entry)) continue;
    const drop = told.drops.find(({ hash }) => hash === entry['manifest']);
    must(drop !== undefined, 'drop');
    const { manifest } = drop!;
    const d = drop!;
    const place = entry['place'] as number;
    if (kind === 'order') {
      const { round, signature } = entry as { round: number; signature: string };
      must(!d.order && !d.closed, 'second order');
      if (d.network) {
        must(round === roundAfter(manifest.publishedAt, d.network), 'round');
        must(isNumber(round, signature, d.network.publicKey), 'number');
      }
      d.order = orderOf(manifest.packCount, d.hash, sha(raw(signature)));
    } else if (kind === 'seal') {
      const seal = entry as unknown as Seal;
      must(d.order !== undefined && !d.closed && seal.seq === ++d.seals, 'seal');
      must(seal.sealedAt >= manifest.opensAt && seal.sealedAt <= manifest.closesBy, 'sale');
      for (const one of seal.tickets) {
        must(one.place < manifest.packCount && !everSold.has(one.hash), 'ticket');
        must(!d.sold.has(one.place) && !d.shown.has(one.place), 'sold twice');
        everSold.add(one.hash);
        d.sold.set(one.place, one.hash);
      }
      told.seals.push({ text, seal });
    } else if (kind === 'void') {
      const written = entry['ticket'] as string;
      const ticket = object<Ticket>(written, 'ticket');
      const hash = under('ticket', written).toString('hex');
      must(ticket.manifest === d.hash && ticket.place === place, 'void elsewhere');
      must(d.sold.get(place) === hash, 'void of what was not sold');
      const secret = entry['secret'];
      if (secret !== undefined) {
        must(!d.closed && under('ref', raw(secret)).toString('hex') === ticket.ref, 'secret');
      } else {
        open(d, place, entry as { document: string; salt: string });
        d.shown.add(place);
      }
      d.sold.delete(place);
      d.back.push({
        ticket: hash,
        place,
        secret: secret !== undefined,
        late: d.closed !== undefined,
      });
    } else if (kind === 'withdraw') {
      must(!d.closed && !d.sold.has(place) && !d.shown.has(place), 'withdraw');
      open(d, place, entry as { document: string; salt: string });
      d.shown.add(place);
    } else if (kind === 'close') {
      const close = entry as unknown as { at: number; carried: number[] };
      must(!d.closed, 'close');
      if (close.carried[0] !== undefined) {
        must(d.seals > 0, 'carried without a sale');
        must(close.at >= manifest.opensAt + (d.network?.minOpen ?? 86400), 'carried too early');
        const free = d.order!.filter((_leaf, one) => !d.sold.has(one) && !d.shown.has(one));
        must(jcs(free.sort((one, other) => one - other)) === jcs(close.carried), 'carried');
      }
      d.closed = close;
      due = d;
    } else {
      const contents = entry as unknown as { file: string; unopened: number[] };
      must(d.closed !== undefined, 'contents of an open drop');
      const live = new Set([...d.sold.keys()].map((one) => d.order![one]!));
      must(
        contents.unopened.every((one) => live.has(one) && (d.unopened?.includes(one) ?? true)),
        'held back',
      );
      d.unopened = contents.unopened;
      d.file = contents.file;
    }
  }
  must(due === undefined, 'contents are due');
  for (const drop of told.drops) {
    if (!drop.closed) continue;
    const file = log.contents.get(drop.hash);
    must(file !== undefined && sha(file).toString('hex') === drop.file, 'contents file');
    const lines = file!.split('\n');
    must(lines.pop() === '', 'contents cut');
    const packs = lines.map((line) => {
      const pack = parse(line) as { document: string; leaf: number; salt: string };
      must(isForm(pack, 'document:s leaf:n salt:h'), 'contents line');
      return pack;
    });
    const left = new Set([...drop.closed.carried, ...drop.unopened!]);
    const wanted = [...drop.commitments.keys()].filter((one) => !left.has(one));
    must(jcs(packs.map((pack) => pack.leaf)) === jcs(wanted), 'contents are not all');
    for (const pack of packs) openLeaf(drop, pack.leaf, pack.document, pack.salt);
  }

  function publish(index: number, text: string, manifest: Manifest): Drop {
    const hash = leaf(text).toString('hex');
    const commitments = log.commitments.get(hash) ?? [];
    const network = networks.get(manifest.chain);
    must(manifest.shop === told.checkpoint.origin, 'shop');
    must(rightKey(told.keys, index)!.key.equals(raw(manifest.ticketKey)), 'ticket key');
    must(isPrime(raw(manifest.ticketKey)), 'ticket key');
    must(commitments.length === manifest.packCount && isRising(commitments, String), 'commitments');
    const root = rootOf(commitments.map((one) => leaf(raw(one)))).toString('hex');
    must(root === manifest.packsRoot, 'packs root');
    must(manifest.opensAt < manifest.closesBy, 'times');
    if (network) {
      must(timeOf(roundAfter(manifest.publishedAt, network), network) <= manifest.opensAt, 'times');
    }
    const before = told.drops.filter((one) => one.manifest.packType === manifest.packType).at(-1);
    must(manifest.number === (before?.manifest.number ?? 0) + 1, 'number');
    must(before === undefined || before.closed !== undefined, 'drop before is open');
    const carried = (before?.closed?.carried ?? []).map((one) => before!.commitments[one]!);
    must(carried.length === manifest.carried, 'carried');
    must(
      carried.every((one) => commitments.includes(one)),
      'carried',
    );
    must(manifest.packCount >= carried.length + 20, 'twenty');
    const fresh = commitments.filter((one) => !carried.includes(one));
    must(!told.drops.some((one) => one.hash === hash), 'twice');
    must(
      !told.drops.some((drop) => drop.commitments.some((one) => fresh.includes(one))),
      'in two drops',
    );
    return {
      hash,
      from: index,
      manifest,
      commitments,
      ...(network && { network }),
      seals: 0,
      sold: new Map(),
      shown: new Set(),
      back: [],
    };
  }
}

// --- The nine checks -------------------------------------------------------------------------------------------------------

/**
 * Returns the state of each check. If an object can't be read, only the check of that object is red. If the file is no
 * proof, throws.
 */
export function secondOpinion(asked: Asked): Record<string, State> {
  const file = object<File>(asked.proof, 'packproof');
  const mine = asked.mine === undefined ? undefined : object<Mine>(asked.mine, 'mine');
  const policy = asked.policy === undefined ? undefined : policyOf(asked.policy);
  const memory = mine?.checkpoints.map(checkpointOf) ?? [];
  const unreadable = (
    [
      ['V3', () => object(file.manifest, 'manifest')],
      ['V5', () => object(file.order, 'order')],
      ['V3', () => proofOf(file.manifestProof)],
      ['V2', () => object(file.ticket, 'ticket')],
      ['V3', () => file.seal !== undefined && object(file.seal, 'seal')],
      ['V3', () => file.sealProof !== undefined && proofOf(file.sealProof)],
    ] as [string, () => void][]
  ).find(([, read]) => isBroken(read));
  if (unreadable) return { [unreadable[0]]: 'red' };

  const manifest = object<Manifest>(file.manifest, 'manifest');
  const mh = leaf(file.manifest).toString('hex');
  const order = object<{ manifest: string; round: number; signature: string }>(file.order, 'order');
  const ticket = object<Ticket>(file.ticket, 'ticket');
  const th = under('ticket', file.ticket).toString('hex');
  const own = proofOf(file.manifestProof);
  const sealed = file.sealProof === undefined ? undefined : proofOf(file.sealProof);
  const networks = new Map(Object.entries(PUBLIC));
  const isPublic = networks.has(manifest.chain);
  if (!isPublic && file.chain?.hash === manifest.chain) networks.set(manifest.chain, file.chain);
  const network = networks.get(manifest.chain);
  const told = asked.log && readWholeLog(asked.log, asked.now, networks);
  const seal = file.seal
    ? object<Seal>(file.seal, 'seal')
    : asked.log?.entries
        .filter((text) => text.includes(th) && !isBroken(() => object(text, 'seal')))
        .map((text) => object<Seal>(text, 'seal'))
        .find(({ tickets }) => tickets.some(({ hash }) => hash === th));
  const isLate = asked.now > ticket.issuedAt + 60;
  const places = orderOf(manifest.packCount, mh, sha(raw(order.signature)));

  const checks: Record<string, () => State> = {
    V1() {
      const others = mine?.manifests.filter(
        (one) =>
          one.hash !== mh &&
          [one.shop, one.packType, one.number].join('\n') ===
            [manifest.shop, manifest.packType, manifest.number].join('\n'),
      );
      if (others?.length) return 'red';
      return mine?.manifests.some(({ hash }) => hash === mh) ? 'green' : 'amber';
    },
    V2() {
      const key = raw(manifest.ticketKey);
      must(ticket.manifest === mh && isPrime(key), 'ticket');
      const message = Buffer.from(`packproof/v2/ticket\0${file.ticket}`);
      must(isSigned(key, message, raw(file.ticketSignature)), 'signature');
      must(ticket.issuedAt <= asked.now + 60, 'of tomorrow');
      let state: State = 'amber';
      for (const { hash, secret } of mine?.tickets ?? []) {
        const isForMe = under('ref', raw(secret)).toString('hex') === ticket.ref;
        must((hash === th) === isForMe, 'ticket and secret');
        if (isForMe) state = 'green';
      }
      return state;
    },
    V3() {
      const { shop } = manifest;
      must(
        includes(
          leaf(file.manifest),
          own.index,
          own.checkpoint.size,
          own.path,
          own.checkpoint.root,
        ),
        'manifest',
      );
      must((file.seal === undefined) === (sealed === undefined), 'half a seal');
      const listed = policy?.logs.filter(({ name }) => name === shop) ?? [];
      const first = named(shop, 1, raw(manifest.ticketKey));
      must(isPrime(first.key) && (!told || told.checkpoint.origin === shop), 'log');
      for (const { checkpoint } of sealed ? [own, sealed] : [own]) {
        must(checkpoint.origin === shop, 'origin');
        const right = told && rightKey(told.keys, checkpoint.size);
        const keys = told ? (right ? [right] : []) : [first, ...listed];
        must(
          keys.some((key) => logSigned(checkpoint.note, key)),
          'unsigned',
        );
      }
      const known = told ? told.keys.map(({ key }) => key) : [first];
      const isListed =
        listed.length === 0 || known.some(({ key }) => listed.some((one) => one.key.equals(key)));
      if (!isListed && !told) return 'waiting';
      must(isListed, 'policy');
      if (told) must(told.signed && told.leaves.some((one) => one.toString('hex') === mh), 'log');
      if (sealed) {
        const { size, root } = sealed.checkpoint;
        must(includes(leaf(file.seal!), sealed.index, size, sealed.path, root), 'seal');
        const path = (file.consistency ?? []).map(raw);
        must(
          extendsTree(own.checkpoint.size, own.checkpoint.root, size, root, path),
          'consistency',
        );
        return 'green';
      }
      must(file.consistency === undefined, 'consistency');
      if (!told) return 'waiting';
      return seal ? 'green' : isLate ? 'red' : 'waiting';
    },
    V4() {
      if (!isPublic) return 'amber';
      const number = timeOf(roundAfter(manifest.publishedAt, network!), network!);
      const { size, root, note, origin } = own.checkpoint;
      // If a line by a known witness is wrong, the note is invalid, whoever else signed it.
      for (const witness of policy?.witnesses.values() ?? []) witnessTime(note, witness);
      const isHere =
        origin === manifest.shop && includes(leaf(file.manifest), own.index, size, own.path, root);
      const at = isHere && policy ? datedBy(policy, note) : undefined;
      const isSeen = mine?.manifests.some((one) => one.hash === mh && one.at < number);
      return isSeen || (at !== undefined && at < number) ? 'green' : 'amber';
    },
    V5() {
      must(network !== undefined && !(isPublic && file.chain), 'chain');
      must(order.manifest === mh, 'order of another');
      must(order.round === roundAfter(manifest.publishedAt, network!), 'round');
      must(isNumber(order.round, order.signature, network!.publicKey), 'number');
      return isPublic ? 'green' : 'amber';
    },
    V6() {
      const mineIs = places[ticket.place];
      must(mineIs !== undefined && (file.leaf ?? mineIs) === mineIs, 'leaf');
      if (!seal) return told && isLate ? 'red' : 'waiting';
      must(seal.manifest === mh, 'seal of another');
      must(
        seal.tickets.some(({ hash, place }) => hash === th && place === ticket.place),
        'seal',
      );
      return 'green';
    },
    V7() {
      if (file.document === undefined) return 'waiting';
      const { document, salt, path } = file;
      const pack = parse(document) as Json;
      must(isForm(pack, DOCUMENT) && pack['v'] === 2, 'document');
      must(
        pack['packType'] === manifest.packType && salt !== undefined && path !== undefined,
        'contents',
      );
      const commitment = under('pack', raw(salt), document);
      const index = file.leaf ?? places[ticket.place]!;
      must(
        includes(
          leaf(commitment),
          index,
          manifest.packCount,
          path!.map(raw),
          raw(manifest.packsRoot),
        ),
        'not locked',
      );
      return 'green';
    },
    V8() {
      if (!told) return 'waiting';
      must(told.fault === undefined, told.fault ?? '');
      for (const drop of told.drops) must(areOddsPossible(drop, told), 'odds');
      const drop = told.drops.find(({ hash }) => hash === mh);
      must(drop !== undefined, 'drop');
      const { document, salt } = file;
      if (document !== undefined && salt !== undefined && !isBroken(() => packIn(document))) {
        const commitment = under('pack', raw(salt), document).toString('hex');
        if (drop!.commitments.includes(commitment)) {
          fits(packIn(document), commitment, drop!, told);
        }
      }
      const back = drop!.back.find((one) => one.ticket === th);
      if (back)
        must(
          (back.secret || back.late) && !mine?.tickets.some(({ hash }) => hash === th),
          'given back',
        );
      const isWhole =
        !back &&
        drop!.closed !== undefined &&
        drop!.commitments.every((one) => told.cards.has(one)) &&
        drop!.commitments.every((one) => isSold(one, drop!, told)) &&
        !drop!.back.some((one) => one.place === ticket.place) &&
        told.drops.every((one) => one === drop || one.seals > 0) &&
        told.drops.every((one) => one.network !== undefined);
      return isWhole ? 'green' : 'amber';
    },
    V9() {
      const shown = [own.checkpoint, ...(sealed ? [sealed.checkpoint] : [])];
      const seen = memory.filter(({ origin }) => origin === manifest.shop);
      for (const one of [...seen, ...shown]) {
        must(
          [...seen, ...shown].every((two) => two.size !== one.size || two.root.equals(one.root)),
          'fork',
        );
      }
      if (!told) return 'waiting';
      for (const { size, root } of [...seen, ...shown]) {
        must(size <= told.leaves.length && rootOf(told.leaves.slice(0, size)).equals(root), 'fork');
      }
      const host = (origin: string) => origin.replace(/\/.*/, '');
      for (const one of memory) {
        if (one.origin === manifest.shop || host(one.origin) !== host(manifest.shop)) continue;
        const incident = object<{ origin?: string; checkpoint?: string }>(told.first, 'incident');
        must(incident.origin === one.origin, 'another log');
        const last =
          incident.checkpoint === undefined ? undefined : checkpointOf(incident.checkpoint);
        if (!last) continue;
        must(last.origin === one.origin && last.size >= one.size, 'another log');
        must(last.size > one.size || last.root.equals(one.root), 'another log');
      }
      return 'green';
    },
  };
  return Object.fromEntries(
    Object.entries(checks).map(([name, check]) => {
      try {
        return [name, check()];
      } catch {
        return [name, 'red'];
      }
    }),
  );
}

/** Whether a pack was sold, in this drop or in a later drop that took the pack over. */
function isSold(
  commitment: string,
  { commitments, order, sold, closed, manifest }: Drop,
  told: Told,
): boolean {
  const at = commitments.indexOf(commitment);
  if (sold.has(order?.indexOf(at) ?? -1)) return true;
  const next = told.drops.find(
    (one) =>
      one.manifest.packType === manifest.packType && one.manifest.number === manifest.number + 1,
  );
  return (
    closed?.carried.includes(at) === true && next !== undefined && isSold(commitment, next, told)
  );
}

/**
 * Whether the odds can still come true. They can if no rarity is too frequent among the shown packs, and if the hidden
 * packs can make up for missing rarities.
 */
function areOddsPossible({ manifest, commitments }: Drop, { cards }: Told): boolean {
  const packs = commitments.map((one) => cards.get(one)).filter((pack) => pack !== undefined);
  const sealed = commitments.length - packs.length;
  const promised = Object.fromEntries(manifest.odds.map((one) => [one.rarity, one.packs]));
  return [...new Set([...Object.keys(promised), ...packs.flat()])].every((rarity) => {
    const found = packs.filter((pack) => pack.includes(rarity)).length;
    const said = promised[rarity] ?? 0;
    return found <= said && said <= found + sealed;
  });
}
