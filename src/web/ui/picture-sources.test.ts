import { describe, expect, it } from 'vitest';
import { drawingBehind, photographSources } from './picture-sources.ts';

const name = 'a'.repeat(43);

describe('a photograph', () => {
  it('is offered in three widths and two formats, by the address of one of them', () => {
    expect(photographSources(`/pictures/${name}-640.webp`)).toEqual({
      avif: `/pictures/${name}-320.avif 320w, /pictures/${name}-640.avif 640w, /pictures/${name}-960.avif 960w`,
      webp: `/pictures/${name}-320.webp 320w, /pictures/${name}-640.webp 640w, /pictures/${name}-960.webp 960w`,
    });
  });

  it.each(['/art/card/7.svg?v=abc', '/card-back.svg', 'https://pictures.example/card-640.webp'])(
    'is not %s',
    (src) => expect(photographSources(src)).toBeNull(),
  );
});

describe('an external picture', () => {
  it('has the drawing of its card behind it', () => {
    const id = '0191d4ae-1111-7000-8000-000000000001';
    expect(drawingBehind(`/art/remote/${id}?v=Ab-_1234`)).toBe(`/art/card/${id}.svg?v=Ab-_1234`);
    expect(drawingBehind(`/art/card/${id}.svg?v=Ab-_1234`)).toBeNull();
  });
});
