// Renders the pages of the sitemap before the shop opens. Otherwise the first crowd would wait for
// all of them at once. The first page of a process takes twenty times as long as the thousandth
// (choice 702).
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from './html-page.ts';
import { cachedAs } from './pages.ts';

/**
 * After this time the shop opens anyway. The remaining pages are rendered when visitors request
 * them.
 */
const MILLISECONDS_MOST = 10_000;

/**
 * Renders the cached pages of an app that doesn't listen yet, after calling `prepare`. Ends when
 * all are cached or after ten seconds, and then abandons a page that is still rendering. A page
 * that can't be rendered is skipped.
 */
export async function renderFirstPages(
  app: FastifyInstance,
  publicUrl: string,
  prepare: () => Promise<void>,
): Promise<void> {
  const until = performance.now() + MILLISECONDS_MOST;
  await Promise.race([
    renderPages(app, publicUrl, prepare, until).catch(() => {}),
    wait(MILLISECONDS_MOST, undefined, { ref: false }),
  ]);
}

async function renderPages(
  app: FastifyInstance,
  publicUrl: string,
  prepare: () => Promise<void>,
  until: number,
): Promise<void> {
  // Recounts the statistics, so that the first pages have the new ones.
  await prepare();
  const { body } = await app.inject('/sitemap.xml');
  const start = escapeHtml(publicUrl).length;
  for (const [, address] of body.matchAll(/<loc>(.*?)<\/loc>/g)) {
    if (performance.now() > until) return;
    const path = address!.slice(start);
    if (cachedAs(path) !== null) await app.inject(path);
  }
}
