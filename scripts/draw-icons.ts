// Draws the pictures in `public/` that can't be SVG. These are the icons for home screens and the pictures in link
// previews, one with the default shop's name and one without a name. Run `node scripts/draw-icons.ts` after a change
// of the mark or the art.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { cardArt } from '../src/art/card-art.ts';
import { packArt } from '../src/art/pack-art.ts';
import { STYLESHEET_COLOUR } from '../src/domain/brand-colour.ts';
import { markOf } from '../src/server/storefront/mark.ts';
import { defaultSettings, SHARE_PICTURES } from '../src/domain/default-shop.ts';
import { SEEDED_GAMES } from '../src/domain/seeded-games.ts';
import { findChromium } from './find-chromium.ts';

const PUBLIC = join(import.meta.dirname, '../public');
const FONTS = join(import.meta.dirname, '../src/web/ui/fonts');

const mark = markOf(STYLESHEET_COLOUR);
const grain = dataUrl(readFileSync(join(PUBLIC, 'grain.svg'), 'utf8'));
const font = readFileSync(join(FONTS, 'archivo-display-latin.woff2')).toString('base64');

/** A system may cut a maskable icon to any shape, so the mark stays in the middle 80 %. */
const ICONS = [
  { name: 'icon-180', size: 180, share: 0.76, ground: '#f8fbf9' },
  { name: 'icon-192', size: 192, share: 1, ground: 'transparent' },
  { name: 'icon-512', size: 512, share: 1, ground: 'transparent' },
  { name: 'icon-512-maskable', size: 512, share: 0.6, ground: '#f8fbf9' },
];

const SAMPLES_GAME = { game: SEEDED_GAMES[0]!.id, style: SEEDED_GAMES[0]!.style };

/** The size of pictures in link previews (Open Graph's proportions). */
const SHARED = { width: 1200, height: 630 };

function dataUrl(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

function picture(svg: string, style: string): string {
  return `<img alt="" src="${dataUrl(svg)}" style="position:absolute;${style}">`;
}

function cardPicture(name: string, number: string, style: string): string {
  const card = cardArt({ ...SAMPLES_GAME, name, rarity: 'mythic', number, set: 'shop' });
  const look = 'width:248px;border-radius:4.8%/3.43%;box-shadow:0 18px 40px -12px #000a';
  return picture(card, `${look};${style}`);
}

function sharedPage(name: string | null): string {
  const pack = packArt({
    title: name ?? 'Booster',
    ...SAMPLES_GAME,
    cardCount: 15,
    code: '',
    seed: 'shop',
  });
  return `<style>
    @font-face { font-family: Display; src: url(data:font/woff2;base64,${font}) }
    body { margin: 0; position: relative; width: 1200px; height: 630px; overflow: hidden; color: #f1f4f3;
      font: 760 76px/1.04 Display; letter-spacing: -.018em;
      background: radial-gradient(64% 74% at 66% 44%, oklch(.36 .068 164), oklch(.225 .042 167) 54%, oklch(.15 .024 170)) }
    body::before { content: ''; position: absolute; inset: 0; opacity: .34; mix-blend-mode: soft-light;
      background: url(${grain}) }
    p { position: absolute; left: 84px; margin: 0 }
  </style>
  <p style="top:92px;font-size:34px;display:flex;gap:16px;align-items:center">
    <img alt="" src="${dataUrl(mark)}" width="48"> ${(name ?? '').replaceAll('&', '&amp;')}</p>
  <p style="top:262px;width:600px;font-size:68px">Real packs, opened by you</p>
  <p style="top:436px;font-size:28px;color:#b4bdb9">Open. Sell back, keep, or ship.</p>
  ${cardPicture('Horned Owl', '205', 'left:656px;top:150px;transform:rotate(-14deg)')}
  ${cardPicture('Shivan Dragon', '175', 'left:900px;top:146px;transform:rotate(13deg)')}
  ${picture(pack, 'left:760px;top:66px;width:318px;transform:rotate(-3deg);filter:drop-shadow(0 22px 26px #000a)')}`;
}

async function draw(
  page: Page,
  html: string,
  size: { width: number; height: number },
  file: { path: string; type?: 'jpeg'; quality?: number },
): Promise<void> {
  await page.setViewportSize(size);
  await page.setContent(html, { waitUntil: 'load' });
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ omitBackground: true, ...file, path: join(PUBLIC, file.path) });
}

const { executablePath, args, env } = await findChromium();
const browser = await chromium.launch({
  executablePath,
  args,
  env: { ...process.env, ...env } as Record<string, string>,
});
const page = await browser.newPage();
for (const { name, size, share, ground } of ICONS) {
  const html = `<style>body{margin:0;background:${ground};display:grid;place-items:center;height:100vh}svg{width:${share * 100}%;height:${share * 100}%}</style>${mark}`;
  await draw(page, html, { width: size, height: size }, { path: `${name}.png` });
}
const unsaid = {
  contactEmail: '',
  mailFrom: { name: null, address: null },
  twitterUrl: null,
  facebookUrl: null,
};
const shared = [
  { name: defaultSettings(unsaid).name, path: SHARE_PICTURES.ofDefault },
  { name: null, path: SHARE_PICTURES.ofOthers },
];
for (const { name, path } of shared)
  await draw(page, sharedPage(name), SHARED, { path: path.slice(1), type: 'jpeg', quality: 84 });
await browser.close();
