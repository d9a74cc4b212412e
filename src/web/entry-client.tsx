// Starts the app in the browser by hydrating the page that the server rendered.
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import './ui/styles.css';
import { forgetPerson, forgetWork } from './api/ask.ts';
import { call } from './api/call.ts';
import { createQueryClient } from './api/query-client.ts';
import {
  followOtherTabs,
  LOSS_WORDS,
  onPersonChange,
  onRightsChange,
  signedInUser,
  takeLoss,
} from './api/session.ts';
import { storePackTypes } from './catalogue/stored-pack-types.ts';
import { addOperatorsRoutes, createShopRouter, isAtDoor } from './operators-door.ts';
import { focusHeadings } from './shell/follow-pages.ts';
import { isGuardRefreshing } from './shell/guard.tsx';
import { theme } from './browser/theme.ts';
import { motion } from './browser/motion.ts';

const queryClient = createQueryClient();
// These are placeholders. The server-rendered page brings the names of the built files and the shop's URL.
const unknown = { assets: { entry: '', styles: [] }, origin: '' };
const router = createShopRouter({ queryClient, call, ...unknown });

focusHeadings(router);
theme.follow();
motion.follow();
followOtherTabs();
onPersonChange(() => {
  forgetPerson(queryClient);
  // Runs the route guards again, because the signed-in user has changed.
  if (!isGuardRefreshing()) void router.invalidate().then(tellOfLoss);
});

onRightsChange(() => {
  forgetWork(queryClient);
  // The guards decide again which pages the user may see.
  void router.invalidate();
});

/** If the session has ended, tells the visitor on a public page. On other pages the route guard tells the visitor. */
async function tellOfLoss(): Promise<void> {
  const why = takeLoss();
  if (why === null) return;
  const { showToast } = await import('./ui/toast.tsx');
  showToast({ kind: 'information', title: LOSS_WORDS[why] });
}

void start();

async function start(): Promise<void> {
  // The server rendered the page with all routes, so the browser needs the operators' routes before it hydrates.
  if (isAtDoor(router)) await addOperatorsRoutes(router);
  const { href } = router.latestLocation;
  const here = window.location.pathname + window.location.search;
  const isOfOther = (window.renderedFor ?? here) !== here && document.querySelector('main>*');
  const isGuarded = router
    .matchRoutes(router.latestLocation)
    .some(({ staticData }) => staticData.audience !== undefined);
  if (isOfOther) {
    // The visitor went back in the history while this code was loading, so the rendered page belongs to another URL. A
    // reload shows the right page.
    window.location.reload();
  } else if (isGuarded && signedInUser() === null) {
    // Redirects before hydration, because a redirect during hydration would remove the page while React works on it. The
    // history entry keeps the state that the previous page passed, as it does after a guard's redirect.
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
}
