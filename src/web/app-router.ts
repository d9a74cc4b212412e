// The router of one page view on the server, or of one tab in the browser.
import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query';
import { routeTree } from './routes.tsx';
import { ErrorScreen } from './shell/error-screen.tsx';
import { NotFound } from './shell/not-found.tsx';
import type { Assets, RouterContext } from './shell/document.tsx';

/** Screens of waiting show after 200 ms and then for at least 400, so that nothing flickers. */
const PENDING_AFTER_MS = 200;
const PENDING_LEAST_MS = 400;

export function createAppRouter(context: RouterContext, nonce?: string) {
  const router = createRouter({
    routeTree,
    context,
    ...(nonce === undefined ? {} : { ssr: { nonce } }),
    // Values in the query string are plain text: a code of digits stays a text.
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(String),
    defaultPreload: 'intent',
    // The query cache knows how long data is good for.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: PENDING_AFTER_MS,
    defaultPendingMinMs: PENDING_LEAST_MS,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
    dehydrate: (): { assets: Assets } => {
      const { entry, styles } = context.assets;
      return { assets: { entry, styles } };
    },
    hydrate: ({ assets }: { assets: Assets }) => {
      router.update({ context: { ...context, assets } });
    },
  });
  setupRouterSsrQueryIntegration({ router, queryClient: context.queryClient });
  return router;
}

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- An interface is what can be added to.
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
