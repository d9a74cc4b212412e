// The search parameters of the locked cards.
import { LOCK_REASONS, type LockReason } from '#domain/card.ts';
import { pageIn, type Address } from '../../lists/address-parts.ts';

/** Those whose time is over come first: about them somebody has to decide. */
export type LockedSearch = { reason?: Exclude<LockReason, 'expired'>; page?: number };

/** Reads `?reason=dispute&page=2`. */
export function lockedSearch(address: Address): LockedSearch {
  const reason = LOCK_REASONS.find((one) => one === address['reason']);
  return {
    ...(reason === undefined || reason === 'expired' ? {} : { reason }),
    ...pageIn(address),
  };
}
