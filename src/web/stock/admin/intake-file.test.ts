import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inChunks, readPackFile, textOfFile } from './intake-file.ts';

const pack = (serial: string, more: object = {}) => ({
  packType: 'draft',
  serial,
  certification: `FF-${serial}`,
  cards: [{ set: 'tst', number: '1' }],
  ...more,
});
const lines = (...all: object[]) => all.map((one) => JSON.stringify(one)).join('\n');

describe('a file of packs', () => {
  test('is read in the format of the intake, with the line of each pack', () => {
    const file = readPackFile(`\n${lines({ packType: { id: 'draft' } }, { pack: pack('A-1') })}\n`);
    expect(file).toEqual({
      packs: [
        {
          line: 3,
          pack: {
            packTypeId: 'draft',
            serial: 'A-1',
            certificationNumber: 'FF-A-1',
            cards: [{ set: 'tst', number: '1', condition: 'Near Mint' }],
          },
        },
      ],
      packTypes: 1,
      repeated: 0,
      problems: [],
    });
  });

  test('names the lines that can’t be packs', () => {
    const { packs, problems } = readPackFile(
      `{"pack"\n[1]\n{"box": 1}\nnull\n${lines({ pack: pack('A-1'), rank: 0 })}`,
    );
    expect(packs).toEqual([]);
    expect(problems.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5]);
    expect(problems[0]!.problem).toBe('is not JSON');
    expect(problems[3]!.problem).toBe('must be an object with either packType or pack');
    expect(problems[4]!.problem).toBe('rank is not a field');
  });

  test('sends a repeated pack once, in any notation', () => {
    const again = pack('A-1', {
      cards: [{ number: '1', set: 'tst', condition: 'Near Mint', finish: 'normal' }],
    });
    const file = readPackFile(lines({ pack: pack('A-1') }, { pack: again }));
    expect(file).toMatchObject({ repeated: 1, problems: [] });
    expect(file.packs).toHaveLength(1);
  });

  test('finds packs that contradict each other', () => {
    const file = readPackFile(
      lines(
        { pack: pack('A-1') },
        { pack: pack('A-1', { certification: 'other' }) },
        { pack: pack('A-2', { certification: 'FF-A-1' }) },
      ),
    );
    expect(file.problems).toEqual([
      { line: 2, problem: 'pack A-1 is on line 1 with other content' },
      { line: 3, problem: 'certification FF-A-1 belongs to pack A-1' },
    ]);
  });

  test('leaves errors of a pack to the shop', () => {
    const { packs, problems } = readPackFile(lines({ pack: pack('A-1', { weight: 3 }) }));
    expect(problems).toEqual([]);
    expect(packs[0]!.pack).toMatchObject({ serial: 'A-1', weight: 3 });
  });

  test('may be gzipped', async () => {
    const text = lines({ pack: pack('A-1') });
    expect(await textOfFile(new Blob([text]))).toBe(text);
    expect(await textOfFile(new Blob([new Uint8Array(gzipSync(text))]))).toBe(text);
    await expect(textOfFile(new Blob([new Uint8Array([0x1f, 0x8b, 0, 0])]))).rejects.toThrow(
      TypeError,
    );
  });
});

test('chunks of a list keep its order, and the last one has the rest', () => {
  expect(inChunks([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(inChunks([], 2)).toEqual([]);
});
