// Serves robots.txt and sitemap.xml to search engines.
import { Rejection } from '#domain/rejection.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LEGAL_KEYS } from '#domain/consent.ts';
import { dayOf } from '#domain/day.ts';
import { statement, type Database } from '#engine/database.ts';
import { throughReadings } from '../http/gate.ts';
import { escapeHtml } from '../http/html-page.ts';
import type { Context } from '../runtime/context.ts';
import { IS_LISTED, IS_PUBLIC_DROP } from './pack-types-queries.ts';

/**
 * Public pages that always exist. Private pages are not listed; they tell search engines in their
 * HTML head to skip them.
 */
const PAGES = ['/', '/packs', '/cards', '/about', '/how-it-works', '/where-we-sell', '/helplines'];
const CACHED_S = 3600;
/** Maximum number of pack types in a sitemap, because a sitemap may list at most 50,000 URLs. */
const PACKS_MOST = 50_000 - PAGES.length - LEGAL_KEYS.length;
/**
 * Cards have sitemaps of their own, because a shop may have more cards than one sitemap may list.
 */
const CARDS_A_FILE = 25_000;

/** Maximum number of drops in their sitemap: each may have two pages. */
const DROPS_MOST = 25_000;

/** SQL for the day of an instant. */
const DAY_OF = (instant: string) => `to_char(${instant} at time zone 'utc', 'YYYY-MM-DD')`;

/** Serves `/robots.txt`, `/sitemap.xml`, `/sitemap-drops.xml`, and `/sitemap-cards.xml` with its parts. */
export function serveCrawlerFiles(app: FastifyInstance, context: Context): void {
  const { publicUrl } = context.config;

  app.get('/robots.txt', async (_request, reply) =>
    reply
      .header('cache-control', `public, max-age=${CACHED_S}`)
      .type('text/plain; charset=utf-8')
      .send(
        `User-agent: *\nDisallow: /api/\nDisallow: /admin\n\n${['', '-drops', '-cards'].map((part) => `Sitemap: ${publicUrl}/sitemap${part}.xml\n`).join('')}`,
      ),
  );

  app.get('/sitemap.xml', async (_request, reply) => {
    const packs = await throughReadings(() =>
      statement<{ id: string; changed: string }>(
        context.db,
        `select t.id, ${DAY_OF('t.updated_at')} as changed
         from pack_types t where ${IS_LISTED} order by t.position, t.id limit $1`,
        [PACKS_MOST],
      ),
    );
    const urls = [
      ...PAGES.map((path) => entry(publicUrl + path)),
      ...context.settings
        .legal()
        .map(({ key, madeAt }) => entry(`${publicUrl}/legal/${key}`, dayOf(madeAt))),
      ...packs.map(({ id, changed }) =>
        entry(`${publicUrl}/pack/${encodeURIComponent(id)}`, changed),
      ),
    ];
    return sendXml(reply, urlSet(urls));
  });

  app.get('/sitemap-drops.xml', async (_request, reply) => {
    const drops = await throughReadings(() => listDropPages(context.db));
    const urls = drops.flatMap(({ id, hash, changed, isComing }) => [
      ...(hash === null ? [] : [entry(`${publicUrl}/drops/${hash}`, changed)]),
      ...(isComing
        ? [entry(`${publicUrl}/pack/${encodeURIComponent(id)}/drop-night`, changed)]
        : []),
    ]);
    return sendXml(reply, urlSet(urls));
  });

  app.get('/sitemap-cards.xml', async (_request, reply) => {
    const [count] = await throughReadings(() =>
      statement<{ cards: number }>(
        context.db,
        'select coalesce(sum(cards), 0)::int as cards from card_counts',
        [],
      ),
    );
    const files = Array.from(
      { length: Math.ceil(count!.cards / CARDS_A_FILE) },
      (_none, at) => `<sitemap><loc>${publicUrl}/sitemap-cards/${at + 1}.xml</loc></sitemap>`,
    );
    return sendXml(reply, `<sitemapindex ${NAMESPACE}>\n${files.join('\n')}\n</sitemapindex>`);
  });

  app.get<{ Params: { file: string } }>('/sitemap-cards/:file.xml', async (request, reply) => {
    const file = Number(request.params.file);
    if (!Number.isInteger(file) || file < 1 || file > FILES_MOST) throw new Rejection('NOT_FOUND');
    const cards = await throughReadings(() =>
      listCardPages(context.db, CARDS_A_FILE, (file - 1) * CARDS_A_FILE),
    );
    const urls = cards.map(({ id, changed }) => entry(`${publicUrl}/card/${id}`, changed));
    return sendXml(reply, urlSet(urls));
  });
}

type DropPages = { id: string; hash: string | null; changed: string; isComing: boolean };

/**
 * Lists the newest drops that everybody may know. A drop's page changed when the log last got an entry about it; an
 * announced drop changed when it was made.
 */
async function listDropPages(db: Database): Promise<DropPages[]> {
  return statement(
    db,
    `select d.pack_type_id as id, encode(d.hash, 'hex') as hash, d.state in ('draft', 'published') as "isComing",
       ${DAY_OF(`greatest(d.created_at, d.closed_at, (
         select e.added_at from log_entries e where e.manifest = d.hash order by e.index desc limit 1))`)} as changed
     from drops d where ${IS_PUBLIC_DROP}
     order by d.opens_at desc, d.id limit $1`,
    [DROPS_MOST],
  );
}

/** Lists cards. A card's page changed with the card and its price, and when a copy went on sale or was sold. */
async function listCardPages(
  db: Database,
  limit: number,
  offset: number,
): Promise<{ id: string; changed: string }[]> {
  return statement(
    db,
    `select c.id, ${DAY_OF(`greatest(c.updated_at, c.priced_on::timestamp at time zone 'utc', (
       select max(greatest(h.priced_at, h.exited_at)) from house_cards h
       where h.card_id = c.id and h.state in ('on_sale', 'reserved', 'sold')))`)} as changed
     from (select id, updated_at, priced_on from cards order by id limit $1 offset $2) c order by c.id`,
    [limit, offset],
  );
}

/** Maximum number of card sitemaps. Together they have room for more cards than any shop has. */
const FILES_MOST = 1_000;
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

function urlSet(urls: string[]): string {
  return `<urlset ${NAMESPACE}>\n${urls.join('\n')}\n</urlset>`;
}

function sendXml(reply: FastifyReply, xml: string): FastifyReply {
  return reply
    .header('cache-control', `public, max-age=${CACHED_S}`)
    .type('application/xml; charset=utf-8')
    .send(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`);
}

function entry(address: string, changed?: string): string {
  const lastChange = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`;
  return `<url><loc>${escapeHtml(address)}</loc>${lastChange}</url>`;
}
