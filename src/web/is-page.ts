import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { routeTree } from './routes.tsx';
import type { RouterContext } from './shell/router-context.ts';

let matcher: ReturnType<typeof createRouter<typeof routeTree>> | undefined;

/**
 * Returns whether the router has a page for `path`, in any spelling that the router accepts. Only compares the path,
 * and renders nothing.
 */
export function isPage(path: string): boolean {
  matcher ??= createRouter({
    routeTree,
    context: {} as RouterContext,
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const { location } = matcher.history;
  const { pathname } = matcher.parseLocation({ ...location, href: path, pathname: path });
  const [, params, route] = matcher.getMatchedRoutes(pathname);
  // If only the beginning of the path matches a page, the router stores the rest of the path in `params['**']`.
  return route !== undefined && !('**' in params);
}
