import { describe, expect, test } from 'vitest';
import { pictureProblem, readPicture } from './uploaded-picture.ts';

const text = (word: string) => Array.from(word, (letter) => letter.codePointAt(0)!);
const u16 = (n: number) => [n >> 8, n & 0xff];
const u32 = (n: number) => [...u16(n >>> 16), ...u16(n & 0xffff)];
const little = (bytes: number[]) => bytes.toReversed();

const PNG_END = [0, 0, 0, 0, ...text('IEND'), 0xae, 0x42, 0x60, 0x82];
function png(width: number, height: number, filling = 0): Uint8Array {
  const start = [0x89, ...text('PNG'), 0x0d, 0x0a, 0x1a, 0x0a, ...u32(13), ...text('IHDR')];
  const head = [...start, ...u32(width), ...u32(height), 8, 2, 0, 0, 0, 0, 0, 0, 0];
  const bytes = new Uint8Array(head.length + filling + PNG_END.length);
  bytes.set(head);
  bytes.set(PNG_END, head.length + filling);
  return bytes;
}

/** A PNG with the chunk of animations, which contains the number of pictures. */
function movingPng(): Uint8Array {
  const still = png(600, 840);
  const says = [...u32(8), ...text('acTL'), ...u32(2), ...u32(0), ...u32(0)];
  return new Uint8Array([...still.subarray(0, 33), ...says, ...still.subarray(33)]);
}

function jpeg(width: number, height: number): Uint8Array {
  const comment = [0xff, 0xfe, ...u16(6), ...text('made')];
  const frame = [0xff, 0xc2, ...u16(11), 8, ...u16(height), ...u16(width), 1, 1, 0x11, 0];
  return new Uint8Array([0xff, 0xd8, ...comment, ...frame, 0xff, 0xd9]);
}

function webp(chunk: string, content: number[]): Uint8Array {
  const data = [...text(chunk), ...little(u32(content.length)), ...content];
  return new Uint8Array([
    ...text('RIFF'),
    ...little(u32(4 + data.length)),
    ...text('WEBP'),
    ...data,
  ]);
}

describe('a picture', () => {
  test.each([
    ['PNG', png(600, 840), { kind: 'png', width: 600, height: 840, isAnimated: false }],
    ['JPEG', jpeg(600, 840), { kind: 'jpeg', width: 600, height: 840, isAnimated: false }],
    [
      'lossy WebP',
      webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, ...little(u16(600)), ...little(u16(840))]),
      { kind: 'webp', width: 600, height: 840, isAnimated: false },
    ],
    [
      'lossless WebP',
      webp('VP8L', [0x2f, ...little(u32(((839 << 14) | 599) >>> 0)), 0, 0, 0, 0, 0]),
      { kind: 'webp', width: 600, height: 840, isAnimated: false },
    ],
    [
      'WebP with extras',
      webp('VP8X', [0, 0, 0, 0, 0x57, 0x02, 0, 0x47, 0x03, 0]),
      { kind: 'webp', width: 600, height: 840, isAnimated: false },
    ],
  ] as const)('is known by its bytes: %s', (_name, bytes, expected) => {
    expect(readPicture(bytes)).toEqual(expected);
    expect(pictureProblem(bytes, 'photograph')).toBeNull();
  });

  test.each([
    ['an SVG', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page', new TextEncoder().encode('<!doctype html><script>alert(1)</script>'.repeat(4))],
    ['a GIF', new TextEncoder().encode('GIF89a'.padEnd(60, ' '))],
    ['nothing', new Uint8Array()],
  ])('is not %s', (_name, bytes) => {
    expect(readPicture(bytes)).toBeNull();
    expect(pictureProblem(bytes, 'photograph')).toBe('This is not a JPEG, PNG or WebP picture.');
  });

  test.each([
    ['half a PNG', png(600, 840).subarray(0, 40)],
    ['a JPEG with something behind it', new Uint8Array([...jpeg(600, 840), ...text('<script>')])],
    [
      'a WebP that says another length',
      webp('VP8X', [0, 0, 0, 0, 1, 1, 0, 1, 1, 0]).subarray(0, 29),
    ],
    [
      'a JPEG whose segments lead nowhere',
      new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xd9]),
    ],
    ['a WebP of no known kind', webp('ALPH', Array<number>(10).fill(0))],
  ])('is complete, with nothing after its end: not %s', (_name, bytes) => {
    expect(readPicture(bytes)).toBeNull();
    expect(pictureProblem(bytes, 'photograph')).toBe(
      'The picture is cut off, or something else hangs behind it.',
    );
  });

  test.each([
    ['PNG', movingPng()],
    ['WebP', webp('VP8X', [0b10, 0, 0, 0, 0x57, 0x02, 0, 0x47, 0x03, 0])],
  ])('is not animated: no %s', (_name, bytes) => {
    expect(pictureProblem(bytes, 'photograph')).toBe(
      'The picture moves. Only still ones can be shown.',
    );
  });

  test('has sides of 200 to 8000 pixels', () => {
    expect(pictureProblem(png(200, 8000), 'photograph')).toBeNull();
    expect(pictureProblem(png(199, 800), 'photograph')).toContain('199 × 800');
    expect(pictureProblem(png(800, 8001), 'photograph')).toContain('800 × 8001');
  });

  test('has at most 25 million pixels', () => {
    expect(pictureProblem(png(5000, 5000), 'photograph')).toBeNull();
    expect(pictureProblem(png(5000, 5001), 'photograph')).toBe(
      'The picture has more than 25 million pixels.',
    );
  });

  test('has at most 8 MB', () => {
    expect(pictureProblem(png(600, 840, 8 * 1024 * 1024), 'photograph')).toContain(
      'larger than 8 MB',
    );
  });

  test('of an icon is square and large, of a logo may be flat', () => {
    expect(pictureProblem(png(512, 512), 'icon')).toBeNull();
    expect(pictureProblem(png(512, 600), 'icon')).toContain('must be square');
    expect(pictureProblem(png(400, 400), 'icon')).toContain('400 × 400');
    expect(pictureProblem(png(600, 60), 'logo')).toBeNull();
    expect(pictureProblem(png(600, 60), 'photograph')).toContain('600 × 60');
  });
});
