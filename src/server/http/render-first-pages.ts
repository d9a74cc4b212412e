// Renders the pages of the sitemap before the shop opens. Otherwise the first visitors would wait for all pages at
// once. A process needs twenty times as long for its first page as for its thousandth (choice 702).
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from './html-page.ts';
import { cachedAs, type PageOptions } from './pages.ts';

/**
 * After this time the shop opens anyway. A page that is not rendered by then is rendered when a
 * visitor requests it.
 */
const MILLISECONDS_MOST = 10_000;

/**
 * Calls `prepare`, and then renders the cached pages of an app that doesn't listen yet. Ends when
 * all pages are cached, or after ten seconds, even if a page is still rendering. A page that can't
 * be rendered is skipped.
 */
export async function renderFirstPages(
  app: FastifyInstance,
  pages: Pick<PageOptions, 'publicUrl' | 'isGame'>,
  prepare: () => Promise<void>,
): Promise<void> {
  const until = performance.now() + MILLISECONDS_MOST;
  await Promise.race([
    renderPages(app, pages, prepare, until).catch(() => {}),
    wait(MILLISECONDS_MOST, undefined, { ref: false }),
  ]);
}

async function renderPages(
  app: FastifyInstance,
  { publicUrl, isGame }: Pick<PageOptions, 'publicUrl' | 'isGame'>,
  prepare: () => Promise<void>,
  until: number,
): Promise<void> {
  // Recounts the statistics, so that the first pages have current statistics.
  await prepare();
  const { body } = await app.inject('/sitemap.xml');
  const start = escapeHtml(publicUrl).length;
  for (const [, address] of body.matchAll(/<loc>(.*?)<\/loc>/g)) {
    if (performance.now() > until) return;
    const path = address!.slice(start);
    if (cachedAs(path, isGame) !== null) await app.inject(path);
  }
}
