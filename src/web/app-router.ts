// Creates the router for one page view on the server, or for one tab in the browser.
import {
  type AnyRouter,
  createRouter,
  parseSearchWith,
  stringifySearchWith,
} from '@tanstack/react-router';
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query';
import type { RouteTree } from './admin-routes.tsx';
import { ErrorScreen } from './shell/error-screen.tsx';
import { NotFound } from './shell/not-found.tsx';
import type { RouterContext } from './shell/router-context.ts';

/** A pending screen appears after 200 ms and then stays for at least 400 ms, so that it does not flicker. */
const PENDING_AFTER_MS = 200;
const PENDING_LEAST_MS = 400;

/** Values that only the server knows. The server sends them to the browser with the page. */
type OfPage = Pick<RouterContext, 'assets' | 'origin'> & {
  /** The data that the server has fetched, in the format of the router's query integration. */
  query?: { initial?: { state: { dataUpdatedAt: number } }[] };
};

export function createAppRouter(context: RouterContext, routeTree: RouteTree, nonce?: string) {
  let isFirst = true;
  const router = createRouter({
    routeTree,
    context,
    ...(nonce === undefined ? {} : { ssr: { nonce } }),
    // Values in the query string are plain text, so a value of digits stays a string.
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(String),
    defaultPreload: 'intent',
    // The query cache decides how long data stays fresh, so the router caches nothing itself.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: PENDING_AFTER_MS,
    defaultPendingMinMs: PENDING_LEAST_MS,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: (): boolean => {
      if (import.meta.env.SSR) return true;
      // The scroll position of a server-rendered page is not restored, because the visitor may have scrolled while this
      // code loaded.
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

/** Longest time that a navigation waits until the browser has taken a snapshot of the previous page. */
const PICTURE_WAIT_MS = 500;

/**
 * Makes a navigation continue after `PICTURE_WAIT_MS` even if the browser has taken no snapshot. Otherwise the
 * navigation would never happen in a browser that renders no frames.
 */
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
 * Returns whether the visitor reached this page with Back or Forward, because only then the browser shows its stored
 * copy without asking the shop. On any other page the data counts as new, even if the page was rendered long ago,
 * because the shop has just confirmed it.
 */
function isShownAgain(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type === 'back_forward';
}

type Change = { fromLocation?: { pathname: string }; toLocation: { pathname: string } };

const SHELVES = ['/', '/packs'];

/**
 * Returns whether a navigation goes from a shelf to a pack's page, or from a pack's page to a shelf. Then the pack's
 * picture moves from one page to the other.
 */
function showsOnePack({ fromLocation, toLocation }: Change): boolean {
  const [from, to] = [fromLocation?.pathname ?? '', toLocation.pathname];
  const isPack = (path: string) => /^\/pack\/[^/]+$/.test(path);
  return (SHELVES.includes(from) && isPack(to)) || (isPack(from) && SHELVES.includes(to));
}

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Only an interface can be extended in another file.
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
