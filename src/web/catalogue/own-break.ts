// The break from buying that the viewer is on. The browser loads it after the page, because the server renders the same
// page for everybody.
import type { Reply } from '#contract/endpoint.ts';
import type { showLimits as ShowLimits } from '#contract/profile-limits.ts';
import { useVisitor } from '../accounts/visitor.ts';
import { ensure, lateRow, useAsk, type Asker } from '../api/ask.ts';

const showLimits = lateRow<typeof ShowLimits>(
  {
    method: 'GET',
    path: '/users/limits',
    audience: 'user',
    reads: ['limits', 'transactions', 'packs'],
  },
  async () => (await import('#contract/profile-limits.ts')).showLimits,
);

type OwnBreak = Reply<typeof ShowLimits>['break'];

/** Returns the viewer's break. Null if they are on none, or while it is not known. */
export function useOwnBreak(): OwnBreak {
  const enabled = Boolean(useVisitor());
  return useAsk(showLimits, {}, { enabled, staleTime: 30_000 }).data?.break ?? null;
}

/** Loads the viewer's break before a page is rendered. If that fails, the page shows what it shows without a break. */
export async function loadOwnBreak(asker: Asker): Promise<void> {
  await ensure(asker, showLimits, {}).catch(() => null);
}
