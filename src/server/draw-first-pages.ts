// Before the shop opens it draws what its sitemap names: whoever comes with a crowd would wait for all of it at once, and the first
// page of a process takes twenty times as long as the thousandth (choice 702).
import type { FastifyInstance } from 'fastify';

/** What most visitors begin with, often enough for the code that draws it to be ready. */
const FIRST = ['/', '/packs', '/packs'];
/** A shop with more pages than fit opens nevertheless; visitors have the others drawn, one by one. */
const MILLISECONDS_MOST = 2_000;

/** Draws pages of an app that doesn't listen yet, each once, for two seconds at most. What can't be drawn is passed over. */
export async function drawFirstPages(app: FastifyInstance, publicUrl: string): Promise<void> {
  const until = performance.now() + MILLISECONDS_MOST;
  for (const path of FIRST) await app.inject(path);
  const { body } = await app.inject('/sitemap.xml');
  for (const [, address] of body.matchAll(/<loc>(.*?)<\/loc>/g)) {
    if (performance.now() > until) return;
    await app.inject(address!.slice(publicUrl.length));
  }
}
