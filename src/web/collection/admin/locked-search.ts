// The search parameters of the locked cards page.
import { LOCK_REASONS, type LockReason } from '#domain/card.ts';
import { pageIn, type Address } from '../../lists/address-parts.ts';

/** If `reason` is omitted, the page shows cards whose thirty days have passed. */
export type LockedSearch = { reason?: Exclude<LockReason, 'expired'>; page?: number };

/** Reads `?reason=dispute&page=2`. Unknown values are dropped. */
export function lockedSearch(address: Address): LockedSearch {
  const reason = LOCK_REASONS.find((one) => one === address['reason']);
  return {
    ...(reason === undefined || reason === 'expired' ? {} : { reason }),
    ...pageIn(address),
  };
}
