// The packs for which the viewer has reached the purchase limit. The server renders the same page for everybody, so
// this loads later in the browser.
import type { PackType } from '#contract/catalogue.ts';
import type { listReachedLimits as ListReachedLimits } from '#contract/checkout-limits.ts';
import type { Reply } from '#contract/endpoint.ts';
import { useVisitor } from '../accounts/visitor.ts';
import { lateRow, useAsk } from '../api/ask.ts';

const listReachedLimits = lateRow<typeof ListReachedLimits>(
  { method: 'GET', path: '/packs/reached-limits', audience: 'user', reads: ['catalogue', 'packs'] },
  async () => (await import('#contract/checkout-limits.ts')).listReachedLimits,
);

export type ReachedLimit = Reply<typeof ListReachedLimits>[number];

/** Returns the viewer's packs of this type. Undefined if the viewer may still buy one. */
export function useReachedLimit({ id }: PackType): ReachedLimit | undefined {
  const enabled = Boolean(useVisitor());
  return useAsk(listReachedLimits, {}, { enabled, staleTime: 30_000 }).data?.find(
    (one) => one.packTypeId === id,
  );
}
