// Writes the pages that other sites show in a frame. A page is whole without its script, which only tells its height.
import { createHash } from 'node:crypto';
import type { PackType } from '#contract/catalogue.ts';
import { hexOfShade, THEMES, tokensOf, type Theme } from '#domain/brand-colour.ts';
import { rarityRank } from '#domain/card.ts';
import { momentInUtc } from '#domain/day-in-utc.ts';
import { formatChance, formatShare } from '#domain/format-chance.ts';
import { formatCad } from '#domain/money.ts';
import { rarityWords } from '#domain/rarity-words.ts';
import { STOCK_COUNTED_MOST } from '#domain/stock.ts';
import { contentPolicy, guardHeaders } from '../http/guard-headers.ts';
import { escapeHtml } from '../http/html-page.ts';

/** The theme of a frame. `auto` follows the visitor's system. */
export type FrameTheme = Theme | 'auto';

export function frameThemeOf(text: string | undefined): FrameTheme {
  return THEMES.find((one) => one === text) ?? 'auto';
}

/** The shop as a frame shows it. */
export type FramedShop = { name: string; colour: string; publicUrl: string };

type Frame = {
  title: string;
  /** The address of a picture. Null: the frame has none. */
  picture: string | null;
  /** Lines in HTML. */
  lines: readonly string[];
  /** A page of the shop, and what its link says. */
  link: { path: string; text: string };
};

export function packFrame(pack: PackType): Frame {
  return {
    title: pack.name,
    picture: pack.packImageUrl,
    lines: [
      `<p class="price">${priceOf(pack)}</p>`,
      `<p>${leftOf(pack.availablePacksCount, pack)}</p>`,
      chancesOf(pack),
    ],
    link: { path: `/pack/${encodeURIComponent(pack.id)}`, text: 'See the pack' },
  };
}

/** A drop that is coming or on sale. `number`: null if it is only announced. */
type FramedDrop = { number: number | null; isOpen: boolean; opensAt: Date; left: number };

export function dropFrame(drop: FramedDrop, pack: PackType): Frame {
  const { number, isOpen, opensAt, left } = drop;
  const path = `/pack/${encodeURIComponent(pack.id)}`;
  const time = `<time datetime="${opensAt.toISOString()}">${momentInUtc(opensAt)}</time>`;
  return {
    title: pack.name,
    picture: pack.packImageUrl,
    lines: [
      `<p>${number === null ? 'Next drop' : `Drop ${number}`}</p>`,
      `<p class="time">${isOpen ? 'On sale now' : `Opens ${time}`}</p>`,
      `<p><strong>${priceOf(pack)}</strong> · ${isOpen ? leftOf(left, pack) : `${left} packs`}</p>`,
      chancesOf(pack),
    ],
    link: isOpen
      ? { path, text: 'See the pack' }
      : { path: `${path}/drop-night`, text: 'See the drop' },
  };
}

export const NO_DROP: Frame = {
  title: 'No drop is announced',
  picture: null,
  lines: ['<p>When the next one has a time, it stands here.</p>'],
  link: { path: '/packs', text: 'See all packs' },
};

export const NO_PACK: Frame = {
  title: 'This pack is gone',
  picture: null,
  lines: ['<p>It is no longer in the shop.</p>'],
  link: { path: '/packs', text: 'See all packs' },
};

function priceOf({ price, originalPrice }: PackType): string {
  const was = originalPrice === null ? '' : ` <s>${formatCad(originalPrice)}</s>`;
  return formatCad(price) + was;
}

function leftOf(left: number, { is_available: isAvailable }: PackType): string {
  if (!isAvailable || left === 0) return 'Out of stock';
  if (left >= STOCK_COUNTED_MOST) return `${STOCK_COUNTED_MOST}+ packs left`;
  return left === 1 ? '1 pack left' : `${left} packs left`;
}

/** The chances of the rarities that people buy packs for, with what they are based on. */
function chancesOf({ odds, counted }: PackType): string {
  const shown = odds
    .filter(({ rarity }) => rarityRank(rarity) >= 3)
    .toSorted((a, b) => rarityRank(b.rarity) - rarityRank(a.rarity));
  if (shown.length === 0) return '';
  const rows = shown.map(({ rarity, chance, packs }) => {
    const isCounted = packs !== null && counted !== null;
    const words = isCounted ? formatShare(packs, counted.packs) : formatChance(chance);
    return `<div><dt>${rarityWords(rarity)}</dt><dd>${words}</dd></div>`;
  });
  const basis = counted === null ? 'an estimate' : `counted over ${counted.packs} packs`;
  return `<p class="quiet">Packs with at least one, ${basis}:</p><dl>${rows.join('')}</dl>`;
}

/** Tells the page around the frame how high the frame is, and what it is about. Only that page gets the message. */
const SCRIPT = `
  const tell = () => parent.postMessage({ height: Math.ceil(document.documentElement.getBoundingClientRect().height), title: document.title }, '*');
  new ResizeObserver(tell).observe(document.documentElement);
`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Returns a page, and its headers. Pages of any origin may show it in a frame (choice 1073). */
export function writeFrame(
  { name, colour, publicUrl }: FramedShop,
  { title, picture, lines, link }: Frame,
  theme: FrameTheme,
): { text: string; headers: Record<string, string> } {
  const style = styleOf(colour, theme);
  const image =
    picture === null
      ? ''
      : `<img src="${escapeHtml(picture)}" width="300" height="470" alt="A pack of ${escapeHtml(title)}">`;
  const text = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(`${title} · ${name}`)}</title><style>${style}</style></head>
<body><main${picture === null ? '' : ' class="pictured"'}>${image}<div><h1>${escapeHtml(title)}</h1>${lines.join('')}
<p><a href="${escapeHtml(publicUrl + link.path)}" target="_blank" rel="noopener">${link.text}<span class="unseen"> at ${escapeHtml(name)}, in a new tab</span></a></p>
<p class="quiet">${escapeHtml(name)}</p></div></main><script>${SCRIPT}</script></body></html>`;
  const { 'x-frame-options': _never, ...headers } = guardHeaders(publicUrl);
  return {
    text,
    headers: {
      ...headers,
      'content-security-policy': contentPolicy(
        [`style-src ${hashOf(style)}`, `script-src ${hashOf(SCRIPT)}`, "img-src 'self'"],
        'none',
        '*',
      ),
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
    },
  };
}

const TOKENS = ['surface', 'line', 'text', 'text-2', 'brand', 'brand-hover', 'on-brand'] as const;

/** The style of a frame, in the shop's colours. */
function styleOf(colour: string, theme: FrameTheme): string {
  const tokens = tokensOf(colour);
  const of = (one: Theme) =>
    `color-scheme: ${one}; ${TOKENS.map((token) => `--${token}: ${hexOfShade(tokens[token][one])};`).join(' ')}`;
  const colours =
    theme === 'auto'
      ? `:root { ${of('light')} } @media (prefers-color-scheme: dark) { :root { ${of('dark')} } }`
      : `:root { ${of(theme)} }`;
  return `
  ${colours}
  :root { font: 15px/1.45 Archivo, system-ui, sans-serif; background: var(--surface); color: var(--text); }
  body { margin: 0; }
  main { box-sizing: border-box; padding: 16px; border: 1px solid var(--line); border-radius: 12px; overflow-wrap: anywhere; }
  .pictured { display: grid; grid-template-columns: minmax(72px, 30%) minmax(0, 1fr); gap: 16px; align-items: start; }
  img { display: block; width: 100%; height: auto; }
  @media (max-width: 340px) { .pictured { grid-template-columns: minmax(0, 1fr); } img { width: 96px; } }
  h1 { margin: 0 0 4px; font-size: 19px; line-height: 1.2; }
  p, dl { margin: 0 0 4px; }
  .price, .time { font-size: 17px; font-weight: 700; }
  s { color: var(--text-2); font-weight: 400; font-size: 14px; }
  .quiet, dl { color: var(--text-2); font-size: 14px; }
  dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 12px; }
  dt { color: var(--text); }
  dd { margin: 0; }
  a { display: inline-flex; box-sizing: border-box; align-items: center; min-height: 44px; margin: 6px 0; padding: 8px 18px; border-radius: 8px; background: var(--brand); color: var(--on-brand); font-weight: 600; text-decoration: none; }
  a:hover { background: var(--brand-hover); }
  a:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; }
  .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;
}
