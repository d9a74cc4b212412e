import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { RARITIES } from '#domain/card.ts';
import { GAME_SIGNS, MOODS, type GameStyle } from '#domain/game.ts';
import { lchOfHex } from '#domain/oklab.ts';
import { SEEDED_GAMES } from '#domain/seeded-games.ts';
import { PULL_PICTURE_NAMES } from '#domain/shared-pull.ts';
import { CARD_PLANES, cardArt, cardPlane, hasPlanes, type CardToDraw } from './card-art.ts';
import { cardBack } from './card-back.ts';
import {
  collectorIndex,
  firstFace,
  motifOfCard,
  motifsOfSet,
  motifsSideBySide,
  NUMBERS_IN_A_ROW,
} from './choose-motif.ts';
import { themeBySound } from './creature-names.ts';
import { kindsOfCreature } from './creatures.ts';
import { MOTIFS, THEMES, type Motif, type Theme } from './motif.ts';
import { composeCard, FRAMINGS, GROUNDS, SCENIC, VIEWS } from './composition.ts';
import { splitIntoLines, drawableText, letterLine, lineWidth, SIGNS } from './lettering.ts';
import { isOnArc, lightInWords } from './name-light.ts';
import { drawMotif, drawPlanes } from './motifs/draw-motif.ts';
import { motifOfTheme, motifsInName, statedMotifs, themeInName } from './name-theme.ts';
import { nameWords, wordsSay } from './name-words.ts';
import { packArt } from './pack-art.ts';
import { inksOf, makePalette, oklch } from './palette.ts';
import { pullArt } from './pull-art.ts';
import { makeRandom } from './random.ts';

/** Returns the fields of a card or pack that say its game. */
function gameOf(id: string): { game: string; style: GameStyle } {
  return { game: id, style: SEEDED_GAMES.find((game) => game.id === id)!.style };
}

const MAGIC = gameOf('magic').style;
const POKEMON = gameOf('pokemon').style;

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
    ...gameOf(SEEDED_GAMES[i % 3]!.id),
    rarity: RARITIES[(i >> 1) % 4] as CardToDraw['rarity'],
    number: String(i),
    set: `set${i % 7}`,
  }));
}

const card: CardToDraw = {
  name: 'Shivan Dragon',
  ...gameOf('magic'),
  rarity: 'mythic',
  number: '175',
  set: 'm10',
};
const pack = {
  title: 'Innistrad: Midnight Hunt',
  code: 'mid',
  ...gameOf('magic'),
  cardCount: 15,
  seed: '1',
};

/** Returns the first fault that makes the text malformed XML, including bad entities. Null if there is none. */
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
    // Browsers support `pathLength`, but the renderer of pull pictures does not. With this attribute, the rays of a
    // pull picture would differ from those on the card.
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

  it('no two motifs are the same drawing', () => {
    const drawn = MOTIFS.map((motif) => {
      const random = makeRandom('the same chance');
      const ink = makePalette({ style: MAGIC, index: 0 }, random);
      return drawMotif(motif, { random, ink, rank: 1, words: [], step: 6 });
    });
    expect(new Set(drawn).size).toBe(MOTIFS.length);
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

/** Names of real cards of the three games, each with the theme that `themeInName` should find. */
const SAYING: readonly (readonly [name: string, theme: Theme])[] = [
  ['Adeline, Resplendent Cathar', 'person'],
  ['Angelfire Ignition', 'fire'],
  ['Arlinn, the Pack’s Hope', 'beast'],
  ['Blue-Eyes White Dragon', 'dragon'],
  ['Destruction Swordmaster', 'person'],
  ['Corpse Cobble', 'death'],
  ['Dark Magician', 'person'],
  ['Deserted Beach', 'sea'],
  ['Dragonite ex', 'dragon'],
  ['Evolving Wilds', 'land'],
  ['Foolish Burial', 'death'],
  ['Forbidden Chalice', 'thing'],
  ['Hidden Temples of Necrovalley', 'building'],
  ['Hyper Potion', 'thing'],
  ['Libromancer Mystigirl', 'person'],
  ['Moonsilver Key', 'thing'],
  ['Planet Pathfinder', 'sky'],
  ['Play with Fire', 'fire'],
  ['Seize the Storm', 'storm'],
  ['Shroomish', 'fungus'],
  ['Silver Bolt', 'storm'],
  ['Sunstreak Phoenix', 'wings'],
  ['Swarm of Locusts', 'wings'],
  ['Unnatural Moonrise', 'sky'],
  ['Wingull', 'wings'],
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

/** Returns the motif of a card without knowing the other cards of its set. */
function motifAlone(name: string, style: GameStyle, number = '1'): Motif {
  return motifOfCard({ name, style, number, rarity: 'common' });
}

describe('the motif', () => {
  it('has the theme of the name', () => {
    expect(Object.fromEntries(SAYING.map(([name]) => [name, themeInName(name)]))).toEqual(
      Object.fromEntries(SAYING),
    );
    expect(themeInName('Shivan Dragon')).toBe('dragon');
    expect(themeInName('Castle Ardenvale')).toBe('building');
    expect(themeInName('Tower of Waves')).toBe('building');
    expect(themeInName('Mountain')).toBe('land');
    expect(themeInName('Islands')).toBe('sea');
    expect(themeInName("Elder's Stag")).toBe('beast');
    expect(themeInName('Innistrad: Midnight Hunt')).toBe('beast');
    expect(themeInName('Pokémon')).toBeUndefined();
  });

  it('is the very thing that the name states', () => {
    const stated = {
      Forest: 'wood',
      'Savannah Lions': 'lion',
      'Serra Angel': 'angel',
      'Moonsilver Key': 'key',
      'Forbidden Chalice': 'chalice',
      'White Knight': 'helmet',
      'Dark Magician': 'hood',
      'Castle Ardenvale': 'castle',
      'Swarm of Locusts': 'beetle',
      'Pyramid Turtle': 'turtle',
      'Mystical Knight of Jackal': 'wolf',
      '8-Claws Scorpion': 'beetle',
    };
    const drawn = Object.keys(stated).map((name) => [name, motifAlone(name, MAGIC)]);
    expect(Object.fromEntries(drawn)).toEqual(stated);
    expect(motifAlone('Blastoise ex', POKEMON)).toBe('turtle');
    expect(motifAlone('Wailord', POKEMON)).toBe('whale');
  });

  it('of a creature follows from the sound of its invented name, in a game that invents names only', () => {
    expect(motifsInName('Floette', POKEMON)).toContain('bloom');
    expect(motifAlone('Charcadet', POKEMON)).toBe('flame');
    expect(motifAlone('Pidgey', POKEMON)).toBe('bird');
    expect(motifsInName('Charcadet', MAGIC)).toEqual([]);
  });

  it('of an invented creature is what the creature resembles, or the land that suits it', () => {
    const drawn = {
      Pikachu: 'storm',
      'Charizard ex': 'dragon',
      Buizel: 'island',
      Growlithe: 'wolf',
      Litwick: 'lantern',
      Voltorb: 'orb',
      Magikarp: 'koi',
      Rhydon: 'plain',
    };
    const names = Object.keys(drawn);
    expect(Object.fromEntries(names.map((name) => [name, motifAlone(name, POKEMON)]))).toEqual(
      drawn,
    );
  });

  it('every motif can be reached by a name, and every motif of a game by number', () => {
    const motifs = THEMES.flatMap((theme) =>
      Array.from({ length: 20 }, (_, step) => motifOfTheme(theme, [], step)),
    );
    const words =
      'volcano desert angel island sword axe staff bow shield armor crown gears cards deck flask potion lantern demon forest moon egg';
    const stated = words.split(' ').map((word) => motifAlone(word, MAGIC));
    expect(new Set([...motifs, ...stated])).toEqual(new Set(MOTIFS));
    for (const { style } of SEEDED_GAMES) {
      const reached = new Set(
        Array.from({ length: 20 }, (_, i) => motifAlone('Zzz', style, String(i))),
      );
      expect(reached).toEqual(new Set(style.motifs));
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
  /** One card for each collector number, sorted by number. */
  cards: CardToDraw[];
}

function demoSets(): DemoSet[] {
  const folder = join(import.meta.dirname, '../../data/demo/cards');
  return readdirSync(folder).map((file) => {
    const { game, setCode, rows } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      game: string;
      setCode: string;
      rows: [id: string, number: string, name: string, native: string, CardToDraw['rarity']][];
    };
    const prints = new Map<string, CardToDraw>();
    for (const [, number, name, , rarity] of rows) {
      if (prints.has(number)) continue;
      prints.set(number, { name, ...gameOf(game), rarity, number, set: setCode });
    }
    const cards = [...prints.values()].toSorted(
      (a, b) => collectorIndex(a.number) - collectorIndex(b.number),
    );
    return { code: setCode, cards };
  });
}

describe('cards that are seen together', () => {
  const sets = demoSets();

  it('any nine numbers in a row of a set never share a motif', () => {
    expect(sets.length).toBeGreaterThan(5);
    for (const { code, cards } of sets) {
      const motifs = motifsOfSet(cards);
      const alike = cards.flatMap((one, at) =>
        cards
          .slice(at + 1)
          .filter(({ number }) => {
            const apart = collectorIndex(number) - collectorIndex(one.number);
            return apart < NUMBERS_IN_A_ROW && motifs.get(number) === motifs.get(one.number);
          })
          .map(({ number }) => `${one.number} and ${number}: ${motifs.get(number)}`),
      );
      expect({ code, alike }).toEqual({ code, alike: [] });
    }
  });

  it('the prints of one number are framed differently, and their pictures differ', () => {
    const card = { ...gameOf('magic'), name: 'The Meathook Massacre', number: '112', set: 'MID' };
    const prints = Array.from({ length: 7 }, (_, print) => ({
      ...card,
      rarity: 'mythic' as const,
      print,
    }));
    expect(new Set(prints.map((one) => composeCard(one).framing)).size).toBe(7);
    expect(new Set(prints.map(cardArt)).size).toBe(7);
    expect(cardArt(prints[0]!)).toBe(cardArt({ ...prints[0]!, print: undefined }));
  });

  it('most names still get a motif of their theme', () => {
    const named = sets.flatMap(({ cards }) => {
      const motifs = motifsOfSet(cards);
      return cards.flatMap(({ name, style, number }) => {
        const wishes = motifsInName(firstFace(name), style);
        return wishes.length === 0 ? [] : [wishes.indexOf(motifs.get(number)!)];
      });
    });
    const fitting = named.filter((place) => place >= 0);
    expect(fitting.length / named.length).toBeGreaterThan(0.95);
    expect(named.filter((place) => place === 0).length / named.length).toBeGreaterThan(0.45);
  });

  it('a card whose name states what it shows never shows another animal or person', () => {
    const living = new Set<Motif>([
      ...MOTIFS.slice(MOTIFS.indexOf('moth'), MOTIFS.indexOf('boat')),
      ...MOTIFS.slice(MOTIFS.indexOf('koi'), MOTIFS.indexOf('dial')),
      ...MOTIFS.slice(MOTIFS.indexOf('mask'), MOTIFS.indexOf('flame')),
      'serpent',
      'dragon',
    ]);
    const wrong = sets.flatMap(({ code, cards }) => {
      const motifs = motifsOfSet(cards);
      return cards.flatMap(({ name, style, number }) => {
        const stated = statedMotifs(firstFace(name), style);
        // A serpent is drawn as a long dragon, unless the name is of a snake.
        if (stated[0] === 'dragon') stated.push('serpent');
        const motif = motifs.get(number)!;
        const fits = stated.length === 0 || stated.includes(motif) || !living.has(motif);
        return fits ? [] : [`${code} ${name}: ${motif}`];
      });
    });
    expect(wrong).toEqual([]);
  });

  it('no creature is drawn as a thing or a building that it does not resemble', () => {
    const things = MOTIFS.slice(MOTIFS.indexOf('dial'), MOTIFS.indexOf('flame'));
    const made = new Set<Motif>([...things, 'boat', 'castle', 'temple', 'angel']);
    const wrong = sets.flatMap(({ code, cards }) => {
      const motifs = motifsOfSet(cards);
      return cards.flatMap(({ name, style, number }) => {
        const words = nameWords(name);
        const isCreature = kindsOfCreature(words).length > 0 || themeBySound(words) !== undefined;
        if (!style.namesCreatures || !isCreature || themeInName(name, false) !== undefined)
          return [];
        const motif = motifs.get(number)!;
        const suits = !made.has(motif) || motifsInName(name, style).slice(0, 5).includes(motif);
        return suits ? [] : [`${code} ${name}: ${motif}`];
      });
    });
    expect(wrong).toEqual([]);
  });

  it('a card has the same motif in whatever order its set is listed', () => {
    const { cards } = sets[0]!;
    expect(motifsOfSet(cards.toReversed())).toEqual(motifsOfSet(cards));
  });

  it('any ten hits of a set, and so the three of a hero, never share a motif', () => {
    const chance = makeRandom('hits');
    for (const { code, cards } of sets) {
      const motifs = motifsOfSet(cards);
      const drawn = cards.map((one) => ({ ...one, motif: motifs.get(one.number)! }));
      const hands = Array.from({ length: 200 }, () =>
        drawn.toSorted(() => chance.next() - 0.5).slice(0, 10),
      );
      for (const hits of [...hands, drawn.slice(0, 10), drawn.slice(-10)]) {
        const shown = motifsSideBySide(hits);
        expect({ code, motifs: new Set(shown).size }).toEqual({ code, motifs: hits.length });
        expect(shown[0]).toBe(hits[0]!.motif);
      }
    }
  });

  it('hits that differ anyway keep their pictures', () => {
    const hits = (['koi', 'lion', 'moth'] as const).map((motif) => ({ ...card, motif }));
    expect(motifsSideBySide(hits)).toEqual(['koi', 'lion', 'moth']);
  });

  it('of one evolution line show three things, near and far, on different ground', () => {
    const line = ['Poliwag', 'Poliwhirl', 'Poliwrath'].map((name, i) => ({
      name,
      ...gameOf('pokemon'),
      rarity: 'common' as const,
      number: String(60 + i),
      set: 'MEW',
    }));
    const motifs = motifsOfSet(line);
    const composed = line.map((one) => composeCard({ ...one, motif: motifs.get(one.number) }));
    for (const part of ['motif', 'framing', 'ground'] as const) {
      expect(new Set(composed.map((one) => one[part])).size).toBe(3);
    }
    expect(new Set(composed.map(({ light }) => light.join())).size).toBe(3);
  });

  it('each framing and each ground gives another valid drawing of every motif', () => {
    for (const motif of MOTIFS) {
      const scene = (): Parameters<typeof drawMotif>[1] => {
        const random = makeRandom('the same chance');
        const ink = makePalette({ style: MAGIC, index: 0 }, random);
        return { random, ink, rank: 3, words: [], step: 1 };
      };
      const framings = SCENIC.has(motif) ? VIEWS : FRAMINGS;
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

describe('a full-bleed card in planes', () => {
  it('is the flat card: the planes hold all that it shows, each once', () => {
    for (const one of manyCards(240).filter(hasPlanes)) {
      const whole = cardArt(one);
      const planes = CARD_PLANES.map((plane) => cardPlane(one, plane));
      expect({ one, faults: planes.flatMap(faultsOf) }).toEqual({ one, faults: [] });
      const shapes = (markup: string) => markup.match(/ d="[^"]+"/g)!.toSorted();
      const inPlanes = planes.map((plane) => plane.replace(/<defs>.*?<\/defs>/s, ''));
      const drawn = whole.replace(/^(<svg[^>]*>)<defs>.*?<\/defs>/s, '$1');
      for (const shape of shapes(inPlanes.join(''))) expect(drawn).toContain(shape);
    }
  });

  it('costs little more than the flat card', () => {
    const full = manyCards(60).filter(hasPlanes);
    const packed = (markup: string) => brotliCompressSync(markup).length;
    const flat = full.reduce((sum, one) => sum + packed(cardArt(one)), 0);
    const deep = full.reduce(
      (sum, one) => sum + CARD_PLANES.reduce((of, plane) => of + packed(cardPlane(one, plane)), 0),
      0,
    );
    expect(deep / flat).toBeLessThan(1.6);
  });
});

describe('a head', () => {
  it('stays in the frame, however near and wherever its creature is drawn', () => {
    const scene = (step: number) => {
      const random = makeRandom('the same chance');
      const ink = makePalette({ style: MAGIC, index: 0 }, random);
      return { random, ink, rank: 4 as const, words: [], step };
    };
    for (const step of [0, 1, 2, 3, 4]) {
      for (const side of [1, -1] as const) {
        for (const framing of ['aside', 'close'] as const) {
          const { subject } = drawPlanes('serpent', scene(step), { framing, ground: 'own', side });
          const [x, y] = headOf(subject);
          expect({ step, side, framing, isIn: x > 40 && x < 275 && y > 40 && y < 320 }).toEqual({
            step,
            side,
            framing,
            isIn: true,
          });
        }
      }
    }
  });
});

/** Returns where a serpent's eye is on the card: the eye's own coordinates after the transforms around it. */
function headOf(subject: string): [x: number, y: number] {
  const number = '(-?[\\d.]+)';
  const placed = new RegExp(
    `^<g transform="translate\\(${number}[ ]?${number}\\)(?:rotate\\(${number}\\))?scale\\(${number}[ ]?${number}\\)translate\\(${number}[ ]?${number}\\)">`,
  ).exec(subject)!;
  const [toX, toY, turn, across, down, fromX, fromY] = placed
    .slice(1)
    .map((text) => Number(text ?? 0)) as [number, number, number, number, number, number, number];
  const inner = new RegExp(`<g transform="translate\\(${number}[ ]?${number}\\)rotate\\(`).exec(
    subject.slice(placed[0].length),
  )!;
  const isMirrored = subject.includes('matrix(-1 0 0 1 315 0)');
  const at = [Number(inner[1]) + 26, Number(inner[2]) - 6] as const;
  const [px, py] = [isMirrored ? 315 - at[0] : at[0], at[1]];
  const [x, y] = [across * (px + fromX), down * (py + fromY)];
  const angle = (turn * Math.PI) / 180;
  return [
    toX + x * Math.cos(angle) - y * Math.sin(angle),
    toY + x * Math.sin(angle) + y * Math.cos(angle),
  ];
}

describe('the moon', () => {
  it('is round in a picture that is mirrored in water', () => {
    const random = makeRandom('the same chance');
    const ink = makePalette({ style: MAGIC, index: 0 }, random);
    const scene = { random, ink, rank: 1 as const, words: [], step: 1 };
    const { subject } = drawPlanes('boat', scene, { framing: 'mirrored', ground: 'own', side: 1 });
    const disc = subject.indexOf(`fill="${ink.sun}"`);
    const squashed = subject.indexOf('matrix(1 0 0 .8');
    expect(disc).toBeGreaterThan(0);
    // The disc is drawn before any group that is squashed.
    expect(disc).toBeLessThan(squashed);
  });
});

describe('pack art', () => {
  it('is well-formed and small for any title', () => {
    for (let i = 0; i < 60; i += 1) {
      const title = NAMES[i % NAMES.length] as string;
      const markup = packArt({
        title,
        code: `s${i}`,
        ...gameOf(SEEDED_GAMES[i % 3]!.id),
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
      const markup = packArt({ title, code: 'x', ...gameOf(game), cardCount: 9, seed });
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

describe('the back of a card', () => {
  it('is the drawn one, too, if the drawing does not load', () => {
    const stored = readFileSync(join(import.meta.dirname, '../../public/card-back.svg'), 'utf8');
    expect(stored.trim()).toBe(cardBack());
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

describe('the games that every shop begins with', () => {
  // If a drawing was changed on purpose, replace its game's hash.
  it.each([
    ['magic', 'PWnahCwn'],
    ['pokemon', 'Ek1ovt7y'],
    ['yugioh', '0OeBwubt'],
  ])('keep their drawings: %s', (game, expected) => {
    const hash = createHash('sha256');
    for (const one of manyCards(80)) hash.update(cardArt({ ...one, ...gameOf(game) }));
    for (const title of NAMES) hash.update(packArt({ ...pack, ...gameOf(game), title }));
    expect(hash.digest('base64url').slice(0, 8)).toBe(expected);
  });
});

describe('a game that operators made', () => {
  const style: GameStyle = {
    sign: 'wave',
    schemes: [
      [200, 40, 'dusk'],
      [340, 70, 'night'],
    ],
    motifs: ['whale', 'no such motif', 'koi'],
    packMotifs: ['moth'],
    namesCreatures: false,
  };
  const ofGame = (changed: Partial<GameStyle> = {}) => ({
    ...card,
    name: 'Zzz',
    rarity: 'common' as const,
    game: 'harbour',
    style: { ...style, ...changed },
  });
  const motifsIn = (changed: Partial<GameStyle>) =>
    Array.from({ length: 12 }, (_, i) => motifOfCard({ ...ofGame(changed), number: String(i) }));

  it('shows its own motifs in their order, without names that are no motifs', () => {
    expect(motifsIn({}).slice(0, 4)).toEqual(['whale', 'koi', 'whale', 'koi']);
  });

  it('shows any motifs if it has none of its own', () => {
    expect(new Set(motifsIn({ motifs: [] })).size).toBeGreaterThan(8);
    expect(motifsIn({ motifs: ['no such motif'] })).toEqual(motifsIn({ motifs: [] }));
    const packs = [[], ['no such motif'], ['whale']].map((packMotifs) =>
      packArt({ ...pack, ...ofGame({ packMotifs }), title: 'Zzz' }),
    );
    expect(packs[1]).toBe(packs[0]);
    expect(packs[2]).not.toBe(packs[0]);
  });

  it('has its own colours, and lent ones for a name that requires others', () => {
    const lightOf = (name: string, number: string) =>
      composeCard({ ...ofGame(), name, number }).light;
    for (const number of ['1', '2', '3', '4']) {
      expect(style.schemes).toContainEqual(lightOf('Zzz', number));
      expect(isOnArc(lightOf('Forest', number)[1], [112, 172])).toBe(true);
    }
  });

  it('draws creatures by the sound of their names if it invents such names', () => {
    expect(motifOfCard({ ...ofGame({ namesCreatures: true }), name: 'Charcadet' })).toBe('flame');
    expect(motifOfCard({ ...ofGame(), name: 'Charcadet' })).not.toBe('flame');
  });

  it('may have any of the signs, which all differ', () => {
    const drawn = GAME_SIGNS.map((sign) => cardArt(ofGame({ sign })));
    expect(drawn.flatMap(faultsOf)).toEqual([]);
    expect(new Set(drawn).size).toBe(GAME_SIGNS.length);
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

  it('of hills and sky is never olive, in any light of any game', () => {
    const isOlive = (colour: string): boolean => {
      const [lightness, chroma, hue] = lchOfHex(colour);
      return lightness > 0.3 && lightness < 0.68 && chroma > 0.05 && hue > 92 && hue < 125;
    };
    const partsOf = (colour: string) =>
      [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
    // As browsers mix the colours of a gradient.
    const between = (from: string, to: string, share: number): string => {
      const ends = partsOf(to);
      const mixed = partsOf(from).map((part, at) => Math.round(part + (ends[at]! - part) * share));
      return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    };
    const olive = SEEDED_GAMES.flatMap(({ style }) => style.schemes).flatMap(([shadow, light]) =>
      MOODS.flatMap((mood) => {
        const ink = inksOf([shadow, light, mood], makeRandom(`${shadow} ${light}`));
        const colours = [0, 1, 2, 3, 4].flatMap((part) => [
          ink.layer(part / 4),
          between(ink.skyTop, ink.skyMiddle, part / 4),
          between(ink.skyMiddle, ink.skyBottom, part / 4),
        ]);
        return colours.filter(isOlive).map((colour) => [shadow, light, mood, colour]);
      }),
    );
    expect(olive).toEqual([]);
  });
});
