import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { routeTree } from './routes.tsx';
import type { RouterContext } from './shell/router-context.ts';

let matcher: ReturnType<typeof createRouter<typeof routeTree>> | undefined;

/** Whether a path has a page, in every spelling that a router takes. Nothing is rendered to find out. */
export function isPage(path: string): boolean {
  matcher ??= createRouter({
    routeTree,
    context: {} as RouterContext,
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const { location } = matcher.history;
  const { pathname } = matcher.parseLocation({ ...location, href: path, pathname: path });
  const [, params, route] = matcher.getMatchedRoutes(pathname);
  // A path that only begins as that of a page is none: what is left over stands under this name.
  return route !== undefined && !('**' in params);
}
