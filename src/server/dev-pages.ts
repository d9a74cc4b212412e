// `npm run dev`: pages from their sources, through Vite inside the shop's own process. Never loaded
// otherwise; Vite is no part of a running shop.
import middie from '@fastify/middie';
import type { FastifyInstance } from 'fastify';
import type { ViteDevServer } from 'vite';

/** Starts Vite and puts it before the pages. Closes with the app. */
export async function mountSources(app: FastifyInstance): Promise<ViteDevServer> {
  const { createServer } = await import('vite');
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
  await app.register(middie);
  app.use(vite.middlewares);
  app.addHook('onClose', () => vite.close());
  return vite;
}
