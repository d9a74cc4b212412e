import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { routeTree } from './routes.tsx';
import type { RouterContext } from './shell/router-context.ts';

let matcher: ReturnType<typeof createRouter<typeof routeTree>> | undefined;

/** Whether the router has a page for a path, in any spelling that it accepts. Renders nothing. */
export function isPage(path: string): boolean {
  matcher ??= createRouter({
    routeTree,
    context: {} as RouterContext,
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const { location } = matcher.history;
  const { pathname } = matcher.parseLocation({ ...location, href: path, pathname: path });
  const [, params, route] = matcher.getMatchedRoutes(pathname);
  // The router puts what is left of a path that only begins like a page's under this name.
  return route !== undefined && !('**' in params);
}
