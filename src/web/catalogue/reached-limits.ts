// The viewer's packs of a type whose purchase limit they have reached. Pages are rendered the same for all visitors,
// so this loads later.
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

/** Undefined for users who may still buy one. */
export function useReachedLimit({ id }: PackType): ReachedLimit | undefined {
  const enabled = Boolean(useVisitor());
  return useAsk(listReachedLimits, {}, { enabled, staleTime: 30_000 }).data?.find(
    (one) => one.packTypeId === id,
  );
}
