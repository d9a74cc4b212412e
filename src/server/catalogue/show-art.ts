// Shows many drawings of cards and packs at once, for visual checks. Only `npm run dev` serves this
// page.
import type { GameStyle } from '#domain/game.ts';
import type { FastifyInstance } from 'fastify';
import { cardDrawingUrl, packImageUrl } from './art-urls.ts';
import { packArt } from '../../art/pack-art.ts';
import { statement } from '#engine/database.ts';
import { escapeHtml } from '../http/html-page.ts';
import type { Context } from '../runtime/context.ts';

const CARDS_PER_GAME = 16;
const PACKS = 12;

/**
 * Long names of real sets, to check the lettering on drawings. The page adds these names, because a
 * shop with few pack types has no names of such length.
 */
const HARD_TITLES = [
  { title: 'Duskmourn: House of Horror', code: 'dsk', cardCount: 14 },
  { title: 'Sword & Shield—Brilliant Stars', code: 'swsh9', cardCount: 1 },
  { title: 'Legend of Blue Eyes White Dragon', code: 'lob', cardCount: 9 },
];

/**
 * Serves `/dev/art?from=16`. The page shows sixteen cards of each game in the order of collector
 * numbers, starting with card `from`.
 */
export function showArt(app: FastifyInstance, context: Context): void {
  app.get<{ Querystring: { from?: string } }>('/dev/art', async ({ query }, reply) => {
    const from = Math.max(0, Math.trunc(Number(query.from ?? 0)) || 0);
    const cards = await statement<{ id: string; name: string }>(
      context.db,
      `select id, name from (
         select *, row_number() over (partition by game order by set_id, printed nulls last, number) as place
         from (
           select distinct on (c.set_id, c.number) c.id, c.name, c.set_id, c.number, s.game,
             substring(c.number from '(\\d{1,6})\\D*$')::int as printed
           from cards c join card_sets s on s.id = c.set_id order by c.set_id, c.number, c.id) drawn) placed
       where place > $1 and place <= $1 + ${CARDS_PER_GAME} order by game, place`,
      [from],
    );
    const types = await statement<{ id: string; name: string; picture: string | null }>(
      context.db,
      `select id, name, picture from pack_types order by id limit ${PACKS}`,
      [],
    );
    const games = await statement<{ game: string; style: GameStyle }>(
      context.db,
      'select id as game, style from games order by id',
      [],
    );
    const packs = [
      ...types.map(({ id, name, picture }) =>
        picturePart(packImageUrl(context, id, picture), name, PACK),
      ),
      ...HARD_TITLES.map((one, i) => {
        const drawing = packArt({ ...one, ...games[i % games.length]!, seed: one.code });
        const src = `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;
        return picturePart(src, one.title, PACK);
      }),
    ].slice(0, PACKS);
    const faces = cards.map(({ id, name }) => picturePart(cardDrawingUrl(context, id), name, CARD));
    const back = picturePart('/art/back.svg', 'The back', CARD);
    return reply
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(sheetPage(from, [...faces, back], packs));
  });
}

const POLICY = "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'";
const CARD = { width: 315, height: 440 };
const PACK = { width: 300, height: 470 };

function picturePart(src: string, name: string, size: typeof CARD): string {
  return `<img src="${src}" alt="${escapeHtml(name)}" title="${escapeHtml(name)}" width="${size.width}" height="${size.height}" loading="lazy" decoding="async">`;
}

const STYLE = `
  body { margin: 0; font: 15px/1.5 system-ui, sans-serif; }
  nav { display: flex; gap: 1rem; padding: .75rem 1rem; }
  section { padding: 1rem; background: #f4f7f5; color: #16201c; }
  section[data-theme=dark] { background: #121917; color: #e6ece8; }
  div { display: grid; gap: 14px; grid-template-columns: repeat(auto-fill, minmax(160px, 1fr)); }
  img { width: 100%; height: auto; } .packs img { filter: drop-shadow(0 10px 10px #0005); }
`;

function sheetPage(from: number, cards: readonly string[], packs: readonly string[]): string {
  const sheet = (theme: 'light' | 'dark', title: string): string =>
    `<section data-theme="${theme}"><h2>${title}</h2><div>${cards.join('')}</div><h3>Packs</h3><div class="packs">${packs.join('')}</div></section>`;
  const earlier = Math.max(0, from - CARDS_PER_GAME);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Art</title><style>${STYLE}</style></head>
<body><nav><strong>Cards from ${from + 1} of each game</strong>${from > 0 ? `<a href="?from=${earlier}">Earlier</a>` : ''}<a href="?from=${from + CARDS_PER_GAME}">Later</a></nav>
${sheet('light', 'Light')}
${sheet('dark', 'Dark')}</body></html>`;
}
