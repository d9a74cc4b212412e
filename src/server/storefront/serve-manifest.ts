// The manifest of the web app: what a home screen calls the shop, and shows of it.
import type { FastifyInstance } from 'fastify';
import { hexOf, tokensOf } from '#domain/brand-colour.ts';
import type { Context } from '../runtime/context.ts';

const DESCRIPTION =
  'Real sealed packs of collectible cards. Open them, then sell each card back, keep it, or have it shipped.';

/** Serves `/shop.webmanifest`. */
export function serveManifest(app: FastifyInstance, { settings }: Context): void {
  app.get('/shop.webmanifest', async (_request, reply) => {
    const { name, colour } = settings.now();
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
          background_color: hexOf(bg.light),
          theme_color: hexOf(brand.light),
          icons: ICONS,
        }),
      );
  });
}

const ICONS = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icon-512-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];
