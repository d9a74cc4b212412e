// The router of one page view on the server, or of one tab in the browser.
import {
  type AnyRouter,
  createRouter,
  parseSearchWith,
  stringifySearchWith,
} from '@tanstack/react-router';
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query';
import { routeTree } from './routes.tsx';
import { ErrorScreen } from './shell/error-screen.tsx';
import { NotFound } from './shell/not-found.tsx';
import type { RouterContext } from './shell/router-context.ts';

/** Screens of waiting show after 200 ms and then for at least 400, so that nothing flickers. */
const PENDING_AFTER_MS = 200;
const PENDING_LEAST_MS = 400;

/** What only the server knows; it comes with the page. */
type OfPage = Pick<RouterContext, 'assets' | 'origin'> & {
  /** What it has read, as the router's integration hands it on. */
  query?: { initial?: { state: { dataUpdatedAt: number } }[] };
};

export function createAppRouter(context: RouterContext, nonce?: string) {
  let isFirst = true;
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
    scrollRestoration: (): boolean => {
      if (import.meta.env.SSR) return true;
      // What came drawn was put in its place before this code was there, and may have been scrolled since.
      const wasDrawn = isFirst && router.state.matches.every(({ ssr }) => ssr !== false);
      isFirst = false;
      return !wasDrawn;
    },
    defaultViewTransition: { types: (change) => (showsOnePack(change) ? ['pack'] : false) },
    dehydrate: (): OfPage => {
      const { entry, styles } = context.assets;
      return { assets: { entry, styles }, origin: context.origin };
    },
    hydrate: ({ assets, origin, query }: OfPage) => {
      if (!isShownAgain())
        for (const { state } of query?.initial ?? []) state.dataUpdatedAt = Date.now();
      router.update({ context: { ...context, assets, origin } });
    },
  });
  setupRouterSsrQueryIntegration({ router, queryClient: context.queryClient });
  goOnWithoutPicture(router);
  return router;
}

/** How long a move may wait for the browser's picture of the page before. */
const PICTURE_WAIT_MS = 500;

/** A move between pages begins with the browser's next picture; one that draws none goes to the next page all the same. */
function goOnWithoutPicture(router: Pick<AnyRouter, 'startViewTransition'>): void {
  const move = router.startViewTransition;
  router.startViewTransition = (change) => {
    let changed: Promise<void> | undefined;
    const changeOnce = () => (changed ??= change());
    return Promise.race([
      move(changeOnce),
      new Promise((resolve) => setTimeout(resolve, PICTURE_WAIT_MS)).then(changeOnce),
    ]);
  };
}

/**
 * The browser shows bytes of before without asking whether they are still right. Otherwise the shop said so just now,
 * however long ago it made them.
 */
function isShownAgain(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type === 'back_forward';
}

type Change = { fromLocation?: { pathname: string }; toLocation: { pathname: string } };

const SHELVES = ['/', '/packs'];

/** Between a pack on a shelf and its own page, there and back, its picture moves from place to place. */
function showsOnePack({ fromLocation, toLocation }: Change): boolean {
  const [from, to] = [fromLocation?.pathname ?? '', toLocation.pathname];
  const isPack = (path: string) => /^\/pack\/[^/]+$/.test(path);
  return (SHELVES.includes(from) && isPack(to)) || (isPack(from) && SHELVES.includes(to));
}

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- An interface is what can be added to.
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
