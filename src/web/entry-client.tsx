// The browser's start: takes over the page that the server rendered.
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
// The names of the built files and the shop's address come with the page.
const unknown = { assets: { entry: '', styles: [] }, origin: '' };
const router = createAppRouter({ queryClient, call, ...unknown });

focusHeadings(router);
theme.follow();
motion.follow();
followOtherTabs();
onPersonChange(() => {
  forgetPerson(queryClient);
  // The guards look again.
  if (!isGuardRefreshing()) void router.invalidate().then(tellOfLoss);
});

/** A page that is everybody's has no guard to say that the session has ended. */
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
  // Somebody went back while this code was on its way: the page that was asked for is being loaded.
  window.location.reload();
} else if (isGuarded && signedInUser() === null) {
  // Before hydration: a redirect in the middle of it would pull the page away under React. What the page before
  // passed along stays with the entry of the history, as where the guard leads there.
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
