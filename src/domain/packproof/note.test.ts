import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  newSigner,
  proofPrimitives,
  readVectors,
  signCheckpoint,
} from '../../testing/proofs/proof-primitives.ts';
import { base64Of, bytesOfBase64, bytesOfHex, hexOf } from './bytes.ts';
import { writeCanonical, type Canonical } from './canon.ts';
import { readCheckpoint, witnessedAt } from './checkpoint.ts';
import { isSignedBy, readNote, readVerifierKey, writeNote, writeVerifierKey } from './note.ts';
import { quorumTime, readPolicy } from './policy.ts';
import { isCovered, readTlogProof, writeTlogProof } from './tlog-proof.ts';

type Vectors = {
  manifest: Canonical;
  seal: Canonical;
  ticketSeed: string;
  witnessSeed: string;
  ticketSignature: string;
  torsionKey: string;
  policy: string;
  cosignedAt: number;
  manifestProof: string;
  sealProof: string;
};
const vectors = readVectors<Vectors>();
const policy = readPolicy(proofPrimitives, vectors.policy);
const log = newSigner('shop.example/log', 'log', vectors.ticketSeed);
const witness = newSigner('witness.example/w', 'witness', vectors.witnessSeed);

describe('base64', () => {
  test('has one spelling for any bytes, and is read in no other', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        expect(base64Of(bytes)).toBe(text);
        expect(hexOf(bytesOfBase64(text))).toBe(hexOf(bytes));
      }),
    );
    for (const other of ['AB==', 'AAA', 'AA', 'A===', 'AA= =', ' AAA=', 'AA-_', 'AAB=', '=']) {
      expect(() => bytesOfBase64(other)).toThrow('This is no base64');
    }
  });
});

describe('a proof of a log', () => {
  test('shows that the drop was in it, signed by the log, and when the witness saw it', () => {
    const proof = readTlogProof(vectors.manifestProof);
    expect(isCovered(proofPrimitives, proof, writeCanonical(vectors.manifest))).toBe(true);
    expect(isSignedBy(proofPrimitives, proof.checkpoint.note, log.key)).toBe(true);
    const at = witnessedAt(proofPrimitives, proof.checkpoint.note, policy.witnesses.get('w')!);
    expect(at).toBe(vectors.cosignedAt);
  });

  test('is written as it is read', () => {
    const proof = readTlogProof(vectors.sealProof);
    expect(isCovered(proofPrimitives, proof, writeCanonical(vectors.seal))).toBe(true);
    const { origin, size, root } = proof.checkpoint;
    const note = writeNote(signCheckpoint({ origin, size, root }, [log]));
    expect(writeTlogProof(proof.index, proof.path, note)).toBe(vectors.sealProof);
    const { checkpoint } = readTlogProof(vectors.manifestProof);
    const cosigned = signCheckpoint(checkpoint, [log], [{ witness, at: vectors.cosignedAt }]);
    expect(writeTlogProof(0, [], writeNote(cosigned))).toBe(vectors.manifestProof);
  });

  test('with any one character changed proves nothing of it any more', () => {
    const text = vectors.manifestProof;
    const entry = writeCanonical(vectors.manifest);
    const signs = ['A', '0', '\n', ' ', '=', '—', 'é'];
    for (const at of text.split('').keys()) {
      for (const sign of signs.filter((other) => other !== text[at])) {
        expect(holds(`${text.slice(0, at)}${sign}${text.slice(at + 1)}`)).toBe(false);
      }
      expect(holds(text.slice(0, at) + text.slice(at + 1))).toBe(false);
    }
    expect(holds(text)).toBe(true);

    function holds(changed: string): boolean {
      try {
        const proof = readTlogProof(changed);
        const { note, origin } = proof.checkpoint;
        return (
          proof.index === 0 &&
          origin === log.key.name &&
          isCovered(proofPrimitives, proof, entry) &&
          isSignedBy(proofPrimitives, note, log.key) &&
          witnessedAt(proofPrimitives, note, witness.key) !== undefined
        );
      } catch {
        return false;
      }
    }
  });

  test.each([
    ['another first line', 'c2sp.org/tlog-proof@v2\nindex 0\n'],
    ['extra data', 'c2sp.org/tlog-proof@v1\nextra AAAA\nindex 0\n'],
    ['an index with a leading zero', 'c2sp.org/tlog-proof@v1\nindex 00\n'],
    ['no index', 'c2sp.org/tlog-proof@v1\n'],
    ['a hash that is too short', 'c2sp.org/tlog-proof@v1\nindex 0\nAAAA\n'],
  ])('with %s is refused', (_what, head) => {
    const [, checkpoint] = /\n\n([^]+)$/.exec(vectors.manifestProof)!;
    expect(() => readTlogProof(`${head}\n${checkpoint}`)).toThrow(/no |not |too /);
  });
});

describe('a signed note', () => {
  const note = signCheckpoint({ origin: log.key.name, size: 1, root: new Uint8Array(32) }, [log]);
  const text = writeNote(note);

  test.each([
    ['without a signature', 'some text\n\n'],
    ['without a text', '\n\n— a AAAAAAA=\n'],
    ['whose last line does not end', text.slice(0, -1)],
    ['with a tab', text.replace('1', '\t')],
    ['with half a sign', text.replace('1', '\ud800')],
    ['with a plus in a name', text.replace('— shop', '— sh+op')],
    ['with a space in a name', text.replace('— shop', '— sh\u00a0op')],
    ['with a signature that is too short', 'text\n\n— a AAAA\n'],
    ['with more signatures than anybody reads', `text\n\n${'— a AAAAAAA=\n'.repeat(101)}`],
  ])('%s is refused', (_what, wrong) => {
    expect(() => readNote(wrong)).toThrow(/no |not |too /);
  });

  test('proves nothing by a key that did not sign it, and is refused if a line by a known key is wrong', () => {
    expect(isSignedBy(proofPrimitives, readNote(text), witness.key)).toBe(false);
    const other = newSigner(log.key.name, 'log', '11'.repeat(32));
    expect(isSignedBy(proofPrimitives, readNote(text), other.key)).toBe(false);
    const spoilt = { ...note, text: note.text.replace('1', '2') };
    expect(() => isSignedBy(proofPrimitives, spoilt, log.key)).toThrow('is not valid');
    const twice = { ...note, signatures: [...note.signatures, ...note.signatures] };
    expect(() => isSignedBy(proofPrimitives, twice, log.key)).toThrow('twice');
  });

  test('of a log has a size and a root, in one spelling', () => {
    for (const wrong of ['01', '-1', '1.0', '9007199254740992', '']) {
      expect(() => readCheckpoint(text.replace('\n1\n', `\n${wrong}\n`))).toThrow(/no |not |too /);
    }
    expect(() => readCheckpoint(text.replace(/\nA{43}=/, '\nAAAA'))).toThrow(/no |not |too /);
    expect(readCheckpoint(text).size).toBe(1);
  });

  test('is dated by a witness only with its own time', () => {
    const head = { origin: log.key.name, size: 1, root: new Uint8Array(32) };
    const dated = signCheckpoint(head, [log], [{ witness, at: 1_692_806_310 }]);
    expect(witnessedAt(proofPrimitives, dated, witness.key)).toBe(1_692_806_310);
    const [, line] = dated.signatures;
    line!.signature[7]! -= 1;
    expect(() => witnessedAt(proofPrimitives, dated, witness.key)).toThrow('is not valid');
    expect(witnessedAt(proofPrimitives, note, witness.key)).toBeUndefined();
  });
});

describe('a published key', () => {
  const vkey = writeVerifierKey(proofPrimitives, log.key);

  test('is read as it was written', () => {
    expect(vectors.policy).toContain(`log ${vkey}\n`);
    expect(readVerifierKey(proofPrimitives, vkey, 'log')).toEqual(log.key);
  });

  test.each([
    ['of another kind', writeVerifierKey(proofPrimitives, witness.key), 'no key of a log'],
    ['with another id', vkey.replace('f3b1', 'f3b2'), 'a letter of it is wrong'],
    ['without a name', vkey.slice(vkey.indexOf('+')), 'no verifier key'],
    [
      'with a part of small order',
      writeVerifierKey(proofPrimitives, { ...log.key, key: bytesOfHex(vectors.torsionKey) }),
      'no point of prime order',
    ],
  ])('%s is refused', (_what, text, sentence) => {
    expect(() => readVerifierKey(proofPrimitives, text, 'log')).toThrow(sentence);
  });
});

describe('a reader’s policy', () => {
  const names = ['a', 'b', 'c'];
  const lines = names.map((name, index) => {
    const { key } = newSigner(`${name}.example`, 'witness', `0${index + 1}`.repeat(32));
    return `witness ${name} ${writeVerifierKey(proofPrimitives, key)} https://${name}.example\n`;
  });
  const read = (rest: string) => readPolicy(proofPrimitives, `# Mine\n${lines.join('')}\n${rest}`);
  const times = new Map([
    ['a', 30],
    ['b', 10],
    ['c', 20],
  ]);

  test.each<[string, number | undefined]>([
    ['quorum a\n', 30],
    ['group g any a b c\nquorum g\n', 10],
    ['group g all a b c\nquorum g\n', 30],
    ['\tgroup g 2 a  b c \nquorum g', 20],
    ['group g 1 a b\ngroup h all g c\nquorum h\n', 20],
    ['quorum none\n', undefined],
  ])('%j is met at %s', (rest, at) => {
    expect(quorumTime(read(rest), times)).toBe(at);
  });

  test('is not met by too few', () => {
    const two = read('group g all a b c\nquorum g\n');
    expect(quorumTime(two, new Map([['a', 30]]))).toBeUndefined();
  });

  test.each([
    ['no quorum', ''],
    ['two quorums', 'quorum a\nquorum a\n'],
    ['a quorum that is named nowhere', 'quorum d\n'],
    ['a group of nobody', 'group g any\nquorum g\n'],
    ['a group that asks for too many', 'group g 3 a b\nquorum g\n'],
    ['a group that asks for none', 'group g 0 a b\nquorum g\n'],
    ['a witness in two groups', 'group g any a\ngroup h any a\nquorum g\n'],
    ['a name that is taken', 'group a any b\nquorum a\n'],
    ['a group called none', 'group none any b\nquorum none\n'],
    ['a key twice', `${lines[0]!.replace(' a ', ' d ')}quorum a\n`],
    ['a line that is none', 'trust everybody\nquorum a\n'],
    ['a word alone', 'quorum\n'],
    ['a control sign', 'quorum a\r\n'],
  ])('with %s is refused', (_what, rest) => {
    expect(() => read(rest)).toThrow(/policy/);
  });
});
