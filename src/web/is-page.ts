import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { wholeTree, type RouteTree } from './admin-routes.tsx';
import type { RouterContext } from './shell/router-context.ts';

let matcher: ReturnType<typeof createRouter<RouteTree>> | undefined;

/**
 * Returns whether the router has a page for `path`, in any spelling that the router accepts. It only matches the path,
 * without rendering anything.
 */
export function isPage(path: string): boolean {
  matcher ??= createRouter({
    routeTree: wholeTree(),
    context: {} as RouterContext,
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const { location } = matcher.history;
  const { pathname } = matcher.parseLocation({ ...location, href: path, pathname: path });
  const [, params, route] = matcher.getMatchedRoutes(pathname);
  // If only the beginning of the path matches a page, the router puts the rest of the path into `params['**']`.
  return route !== undefined && !('**' in params);
}
