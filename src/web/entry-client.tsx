// Starts the app in the browser: hydrates the page that the server rendered.
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import './ui/styles.css';
import { forgetPerson } from './api/ask.ts';
import { call } from './api/call.ts';
import { createQueryClient } from './api/query-client.ts';
import { followOtherTabs, onPersonChange, signedInUser, takeLoss } from './api/session.ts';
import { createAppRouter } from './app-router.ts';
import { storePackTypes } from './catalogue/stored-pack-types.ts';
import { focusHeadings } from './shell/follow-pages.ts';
import { isGuardRefreshing } from './shell/guard.tsx';
import { theme } from './browser/theme.ts';
import { motion } from './browser/motion.ts';

const queryClient = createQueryClient();
// The real values, the names of the built files and the shop's URL, come with the server-rendered page.
const unknown = { assets: { entry: '', styles: [] }, origin: '' };
const router = createAppRouter({ queryClient, call, ...unknown });

focusHeadings(router);
theme.follow();
motion.follow();
followOtherTabs();
onPersonChange(() => {
  forgetPerson(queryClient);
  // Run the route guards again.
  if (!isGuardRefreshing()) void router.invalidate().then(tellOfLoss);
});

/** Tells the visitor on a public page that the session has ended. On other pages the route guard does this. */
async function tellOfLoss(): Promise<void> {
  if (!takeLoss()) return;
  const { showToast } = await import('./ui/toast.tsx');
  showToast({ kind: 'information', title: 'Your session has expired. Please log in again.' });
}

const { href } = router.latestLocation;
const here = window.location.pathname + window.location.search;
const isOfOther = (window.renderedFor ?? here) !== here && document.querySelector('main>*');
const isGuarded = router
  .matchRoutes(router.latestLocation)
  .some(({ staticData }) => staticData.audience !== undefined);
if (isOfOther) {
  // The visitor went back while this code was loading, so the rendered page belongs to another URL. Reload to get the
  // right page.
  window.location.reload();
} else if (isGuarded && signedInUser() === null) {
  // Redirect before hydration, because a redirect during hydration would remove the page while React works on it. The
  // history entry keeps the state from the previous page, as after a guard's redirect.
  window.history.replaceState(
    window.history.state,
    '',
    `/auth?redirect=${encodeURIComponent(href)}`,
  );
  window.location.reload();
} else {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterClient router={router} />
      </StrictMode>,
    );
  });
  storePackTypes(queryClient);
}
