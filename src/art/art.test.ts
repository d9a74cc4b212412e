import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { GAMES, RARITIES } from '#domain/card.ts';
import { PULL_PICTURE_NAMES } from '#domain/shared-pull.ts';
import { ART_VERSION, cardDrawingUrl, packImageUrl } from '../server/catalogue/art-urls.ts';
import { cardArt, type CardToDraw } from './card-art.ts';
import { cardBack } from './card-back.ts';
import { chooseMotif, collectorIndex, GAME_MOTIFS, motifInName } from './choose-motif.ts';
import { MOTIFS, type Motif } from './motif.ts';
import { composeCard, FRAMINGS, GROUNDS, VIEWS } from './composition.ts';
import { splitIntoLines, drawableText, letterLine, lineWidth, SIGNS } from './lettering.ts';
import { isOnArc, lightInWords } from './name-light.ts';
import { drawMotif } from './motifs/draw-motif.ts';
import { nameWords, wordsSay } from './name-words.ts';
import { packArt } from './pack-art.ts';
import { makePalette, oklch } from './palette.ts';
import { pullArt } from './pull-art.ts';
import { makeRandom } from './random.ts';

const NAMES = [
  'Wrenn and Seven',
  'Nidoran ♀',
  'Blue-Eyes White Dragon',
  'Delver of Secrets // Insectile Aberration',
  'Pokémon Center Lady',
  'Castle Ardenvale',
  'Crystal Grotto',
  'Serra Angel',
  'Elder Stag',
  'Island',
  'Forest',
  'Golden Koi',
  'Toxic Spores',
  'Garden Rose',
  'Spirit Pup',
  'Time Seal',
  'King of the Swamp',
  'Sky Ruler',
  'Our Market Research Shows That Players Like Really Long Card Names',
  'Nissa',
];

function manyCards(count: number): CardToDraw[] {
  return Array.from({ length: count }, (_, i) => ({
    name: NAMES[i % NAMES.length] as string,
    game: GAMES[i % 3] as CardToDraw['game'],
    rarity: RARITIES[(i >> 1) % 4] as CardToDraw['rarity'],
    number: String(i),
    set: `set${i % 7}`,
  }));
}

const card: CardToDraw = {
  name: 'Shivan Dragon',
  game: 'magic',
  rarity: 'mythic',
  number: '175',
  set: 'm10',
};
const pack = {
  title: 'Innistrad: Midnight Hunt',
  code: 'mid',
  game: 'magic',
  cardCount: 15,
  seed: '1',
} as const;

/** The first error that makes the text malformed XML, entities included; null if there is none. */
function flawIn(markup: string): string | null {
  const open: string[] = [];
  const pattern = /<(\/?)([A-Za-z]+)((?: [A-Za-z0-9:-]+="[^"<&]*")*)(\/?)>|([^<]+)|(<)/g;
  for (const [whole, closing, name, attributes, selfClosing, text, stray] of markup.matchAll(
    pattern,
  )) {
    if (text !== undefined || stray !== undefined) return `text ${whole.slice(0, 40)}`;
    const keys = [...(attributes ?? '').matchAll(/ ([^=]+)=/g)].map((match) => match[1]);
    if (new Set(keys).size !== keys.length)
      return `twice the same attribute: ${whole.slice(0, 80)}`;
    if (closing) {
      if (open.pop() !== name) return `closes ${name}`;
    } else if (!selfClosing) open.push(name as string);
  }
  if (open.length > 0) return `left open: ${open.join(' ')}`;
  return null;
}

/** All faults of a drawing; empty if it has none. */
function faultsOf(markup: string): string[] {
  const faults: string[] = [];
  const flaw = flawIn(markup);
  if (flaw) faults.push(flaw);
  for (const word of [
    '<text',
    '<filter',
    '<image',
    '<script',
    'style=',
    'NaN',
    'undefined',
    'Infinity',
    // Browsers know this attribute, but the renderer of pulls does not, so a pull would show other
    // rays than its card.
    'pathLength=',
  ]) {
    if (markup.includes(word)) faults.push(word);
  }
  if (/href="[^#]|url\([^#]/.test(markup)) faults.push('external reference');
  const ids = [...markup.matchAll(/ id="([^"]+)"/g)].map((match) => match[1] as string);
  if (new Set(ids).size !== ids.length) faults.push(`an id twice: ${ids.join(' ')}`);
  for (const [, id] of markup.matchAll(/(?:href="#|url\(#)([^")]+)/g)) {
    if (!ids.includes(id as string)) faults.push(`no such id: ${id}`);
  }
  return faults;
}

describe('card art', () => {
  it('the same card gives the same bytes', () => {
    expect(cardArt({ ...card })).toBe(cardArt({ ...card }));
    expect(packArt({ ...pack })).toBe(packArt({ ...pack }));
    expect(cardBack()).toBe(cardBack());
  });

  it('is well-formed, refers only to itself, and has no text, filter or picture', () => {
    for (const one of manyCards(480)) {
      expect({ one, faults: faultsOf(cardArt(one)) }).toEqual({ one, faults: [] });
    }
    expect(faultsOf(cardBack())).toEqual([]);
  });

  it('stays small on the wire', () => {
    const sizes = manyCards(160).map((one) => {
      const markup = cardArt(one);
      return { raw: Buffer.byteLength(markup), packed: brotliCompressSync(markup).length };
    });
    const median = (list: number[]): number =>
      list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0;
    expect(median(sizes.map(({ raw }) => raw))).toBeLessThan(9_000);
    expect(Math.max(...sizes.map(({ raw }) => raw))).toBeLessThan(12_000);
    expect(Math.max(...sizes.map(({ packed }) => packed))).toBeLessThan(3_400);
  });

  it('rarity shows in the frame alone, without its colour and its picture', () => {
    const grey = (rarity: CardToDraw['rarity']): string =>
      cardArt({ ...card, rarity })
        .replace(/^.*<\/defs>/s, '')
        .replace(/<clipPath id="frame">.*?<\/clipPath><g clip-path[^>]*>.*?<\/g>(?=<rect)/s, '')
        .replaceAll(/#[0-9a-f]{3,6}|url\([^)]+\)/g, '');
    const pips = (markup: string): number => markup.split('l3.8 3.8-3.8 3.8-3.8-3.8z').length - 1;
    expect(RARITIES.map((rarity) => pips(grey(rarity)))).toEqual([1, 2, 3, 4]);
    expect(new Set(RARITIES.map(grey)).size).toBe(4);
    const keylines = RARITIES.map((rarity) => cardArt({ ...card, rarity }));
    expect(keylines.map((markup) => /url\(#(violet|blue|gold)\)/.exec(markup)?.[1])).toEqual([
      undefined,
      'violet',
      'blue',
      'gold',
    ]);
  });

  it('neighbours with the same motif take another pose', () => {
    for (const motif of MOTIFS) {
      const pose = (step: number): string => {
        const random = makeRandom('the same chance');
        const ink = makePalette({ game: 'magic', index: 0, isDark: false }, random);
        return drawMotif(motif, { random, ink, rank: 1, words: [], step });
      };
      expect({ motif, poses: new Set([6, 7].map(pose)).size }).toEqual({ motif, poses: 2 });
    }
  });

  it('neighbours by number have different motifs if their names suggest none', () => {
    for (const game of GAMES) {
      for (let number = 1; number < 60; number += 1) {
        const here = chooseMotif('Zzz', game, String(number), 'abc');
        expect(here).not.toBe(chooseMotif('Zzz', game, String(number + 1), 'abc'));
      }
    }
  });

  it('two cards with one name and different numbers are drawn differently', () => {
    const first = cardArt({ ...card, name: 'Forest', rarity: 'common', number: '276' });
    const second = cardArt({ ...card, name: 'Forest', rarity: 'common', number: '277' });
    expect(first.replaceAll('276', '')).not.toBe(second.replaceAll('277', ''));
  });

  it('only the first face of a two-faced card counts', () => {
    const both = { ...card, name: 'Delver of Secrets // Insectile Aberration' };
    expect(cardArt(both)).toBe(cardArt({ ...both, name: 'Delver of Secrets' }));
  });

  it('hostile and empty names give a valid drawing', () => {
    const names = [
      '<svg onload="x">',
      'A & B',
      `"quotes" 'and'`,
      '🐉🐉',
      'a\u0000b',
      '',
      '   ',
      '\ud800',
    ];
    names.push('x'.repeat(5000), 'word '.repeat(900), ']]>', '́́́', '日本語');
    for (const name of names) {
      for (const rarity of RARITIES) {
        const markup = cardArt({ ...card, name, rarity, number: name, set: name });
        expect({ name, faults: faultsOf(markup) }).toEqual({ name, faults: [] });
      }
      const markup = packArt({ ...pack, title: name, code: name, seed: name });
      expect({ name, faults: faultsOf(markup) }).toEqual({ name, faults: [] });
    }
  });

  it('a thousand cards take a few seconds at most', () => {
    const before = process.cpuUsage();
    for (const one of manyCards(1000)) cardArt(one);
    // Measures processor time, because on a busy machine the clock includes other processes' work.
    const { user, system } = process.cpuUsage(before);
    expect(user + system).toBeLessThan(5_000_000);
  });
});

/** Names of real cards of the three games, and the motif that each should give. */
const SAYING: readonly (readonly [name: string, motif: Motif])[] = [
  ['Adeline, Resplendent Cathar', 'mask'],
  ['Angelfire Ignition', 'flame'],
  ['Arlinn, the Pack’s Hope', 'stag'],
  ['Blue-Eyes White Dragon', 'serpent'],
  ['Destruction Swordmaster', 'mask'],
  ['Corpse Cobble', 'skull'],
  ['Dark Magician', 'mask'],
  ['Deserted Beach', 'tide'],
  ['Dragonite ex', 'serpent'],
  ['Evolving Wilds', 'ridge'],
  ['Foolish Burial', 'skull'],
  ['Forbidden Chalice', 'relic'],
  ['Hidden Temples of Necrovalley', 'citadel'],
  ['Hyper Potion', 'relic'],
  ['Libromancer Mystigirl', 'mask'],
  ['Moonsilver Key', 'relic'],
  ['Planet Pathfinder', 'orbit'],
  ['Play with Fire', 'flame'],
  ['Seize the Storm', 'storm'],
  ['Shroomish', 'fungi'],
  ['Silver Bolt', 'storm'],
  ['Sunstreak Phoenix', 'moth'],
  ['Swarm of Locusts', 'moth'],
  ['Unnatural Moonrise', 'orbit'],
  ['Wingull', 'moth'],
];

describe('the picture of a pull', () => {
  it('is well-formed, and lays its halftone in wide tiles, because small ones take twice as long', () => {
    for (const one of manyCards(24)) {
      const pull = {
        card: one,
        packName: 'Draft',
        day: 'November 22, 2026',
        by: null,
        shop: 'Shop',
      };
      for (const form of PULL_PICTURE_NAMES) {
        const markup = pullArt(pull, form);
        expect({ one, faults: faultsOf(markup) }).toEqual({ one, faults: [] });
        expect(markup).not.toContain('<pattern id="d" width="4"');
      }
    }
  });
});

describe('the motif', () => {
  it('follows from the name', () => {
    expect(Object.fromEntries(SAYING.map(([name]) => [name, motifInName(name)]))).toEqual(
      Object.fromEntries(SAYING),
    );
    expect(motifInName('Shivan Dragon')).toBe('serpent');
    expect(motifInName('Castle Ardenvale')).toBe('citadel');
    expect(motifInName('Tower of Waves')).toBe('citadel');
    expect(motifInName('Mountain')).toBe('ridge');
    expect(motifInName('Islands')).toBe('tide');
    expect(motifInName("Elder's Stag")).toBe('stag');
    expect(motifInName('Innistrad: Midnight Hunt')).toBe('stag');
    expect(motifInName('Pokémon')).toBeUndefined();
  });

  it('of a creature follows from the sound of its invented name, in its game only', () => {
    expect(chooseMotif('Floette', 'pokemon', '1', 's')).toBe('bloom');
    expect(chooseMotif('Magikarp ex', 'pokemon', '1', 's')).toBe('koi');
    expect(chooseMotif('Charcadet', 'pokemon', '1', 's')).toBe('flame');
    expect(chooseMotif('Charmeleon Wings', 'pokemon', '1', 's')).toBe('moth');
    const others = ['1', '2'].map((number) => chooseMotif('Charcadet', 'magic', number, 's'));
    expect(new Set(others).size).toBe(2);
  });

  it('every motif can be reached by a name, and every motif of a game by number', () => {
    const words =
      'mountain moon rose dragon crystal moth stag ocean castle spirit mushroom koi relic mask flame lightning skull';
    expect(words.split(' ').map((word) => motifInName(word))).toEqual([...MOTIFS]);
    for (const game of GAMES) {
      const reached = new Set(
        Array.from({ length: 20 }, (_, i) => chooseMotif('Zzz', game, String(i), 's')),
      );
      expect(reached).toEqual(new Set(GAME_MOTIFS[game]));
    }
  });

  it('reads the number inside a collector number', () => {
    expect(collectorIndex('LOB-EN001')).toBe(1);
    expect(collectorIndex('MP23-EN080')).toBe(80);
    expect(collectorIndex('12-a')).toBe(12);
    expect(collectorIndex('TG12/TG30')).toBe(12);
    expect(collectorIndex('★')).toBe(collectorIndex('★'));
  });
});

interface DemoSet {
  code: string;
  /** One card for each collector number, in the order of the numbers. */
  cards: CardToDraw[];
}

function demoSets(): DemoSet[] {
  const folder = join(import.meta.dirname, '../../data/demo/cards');
  return readdirSync(folder).map((file) => {
    const { game, setCode, rows } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      game: CardToDraw['game'];
      setCode: string;
      rows: [id: string, number: string, name: string, native: string, CardToDraw['rarity']][];
    };
    const prints = new Map<string, CardToDraw>();
    for (const [, number, name, , rarity] of rows) {
      if (!prints.has(number)) prints.set(number, { name, game, rarity, number, set: setCode });
    }
    const cards = [...prints.values()].toSorted(
      (a, b) => collectorIndex(a.number) - collectorIndex(b.number),
    );
    return { code: setCode, cards };
  });
}

/** All pairs of a set's cards whose numbers are less than six apart. */
function neighbours({ cards }: DemoSet): [CardToDraw, CardToDraw][] {
  return cards.flatMap((one, i) =>
    cards
      .slice(i + 1)
      .filter((other) => {
        const apart = collectorIndex(other.number) - collectorIndex(one.number);
        return apart > 0 && apart < 6;
      })
      .map((other): [CardToDraw, CardToDraw] => [one, other]),
  );
}

describe('six neighbours of a set', () => {
  const sets = demoSets();

  it('never have the same composition: cards with the same motif differ in pose and light', () => {
    expect(sets.length).toBeGreaterThan(5);
    for (const set of sets) {
      const alike = neighbours(set).filter(([one, other]) => {
        const [a, b] = [composeCard(one), composeCard(other)];
        if (a.motif !== b.motif) return false;
        return (
          a.framing === b.framing || a.ground === b.ground || a.light.join() === b.light.join()
        );
      });
      expect({ set: set.code, alike }).toEqual({ set: set.code, alike: [] });
    }
  });

  it('never have the same composition if numbers between them are missing', () => {
    for (const { code, cards } of sets) {
      const alike = cards.flatMap((one, i) =>
        cards
          .slice(i + 1, i + 6)
          .filter((other) => collectorIndex(other.number) !== collectorIndex(one.number))
          .filter(
            (other) => JSON.stringify(composeCard(one)) === JSON.stringify(composeCard(other)),
          )
          .map((other) => [one.number, other.number]),
      );
      expect({ code, alike }).toEqual({ code, alike: [] });
    }
  });

  it('of one evolution line are drawn near, far, in pairs and on different ground', () => {
    const line = ['Poliwag', 'Poliwhirl', 'Poliwrath'].map((name, i) =>
      composeCard({ name, game: 'pokemon', rarity: 'common', number: String(60 + i), set: 'MEW' }),
    );
    expect(line.map(({ motif }) => motif)).toEqual(['koi', 'koi', 'koi']);
    expect(new Set(line.map(({ framing }) => framing)).size).toBe(3);
    expect(new Set(line.map(({ ground }) => ground)).size).toBe(3);
    expect(new Set(line.map(({ light }) => light.join())).size).toBe(3);
  });

  it('each framing and each ground gives another valid drawing of every motif', () => {
    for (const motif of MOTIFS) {
      const scene = (): Parameters<typeof drawMotif>[1] => {
        const random = makeRandom('the same chance');
        const ink = makePalette({ game: 'magic', index: 0, isDark: false }, random);
        return { random, ink, rank: 3, words: [], step: 1 };
      };
      const framings = ['ridge', 'tide', 'storm'].includes(motif) ? VIEWS : FRAMINGS;
      const drawn = [
        ...framings.map((framing) =>
          drawMotif(motif, scene(), { framing, ground: 'own', side: 1 }),
        ),
        ...GROUNDS.slice(1).map((ground) =>
          drawMotif(motif, scene(), { framing: 'whole', ground, side: 1 }),
        ),
      ];
      expect({ motif, drawings: new Set(drawn).size }).toEqual({ motif, drawings: drawn.length });
    }
  });
});

describe('pack art', () => {
  it('is well-formed and small for any title', () => {
    for (let i = 0; i < 60; i += 1) {
      const title = NAMES[i % NAMES.length] as string;
      const markup = packArt({
        title,
        code: `s${i}`,
        game: GAMES[i % 3] as 'magic',
        cardCount: i,
        seed: `s${i}`,
      });
      expect({ title, faults: faultsOf(markup) }).toEqual({ title, faults: [] });
      expect(Buffer.byteLength(markup)).toBeLessThan(17_000);
      expect(brotliCompressSync(markup).length).toBeLessThan(4_000);
    }
  });
});

describe('a shop window', () => {
  it('with nine packs shows nine packs that differ in more than their names', () => {
    const window = [
      ['Innistrad: Midnight Hunt', 'magic', 'magic-mid-draft'],
      ['151', 'pokemon', 'pokemon-sv3pt5'],
      ['Scarlet & Violet', 'pokemon', 'pokemon-sv1'],
      ['Paldea Evolved', 'pokemon', 'pokemon-sv2'],
      ['Obsidian Flames', 'pokemon', 'pokemon-sv3'],
      ['Paradox Rift', 'pokemon', 'pokemon-sv4'],
      ['Mystic Fighters', 'yugioh', 'yugioh-mystic-fighters'],
      ['Pharaonic Guardian', 'yugioh', 'yugioh-pharaonic-guardian'],
      ['Dimension Force', 'yugioh', 'yugioh-dimension-force'],
    ] as const;
    const shapes = window.map(([title, game, seed]): string[] => {
      const markup = packArt({ title, code: 'x', game, cardCount: 9, seed });
      // If two packs showed the same figure, their markup would share a long path.
      const figure = markup.slice(markup.indexOf('scale(.975)'), markup.indexOf('url(#hd)'));
      return figure.match(/ d="[^"]{80,}"/g) ?? [];
    });
    for (const [i, one] of shapes.entries()) {
      for (const other of shapes.slice(i + 1)) {
        expect(one.filter((path) => other.includes(path))).toEqual([]);
      }
    }
  });
});

describe('the address', () => {
  it('contains the version of the drawing code, so that another drawing has another address', () => {
    expect(ART_VERSION).toMatch(/^[\w-]{8}$/);
    expect(cardDrawingUrl('a')).toBe(`/art/card/a.svg?v=${ART_VERSION}`);
    expect(packImageUrl('b', null)).toBe(`/art/pack/b.svg?v=${ART_VERSION}`);
    expect(packImageUrl('b', 'c')).toBe('/pictures/c-640.webp');
  });

  it('the fallback back of a card is the one that is drawn', () => {
    const kept = readFileSync(join(import.meta.dirname, '../../public/card-back.svg'), 'utf8');
    expect(kept.trim()).toBe(cardBack());
  });
});

describe('the light', () => {
  it('follows from the name, whatever the number', () => {
    expect(lightInWords(nameWords('Forest'))).toEqual([112, 172]);
    expect(lightInWords(nameWords('Nissa'))).toBeUndefined();
    expect(lightInWords(nameWords('Time Seal'))).toBeUndefined();
    expect(isOnArc(350, [340, 20])).toBe(true);
    expect(isOnArc(30, [340, 20])).toBe(false);
  });

  it('a star in a list stands for any ending; without it only the plural counts', () => {
    expect(wordsSay(['ravens'], 'raven')).toBe(true);
    expect(wordsSay(['ravenous'], 'raven')).toBe(false);
    expect(wordsSay(['volcanic'], 'volcan*')).toBe(true);
  });
});

const LINE = { x: 0, baseline: 0, scale: 1, anchor: 'left', attributes: '' } as const;

describe('lettering', () => {
  it('draws accents over their letters, and splits a character that stands for several', () => {
    expect(drawableText('Pokémon')).toBe('POKE\u0301MON');
    expect(drawableText('straße')).toBe('STRASSE');
    expect(drawableText('Ǿre ½ … ﬁn')).toBe('O\u0301RE 1/2 ... FIN');
    expect(drawableText('Live☆Twin Kongming® Ratonhnhaké꞉ton')).toBe(
      'LIVE★TWIN KONGMING RATONHNHAKE\u0301:TON',
    );
  });

  it('replaces an unknown character by one lozenge, so that it is noticed', () => {
    expect(drawableText('Æther Vial ⚡ “x”')).toBe('AETHER VIAL ◇ "X"');
    expect(drawableText('日本語')).toBe('◇');
    expect(drawableText('a\u0000b\ud800\u20e3')).toBe('AB');
    expect(letterLine('⚡', LINE)).toContain('<path');
    expect(letterLine('\u0301', LINE)).toBe('');
  });

  it('has every letter of the Latin languages', () => {
    const letters = Array.from({ length: 0x17f - 0x20 }, (_, i) => String.fromCodePoint(0x21 + i));
    for (const letter of letters.filter((one) => /[\p{L}\p{N}]/u.test(one))) {
      const text = drawableText(letter);
      expect({ letter, text }).toEqual({ letter, text: expect.stringMatching(/^[^◇]+$/) });
    }
  });

  it('draws every letter and mark within its line', () => {
    for (const sign of SIGNS) {
      const line = letterLine(/\p{M}/u.test(sign) ? `O${sign}` : sign, LINE);
      const path = / d="([^"]+)"/.exec(line)?.[1] ?? '';
      expect({ sign, path }).toEqual({ sign, path: expect.stringMatching(/^M[-.\d]/) });
      expect({ sign, fault: /NaN|undefined/.exec(path)?.[0] }).toEqual({
        sign,
        fault: undefined,
      });
    }
  });

  it('a mark adds no width', () => {
    expect(lineWidth(drawableText('É'))).toBe(lineWidth('E'));
  });

  it('breaks a title after a colon and not after "of"', () => {
    expect(splitIntoLines('INNISTRAD: MIDNIGHT HUNT', 2)).toEqual(['INNISTRAD:', 'MIDNIGHT HUNT']);
    expect(splitIntoLines('THRONE OF ELDRAINE', 2)).toEqual(['THRONE', 'OF ELDRAINE']);
  });
});

describe('colour', () => {
  it('every ink exists in sRGB', () => {
    for (let hue = 0; hue < 360; hue += 7) {
      expect(oklch(0.7, 0.3, hue)).toMatch(/^#[0-9a-f]{6}$/);
    }
    expect(oklch(1, 0, 0)).toBe('#ffffff');
    expect(oklch(0, 0, 0)).toBe('#000000');
  });
});
