// Lets shoppers do without the operators' routes: a route for all addresses below /admin loads them when one is opened
// (choice 1011).
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
      // Now the address has its own route.
      throw redirect({ href, replace: true });
    },
  });
  // Links are checked against all routes, so the router's type has those too that are added later.
  const tree = rootRoute.addChildren([...shopRoutes, door]) as unknown as RouteTree;
  const router = createAppRouter(context, tree);
  return router;
}

/** Whether the address of this tab leads to the door. */
export function isAtDoor(router: AppRouter): boolean {
  const ids: string[] = router.matchRoutes(router.latestLocation).map(({ routeId }) => routeId);
  return ids.includes(DOOR);
}

/** Puts the operators' routes in the place of the door. */
export async function addOperatorsRoutes(router: AppRouter): Promise<void> {
  const { wholeTree } = await import('./admin-routes.tsx');
  // The tree is the same root with other children, which `router.update` would not notice.
  wholeTree();
  router.setRoutes(router.buildRouteTree());
}
