// With `npm run dev`, Vite renders pages from their sources, inside the shop's process. Only this
// file loads Vite, because a deployed shop does not have it.
import type { FastifyInstance } from 'fastify';
import type { ViteDevServer } from 'vite';

/** Starts Vite, whose middlewares run before the pages. Vite closes together with the app. */
export async function mountSources(app: FastifyInstance): Promise<ViteDevServer> {
  const [{ createServer }, { default: middie }] = await Promise.all([
    import('vite'),
    import('@fastify/middie'),
  ]);
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
  await app.register(middie);
  app.use(vite.middlewares);
  app.addHook('onClose', () => vite.close());
  return vite;
}
