// The pack types of which the viewer has already bought the maximum number. The browser loads this list after the page,
// because the server renders the same page for everybody.
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

/** Returns the viewer's purchases of this type if they have reached its limit. Undefined if they may buy more. */
export function useReachedLimit({ id }: PackType): ReachedLimit | undefined {
  const enabled = Boolean(useVisitor());
  return useAsk(listReachedLimits, {}, { enabled, staleTime: 30_000 }).data?.find(
    (one) => one.packTypeId === id,
  );
}
