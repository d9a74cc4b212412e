import { describe, expect, test } from 'vitest';
import { findNamedCard, readPackLine, type NamedCard } from './intake.ts';

const card = (id: string, more: Partial<NamedCard> = {}): NamedCard => ({
  id,
  number: '7',
  finish: 'foil',
  nativeRarity: 'Secret Rare',
  rarity: 'mythic',
  ...more,
});
const find = (cards: NamedCard[], rarity?: string, number = '7') =>
  findNamedCard(cards, { number, rarity, finish: 'foil' })?.id ?? null;

describe('a card in a pack', () => {
  const twins = [card('secret'), card('starlight', { nativeRarity: 'Starlight Rare' })];

  test('is named by number, finish and the source’s own rarity', () => {
    expect(find(twins, 'Starlight Rare')).toBe('starlight');
    expect(find([card('normal', { finish: 'normal' })], 'Secret Rare')).toBeNull();
    expect(find(twins, 'Secret Rare', '8')).toBeNull();
  });

  test('may be named by the shop’s rarity if that is unambiguous', () => {
    expect(find([card('one'), card('other', { rarity: 'rare' })], 'legendary')).toBe('one');
    expect(find(twins, 'mythic')).toBeNull();
  });

  test('needs no rarity if number and finish are enough', () => {
    expect(find([card('one'), card('normal', { finish: 'normal' })])).toBe('one');
    expect(find(twins)).toBeNull();
  });

  test('needs no finish if its number exists in one alone, else it is normal', () => {
    const unsaid = (cards: NamedCard[]) => findNamedCard(cards, { number: '7' })?.id ?? null;
    expect(unsaid([card('one'), card('other', { number: '8', finish: 'normal' })])).toBe('one');
    expect(unsaid([card('foil'), card('plain', { finish: 'normal' })])).toBe('plain');
    expect(unsaid([card('foil'), card('reverse', { finish: 'reverse-foil' })])).toBeNull();
  });

  test('is not found by an unknown rarity', () => {
    expect(find(twins, 'constructor')).toBeNull();
    expect(find([card('one')], 'shiny')).toBeNull();
  });
});

describe('a line of a file of packs', () => {
  const NEITHER = 'must be an object with either packType or pack';

  test('is a pack or a pack type, whatever it looks like', () => {
    expect(readPackLine('{"pack": {"serial": 1}}')).toEqual({ pack: { serial: 1 } });
    expect(readPackLine('{"packType": null}')).toEqual({ packType: null });
  });

  test.each([
    ['{"pack"', 'is not JSON'],
    ['null', NEITHER],
    ['"pack"', NEITHER],
    ['[1]', NEITHER],
    ['{}', NEITHER],
    ['{"box": 1}', NEITHER],
    ['{"pack": 1, "packType": 2}', NEITHER],
    ['{"pack": 1, "packType": null, "rank": 0}', NEITHER],
    ['{"pack": 1, "rank": 0, "weight": 3}', 'rank, weight is not a field'],
  ])('%s is refused: %s', (written, problem) => {
    expect(readPackLine(written)).toEqual({ problem });
  });
});
