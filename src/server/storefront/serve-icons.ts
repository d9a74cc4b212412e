// Serves the shop's icon for tabs, bookmarks and home screens, and the manifest of the web app.
import type { FastifyInstance } from 'fastify';
import { hexOfShade, STYLESHEET_COLOUR, tokensOf } from '#domain/brand-colour.ts';
import type { Context } from '../runtime/context.ts';
import type { ShopSettings } from '#domain/shop-settings.ts';
import { iconUrl } from './logo-urls.ts';
import { markOf } from './mark.ts';

const DESCRIPTION =
  'Real sealed packs of collectible cards. Open them, then sell each card back, keep it, or have it shipped.';

/** Serves `/favicon.svg` and `/shop.webmanifest`. Clients check at each use whether there is a new version. */
export function serveIcons(app: FastifyInstance, { settings }: Context): void {
  app.get('/favicon.svg', async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
    const icon = iconUrl(settings.now(), 192);
    // If an operator uploaded an icon, it also replaces the drawn mark at this address.
    if (icon !== null) return reply.redirect(icon);
    return reply.type('image/svg+xml').send(markOf(settings.now().colour));
  });

  app.get('/shop.webmanifest', async (_request, reply) => {
    const shop = settings.now();
    const { name, colour } = shop;
    const { bg, brand } = tokensOf(colour);
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(
        JSON.stringify({
          name,
          short_name: name,
          description: DESCRIPTION,
          id: '/',
          start_url: '/',
          scope: '/',
          display: 'minimal-ui',
          lang: 'en',
          background_color: hexOfShade(bg.light),
          theme_color: hexOfShade(brand.light),
          icons: ownIcons(shop) ?? [DRAWN, ...(colour === STYLESHEET_COLOUR ? PAINTED : [])],
        }),
      );
  });
}

/** Returns the icons that an operator uploaded, or null if there are none. */
function ownIcons(shop: ShopSettings) {
  const sizes = [192, 512] as const;
  const icons = sizes.map((size) => ({ src: iconUrl(shop, size), sizes: `${size}x${size}` }));
  if (icons.some(({ src }) => src === null)) return null;
  return icons.map((icon) => ({ ...icon, type: 'image/png', purpose: 'any' }));
}

/** The mark as SVG, in the shop's colour. */
const DRAWN = { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' };

/** The mark as PNG, in the stylesheet's colour (`scripts/draw-icons.ts`). */
const PAINTED = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icon-512-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];
