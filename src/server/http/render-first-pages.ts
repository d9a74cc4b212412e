// Before the shop opens, it renders the pages of its sitemap. Otherwise the first crowd would wait
// for all of them at once, and the first page of a process takes twenty times as long as the
// thousandth (choice 702).
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from './html-page.ts';
import { cachedAs } from './pages.ts';

/** A shop with more pages than fit in this time opens anyway; later visits render the others. */
const MILLISECONDS_MOST = 10_000;

/**
 * Renders the cached pages of an app that doesn't listen yet, each once and after `prepare`, until
 * all are cached or ten seconds are over. A page that is still rendering then is abandoned. A page
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
  // Visitors get older statistics while these are recounted; the first pages have the new ones.
  await prepare();
  const { body } = await app.inject('/sitemap.xml');
  const start = escapeHtml(publicUrl).length;
  for (const [, address] of body.matchAll(/<loc>(.*?)<\/loc>/g)) {
    if (performance.now() > until) return;
    const path = address!.slice(start);
    if (cachedAs(path) !== null) await app.inject(path);
  }
}
