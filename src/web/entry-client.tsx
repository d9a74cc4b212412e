// The browser's start: takes over the page that the server rendered.
import './ui/styles.css';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { call } from './api/call.ts';
import { createQueryClient } from './api/query-client.ts';
import { followOtherTabs, onPersonChange } from './api/session.ts';
import { createAppRouter } from './app-router.ts';
import { keepPackTypes } from './catalogue/queries.ts';
import { focusHeadings } from './shell/follow-pages.ts';
import { followTheme } from './shell/theme.ts';

const queryClient = createQueryClient();
// The names of the built files come with the page.
const router = createAppRouter({ queryClient, call, assets: { entry: '', styles: [] } });

focusHeadings(router);
followTheme();
followOtherTabs();
onPersonChange(() => {
  // What one person was shown is nothing for the next; the guards look again.
  queryClient.removeQueries({ predicate: ({ meta }) => meta?.['of'] === 'person' });
  void router.invalidate();
});

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  );
});
keepPackTypes(queryClient);
