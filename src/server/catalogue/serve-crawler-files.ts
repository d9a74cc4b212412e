// robots.txt and sitemap.xml for search engines.
import type { FastifyInstance } from 'fastify';
import { LEGAL_KEYS } from '#domain/consent.ts';
import { statement } from '../database/database.ts';
import { throughReadings } from '../http/gate.ts';
import { escapeHtml } from '../http/html-page.ts';
import type { Context } from '../runtime/context.ts';

/** Public pages that are always there. Whatever is private says so in its own head. */
const PAGES = ['/', '/packs', '/about', '/how-it-works'];
const KEPT_S = 3600;
/** A sitemap may name 50,000 addresses, and no more. */
const PACKS_MOST = 50_000 - PAGES.length - LEGAL_KEYS.length;

/** Serves `/robots.txt` and `/sitemap.xml`. */
export function serveCrawlerFiles(app: FastifyInstance, context: Context): void {
  const { publicUrl } = context.config;

  app.get('/robots.txt', async (_request, reply) =>
    reply
      .header('cache-control', `public, max-age=${KEPT_S}`)
      .type('text/plain; charset=utf-8')
      .send(
        `User-agent: *\nDisallow: /api/\nDisallow: /admin\n\nSitemap: ${publicUrl}/sitemap.xml\n`,
      ),
  );

  app.get('/sitemap.xml', async (_request, reply) => {
    const packs = await throughReadings(() =>
      statement<{ id: string; changed: string }>(
        context.db,
        `select id, to_char(updated_at at time zone 'utc', 'YYYY-MM-DD') as changed
         from pack_types order by position, id limit $1`,
        [PACKS_MOST],
      ),
    );
    const urls = [
      ...PAGES.map((path) => entry(publicUrl + path)),
      ...context.settings
        .legal()
        .map(({ key, madeAt }) =>
          entry(`${publicUrl}/legal/${key}`, madeAt.toISOString().slice(0, 10)),
        ),
      ...packs.map(({ id, changed }) =>
        entry(`${publicUrl}/pack/${encodeURIComponent(id)}`, changed),
      ),
    ];
    return reply
      .header('cache-control', `public, max-age=${KEPT_S}`)
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
      );
  });
}

function entry(address: string, changed?: string): string {
  const lastChange = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`;
  return `<url><loc>${escapeHtml(address)}</loc>${lastChange}</url>`;
}
