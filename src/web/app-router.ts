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

/** A pending screen appears after 200 ms and then stays for at least 400 ms, so that nothing flickers. */
const PENDING_AFTER_MS = 200;
const PENDING_LEAST_MS = 400;

/** Values that only the server knows. They arrive with the page. */
type OfPage = Pick<RouterContext, 'assets' | 'origin'> & {
  /** The data that it has read, in the form in which the router's integration passes it on. */
  query?: { initial?: { state: { dataUpdatedAt: number } }[] };
};

export function createAppRouter(context: RouterContext, nonce?: string) {
  let isFirst = true;
  const router = createRouter({
    routeTree,
    context,
    ...(nonce === undefined ? {} : { ssr: { nonce } }),
    // Values in the query string are plain text: a code of digits stays a string.
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(String),
    defaultPreload: 'intent',
    // The query cache decides how long data stays fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: PENDING_AFTER_MS,
    defaultPendingMinMs: PENDING_LEAST_MS,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: (): boolean => {
      if (import.meta.env.SSR) return true;
      // Server-rendered content was in place before this code loaded, and the visitor may have scrolled it since.
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

/** Longest time that a navigation waits for the browser's snapshot of the previous page. */
const PICTURE_WAIT_MS = 500;

/**
 * A navigation starts with the browser's next frame. If the browser renders no frame, the navigation continues without
 * one.
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
 * The browser shows stored bytes without revalidating them. Otherwise the shop has just confirmed them, however long
 * ago they were rendered.
 */
function isShownAgain(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type === 'back_forward';
}

type Change = { fromLocation?: { pathname: string }; toLocation: { pathname: string } };

const SHELVES = ['/', '/packs'];

/**
 * When the visitor moves between a pack on a shelf and that pack's page, in either direction, the pack's picture
 * animates from one place to the other.
 */
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
