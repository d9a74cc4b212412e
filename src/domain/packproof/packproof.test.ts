import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCanonical, writeCanonical, type Canonical } from './canon.ts';
import {
  labelHash,
  packCommitment,
  readPackDocument,
  writePackDocument,
  type PackDocument,
} from './pack-document.ts';

type Vectors = {
  canonSame: { text: string; hex: string }[];
  canonReaderRefuses: string[];
  canonWriterRefuses: string[];
  canonReaderTakes: string[];
  packs: { commitment: string; document: PackDocument; salt: string }[];
  labels: { label: string; hash: string }[];
};

/** Test vectors that every other implementation must match. */
const vectors = JSON.parse(
  readFileSync(new URL('vectors.json', import.meta.url), 'utf8'),
) as Vectors;

const primitives = {
  sha256: (bytes: Uint8Array) => createHash('sha256').update(bytes).digest(),
  utf8: (text: string) => new TextEncoder().encode(text),
};
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('canonical JSON', () => {
  test.each(vectors.canonSame)('$text is written as it is read', ({ text, hex: bytes }) => {
    expect(writeCanonical(readCanonical(text) as Canonical)).toBe(text);
    expect(hex(primitives.utf8(text))).toBe(bytes);
  });

  test.each(vectors.canonReaderRefuses)('%s is not read', (text) => {
    expect(() => readCanonical(text)).toThrow(/canonical/);
  });

  test.each(vectors.canonWriterRefuses)('%s is not written', (text) => {
    expect(() => writeCanonical(JSON.parse(text) as Canonical)).toThrow(/canonical/);
  });

  test.each(vectors.canonReaderTakes)(
    '%s is read, because NFC is the writer’s duty alone',
    (text) => {
      expect(() => readCanonical(text)).not.toThrow();
    },
  );

  const key = fc.stringMatching(/^[a-z][A-Za-z0-9]{0,5}$/);
  const word = fc.string({ unit: 'grapheme' }).map((text) => text.normalize('NFC'));
  const { value: anyValue } = fc.letrec<{ value: Canonical }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.boolean(),
      fc.maxSafeInteger().map((number) => number + 0),
      word,
      fc.array(tie('value')),
      fc.dictionary(key, tie('value'), { noNullPrototype: true }),
    ),
  }));

  test('writes a value as one text, whatever the order of its fields, and reads it as the same', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        // Two adjacent strings may join into text that is no longer in NFC.
        fc.pre(JSON.stringify(value) === JSON.stringify(value).normalize('NFC'));
        const text = writeCanonical(value);
        expect(readCanonical(text)).toEqual(value);
        expect(writeCanonical(turned(value))).toBe(text);
      }),
    );
  });

  test('has no second spelling: any other text of the same length has another meaning', () => {
    fc.assert(
      fc.property(anyValue, fc.nat(), fc.constantFrom(' ', '0', 'a', '"', '\\', ','), spell),
    );
    function spell(value: Canonical, place: number, sign: string): void {
      fc.pre(JSON.stringify(value) === JSON.stringify(value).normalize('NFC'));
      const text = writeCanonical(value);
      const at = place % text.length;
      const other = `${text.slice(0, at)}${sign}${text.slice(at + 1)}`;
      fc.pre(other !== text);
      let read: unknown;
      try {
        read = readCanonical(other);
      } catch {
        return;
      }
      expect(read).not.toEqual(value);
    }
  });
});

/** The same value, with the fields of its objects in reverse order. */
function turned(value: Canonical): Canonical {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, held]) => [name, turned(held as Canonical)]),
  );
}

describe('the document of a pack', () => {
  test.each(vectors.packs)(
    'of $document.serial has its commitment',
    ({ commitment, document, salt }) => {
      const text = writePackDocument(document);
      expect(readPackDocument(text)).toEqual(document);
      expect(hex(packCommitment(primitives, Buffer.from(salt, 'hex'), text))).toBe(commitment);
    },
  );

  test('has another commitment after any change of it or of its salt', () => {
    const { document, salt, commitment } = vectors.packs[0]!;
    const bytes = Buffer.from(salt, 'hex');
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: 254 }), (place, by) => {
        const other = Buffer.from(bytes);
        const at = place % other.length;
        other[at] = (other[at]! + 1 + by) % 256;
        expect(hex(packCommitment(primitives, other, writePackDocument(document)))).not.toBe(
          commitment,
        );
      }),
    );
    const swapped = { ...document, cards: [{ ...document.cards[0]!, rarity: 'rare' }] };
    expect(hex(packCommitment(primitives, bytes, writePackDocument(swapped)))).not.toBe(commitment);
  });

  const { document } = vectors.packs[0]!;
  const [card] = document.cards;
  const { condition: _condition, ...unfinished } = card!;
  test.each<[string, unknown]>([
    ['with a field that is none', { ...document, price: 499 }],
    ['with a card that has one', { ...document, cards: [{ ...card, value: 1 }] }],
    ['without its serial', { ...document, serial: undefined }],
    ['with a card without its condition', { ...document, cards: [unfinished] }],
    ['of another version', { ...document, v: 1 }],
    ['taken in before there was time', { ...document, takenInAt: -1 }],
    ['whose seal is a number', { ...document, seal: 7 }],
    ['whose cards are no list', { ...document, cards: {} }],
    ['that is a list', [document]],
    ['that is a word', 'pack'],
  ])('%s is refused', (_what, written) => {
    const text = writeCanonical(JSON.parse(JSON.stringify(written)) as Canonical);
    expect(() => readPackDocument(text)).toThrow('This is no document of a pack');
  });

  test.each(vectors.labels)('whose card has the label $label is known by its hash', (one) => {
    expect(labelHash(primitives, one.label)).toBe(one.hash);
  });

  test('needs a whole salt', () => {
    const text = writePackDocument(document);
    expect(() => packCommitment(primitives, new Uint8Array(31), text)).toThrow(/32 bytes/);
  });
});
