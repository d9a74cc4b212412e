// Keeps the operators' routes out of what shoppers download. Instead, the router has one route for all paths below
// /admin (the "door"), which loads these routes when such a path is opened.
import { createRoute, redirect } from '@tanstack/react-router';
import type { RouteTree } from './admin-routes.tsx';
import { createAppRouter } from './app-router.ts';
import { shopRoutes } from './routes.tsx';
import { rootRoute } from './shell/document.tsx';
import type { RouterContext } from './shell/router-context.ts';

type AppRouter = ReturnType<typeof createAppRouter>;

const DOOR = '/admin/$';

/** Creates the router of a tab that has not opened a page of operators yet. */
export function createShopRouter(context: RouterContext): AppRouter {
  const door = createRoute({
    getParentRoute: () => rootRoute,
    path: DOOR,
    beforeLoad: async ({ location: { href } }) => {
      await addOperatorsRoutes(router);
      // By now the path has a route of its own.
      throw redirect({ href, replace: true });
    },
  });
  // TypeScript checks links against the router's type, so the type already has the routes that are added later.
  const tree = rootRoute.addChildren([...shopRoutes, door]) as unknown as RouteTree;
  const router = createAppRouter(context, tree);
  return router;
}

/** Whether the current URL matches the door. */
export function isAtDoor(router: AppRouter): boolean {
  const ids: string[] = router.matchRoutes(router.latestLocation).map(({ routeId }) => routeId);
  return ids.includes(DOOR);
}

/** Replaces the door by the operators' routes. */
export async function addOperatorsRoutes(router: AppRouter): Promise<void> {
  const { wholeTree } = await import('./admin-routes.tsx');
  // This changes the children of the root route that the router already has. `router.update` would not notice that, so
  // the routes are set again.
  wholeTree();
  router.setRoutes(router.buildRouteTree());
}
