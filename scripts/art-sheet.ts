// Draws a sheet of cards, packs and the card back, for a person to check: `node scripts/art-sheet.ts <folder>`. Writes
// sheet.html, pictures of the whole sheet, and pictures of each piece at twice its size. With a set of the demo (`node
// scripts/art-sheet.ts <folder> sv3pt5`) the sheet has all numbers of that set, as the shop draws them.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { RARITIES, type Rarity } from '#domain/card.ts';
import type { GameId, GameStyle } from '#domain/game.ts';
import { SEEDED_GAMES } from '#domain/seeded-games.ts';
import { cardArt, type CardToDraw } from '../src/art/card-art.ts';
import { cardBack } from '../src/art/card-back.ts';
import { collectorIndex, motifsOfSet } from '../src/art/choose-motif.ts';
import { packArt } from '../src/art/pack-art.ts';
import { findChromium } from './find-chromium.ts';

type Sample = readonly [name: string, game: GameId, rarity: Rarity, number: string];

const CARDS: readonly Sample[] = [
  ['Wrenn and Seven', 'magic', 'mythic', '208'],
  ['Elvish Archdruid', 'magic', 'mythic', '181'],
  ['The Goose Mother', 'magic', 'rare', '204'],
  ['Horned Owl', 'magic', 'common', '205'],
  ['Pack Wolf', 'pokemon', 'mythic', '206'],
  ['Savannah Lions', 'magic', 'common', '40'],
  ['Runeclaw Bear', 'magic', 'rare', '41'],
  ['Dark Witch', 'yugioh', 'mythic', '42'],
  ['White Knight', 'magic', 'common', '43'],
  ['Demon Lord', 'yugioh', 'common', '44'],
  ['Sword Relic', 'yugioh', 'common', '45'],
  ['Serra Angel', 'magic', 'uncommon', '39'],
  ['Forest', 'magic', 'common', '276'],
  ['Island', 'magic', 'common', '277'],
  ['Mountain', 'magic', 'common', '278'],
  ['Swamp', 'magic', 'common', '279'],
  ['Plains', 'magic', 'common', '280'],
  ['Desert', 'magic', 'uncommon', '281'],
  ['Swamp', 'magic', 'rare', '282'],
  ['Plains', 'magic', 'mythic', '283'],
  ['Plains', 'magic', 'uncommon', '284'],
  ['Goblin Valley', 'magic', 'common', '285'],
  ['Phoenix of Ash', 'magic', 'mythic', '286'],
  ['Shivan Dragon', 'magic', 'rare', '175'],
  ['Ancient Silver Dragon', 'magic', 'mythic', '56'],
  ['Castle Ardenvale', 'magic', 'rare', '238'],
  ['Temple of Mystery', 'magic', 'uncommon', '255'],
  ['Crystal Grotto', 'magic', 'common', '246'],
  ['Delver of Secrets // Insectile Aberration', 'magic', 'uncommon', '47'],
  ['Moonshaker Cavalry', 'magic', 'mythic', '20'],
  ['Ravenous Giant Moth', 'magic', 'common', '99'],
  ['Our Market Research Shows That Players Like Really Long Card Names', 'magic', 'rare', '107'],
  ['Nidoran ♀', 'pokemon', 'common', '55'],
  ['Pokémon Center Lady', 'pokemon', 'uncommon', '93'],
  ['Garden Sprite', 'pokemon', 'common', '12'],
  ['Spirit Pup', 'pokemon', 'common', '13'],
  ['Little Ghost', 'pokemon', 'uncommon', '14'],
  ['Night Spirit', 'pokemon', 'rare', '15'],
  ['Friendly Spirits', 'pokemon', 'mythic', '16'],
  ['Ancient Mushroom', 'pokemon', 'uncommon', '17'],
  ['Toxic Spores', 'pokemon', 'rare', '18'],
  ['Golden Koi', 'pokemon', 'mythic', '19'],
  ['Pond Fish', 'pokemon', 'common', '20'],
  ['Bouquet', 'pokemon', 'rare', '21'],
  ['Sunflower Field', 'pokemon', 'common', '22'],
  ['Deep Tide', 'pokemon', 'common', '23'],
  ['Elder Stag', 'pokemon', 'rare', '24'],
  ['Blue Butterfly', 'pokemon', 'uncommon', '25'],
  ['Blue-Eyes White Dragon', 'yugioh', 'mythic', 'LOB-001'],
  ['Dark Magician', 'yugioh', 'rare', 'LOB-005'],
  ['Millennium Relic', 'yugioh', 'mythic', 'LOB-006'],
  ['Eye of the Clock', 'yugioh', 'rare', 'LOB-007'],
  ['Pot of Greed', 'yugioh', 'uncommon', 'LOB-119'],
  ['Time Seal', 'yugioh', 'common', 'LOB-120'],
  ['King of the Swamp', 'yugioh', 'mythic', 'AST-034'],
  ['Gaia The Fierce Knight', 'yugioh', 'uncommon', 'LOB-008'],
  ['Guardian Sphinx', 'yugioh', 'common', 'PGD-025'],
  ['Mystical Shard', 'yugioh', 'rare', 'LOB-010'],
  ['Summoned Skull', 'yugioh', 'common', 'MRD-003'],
  ['Fortress of Gears', 'yugioh', 'common', 'MRD-004'],
  ['Sky Ruler', 'yugioh', 'rare', 'MRD-005'],
  ['Coiled Viper', 'yugioh', 'common', 'MRD-006'],
  ['Über-Señor Ökö, “Çedilla”', 'yugioh', 'uncommon', 'MRD-007'],
  ['Lunar Queen & Sun', 'yugioh', 'common', 'MRD-008'],
  ['Play with Fire', 'magic', 'common', '154'],
  ['Burn the Accursed', 'magic', 'uncommon', '131'],
  ['Seize the Storm', 'magic', 'rare', '158'],
  ['Corpse Cobble', 'magic', 'uncommon', '215'],
  ['Arrogant Outlaw', 'magic', 'common', '84'],
  ['Moonsilver Key', 'magic', 'uncommon', '255'],
  ['Forbidden Chalice', 'yugioh', 'mythic', 'MAGO-112'],
  ['Hyper Potion', 'pokemon', 'uncommon', '166'],
];

const PACKS: readonly (readonly [title: string, game: GameId, count: number])[] = [
  ['Innistrad: Midnight Hunt', 'magic', 15],
  ['Dominaria United', 'magic', 15],
  ['Wilds of Eldraine', 'magic', 12],
  ['Throne of Eldraine', 'magic', 15],
  ['Obsidian Flames', 'pokemon', 10],
  ['Paldea Evolved', 'pokemon', 10],
  ['151', 'pokemon', 10],
  ['Koi Pond', 'pokemon', 11],
  ['Legend of Blue Eyes White Dragon', 'yugioh', 9],
  ['Metal Raiders', 'yugioh', 9],
  ['Phantom Nightmare', 'yugioh', 9],
  ['Innistrad: Midnight Hunt Draft Booster', 'magic', 1],
];

function styleOf(game: GameId): GameStyle {
  return SEEDED_GAMES.find(({ id }) => id === game)!.style;
}

function asImage(markup: string, className: string): string {
  return `<img class="${className}" src="data:image/svg+xml;base64,${Buffer.from(markup).toString('base64')}">`;
}

function sizes(label: string, drawings: readonly string[]): void {
  const median = (list: number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0;
  const raw = drawings.map((one) => Buffer.byteLength(one));
  const packed = drawings.map((one) => brotliCompressSync(one).length);
  console.log(
    `${label}: raw median ${median(raw)} max ${Math.max(...raw)}, brotli median ${median(packed)} max ${Math.max(...packed)}`,
  );
}

function report(): void {
  const names = CARDS.map(([name]) => name);
  const many: string[] = [];
  const start = performance.now();
  for (let i = 0; i < 1000; i += 1) {
    const { id: game, style } = SEEDED_GAMES[i % SEEDED_GAMES.length]!;
    const rarity = RARITIES[(i >> 2) % RARITIES.length] as Rarity;
    const name = i % 3 === 0 ? (names[i % names.length] as string) : `Card ${i}`;
    many.push(cardArt({ name, game, style, rarity, number: String(i), set: 'abc' }));
  }
  console.log(`${((performance.now() - start) / 1000).toFixed(2)} ms a card`);
  sizes('cards', many);
}

/** All cards of a set of the demo by their numbers, with the motifs that they have in the demo. */
function cardsOfSet(code: string): CardToDraw[] {
  const file = join(import.meta.dirname, `../data/demo/cards/${code}.json`);
  const { game, setCode, rows } = JSON.parse(readFileSync(file, 'utf8')) as {
    game: GameId;
    setCode: string;
    rows: [id: string, number: string, name: string, native: string, rarity: Rarity][];
  };
  const prints = rows.map(([, number, name, , rarity]) => ({
    name,
    game,
    style: styleOf(game),
    rarity,
    number,
    set: setCode,
  }));
  const motifs = motifsOfSet(prints);
  return [...new Map(prints.map((one) => [one.number, one])).values()]
    .toSorted((a, b) => collectorIndex(a.number) - collectorIndex(b.number))
    .map((one) => ({ ...one, motif: motifs.get(one.number) }));
}

async function main(): Promise<void> {
  const folder = process.argv[2];
  if (!folder) throw new Error('Say where to: node scripts/art-sheet.ts <folder>');
  mkdirSync(folder, { recursive: true });
  const set = process.argv[3];
  const samples: CardToDraw[] = set
    ? cardsOfSet(set)
    : CARDS.map(([name, game, rarity, number]) => {
        const style = styleOf(game);
        return { name, game, style, rarity, number, set: number.split('-')[0] ?? '' };
      });
  const cards = samples.map(cardArt);
  const packs = PACKS.map(([title, game, cardCount], i) =>
    packArt({
      title,
      code: `S${i}`,
      game,
      style: styleOf(game),
      cardCount,
      seed: `pack-${i}`,
    }),
  );
  report();
  sizes('packs', packs);
  console.log(`back: ${Buffer.byteLength(cardBack())}`);
  const html = `<!doctype html><style>body{margin:0;background:#121917;width:1600px}#cards,#packs{display:grid;grid-template-columns:repeat(8,1fr);gap:14px;padding:14px}#packs{grid-template-columns:repeat(7,1fr);background:#e6ece8;margin:0 14px 14px;gap:22px}.card{width:100%;display:block}.pack{width:100%;display:block;filter:drop-shadow(0 10px 10px #0004)}</style><div id="cards">${cards.map((one) => asImage(one, 'card')).join('')}</div><div id="packs">${packs.map((one) => asImage(one, 'pack')).join('')}${asImage(cardBack(), 'card')}</div>`;
  writeFileSync(join(folder, 'sheet.html'), html);
  const { executablePath, args, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    args,
    env: { ...process.env, ...env } as Record<string, string>,
  });
  const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
  await page.setContent(html);
  await page.screenshot({ path: join(folder, 'sheet.png'), fullPage: true });
  const large = await browser.newPage({
    viewport: { width: 1600, height: 1000 },
    deviceScaleFactor: 2,
  });
  await large.setContent(html);
  const height = await large.evaluate(() => document.body.scrollHeight);
  let piece = 0;
  const rows = 546;
  for (let y = 0; y < height - 200; y += rows) {
    for (const x of [0, 800]) {
      piece += 1;
      await large.screenshot({
        path: join(folder, `piece-${piece}.png`),
        fullPage: true,
        clip: { x, y, width: 800, height: Math.min(rows + 14, height - y) },
      });
    }
  }
  await browser.close();
}

await main();
