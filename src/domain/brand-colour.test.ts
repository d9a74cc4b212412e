import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  colourProblem,
  faintPairs,
  hexOfShade,
  OWN_TOKENS,
  STYLESHEET_COLOUR,
  themeStyle,
  tokensOf,
} from './brand-colour.ts';

describe('the built-in colour of the stylesheet', () => {
  test('needs no style of its own, and has enough contrast', () => {
    expect(themeStyle(STYLESHEET_COLOUR)).toBe(null);
    expect(themeStyle(STYLESHEET_COLOUR.toUpperCase())).toBe(null);
    expect(colourProblem(STYLESHEET_COLOUR)).toBe(null);
    expect(hexOfShade(OWN_TOKENS.brand.light)).toBe(STYLESHEET_COLOUR);
  });

  test('is close to what is computed for its neighbour', () => {
    const near = tokensOf('#0a6244');
    for (const name of ['brand', 'bg', 'stage-1', 'on-brand-soft'] as const) {
      for (const theme of ['light', 'dark'] as const) {
        const [own, other] = [OWN_TOKENS[name][theme], near[name][theme]];
        expect(other[0]).toBeCloseTo(own[0], 1);
        expect(other[1]).toBeCloseTo(own[1], 2);
      }
    }
  });
});

describe('another colour', () => {
  test.each(['#1d4ed8', '#7c2d12', '#5b21b6', '#0f4c5c', '#9f1239', '#333333'])(
    '%s can be a shop’s',
    (colour) => {
      expect(colourProblem(colour)).toBe(null);
      expect(tokensOf(colour).brand.light.every(Number.isFinite)).toBe(true);
      expect(hexOfShade(tokensOf(colour).brand.light)).toBe(colour);
      expect(themeStyle(colour)).toMatch(/^:root:root\{--bg:light-dark\(oklch\([\d. ]+\),oklch\(/);
    },
  );

  test('that is too light is refused, with the pair that lacks contrast', () => {
    expect(colourProblem('#ffd400')).toMatch(
      /^In the light theme .+ \((?:on-brand on brand|brand on surface-2)\) has a contrast of 1\.\d, and needs 4\.5\. \d+ more pairs are too faint\. Choose a darker colour\.$/,
    );
  });

  test('of any kind is refused only for pairs with too little contrast, and for all of them', () => {
    const part = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(part, part, part, (red, green, blue) => {
        const hex = [red, green, blue].map((one) => one.toString(16).padStart(2, '0')).join('');
        const faint = faintPairs(tokensOf(`#${hex}`));
        expect(faint.every(({ ratio, least }) => ratio < least)).toBe(true);
        expect(colourProblem(`#${hex}`) === null).toBe(faint.length === 0);
      }),
    );
  });
});
