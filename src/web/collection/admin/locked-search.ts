// The search parameters of the locked cards.
import { LOCK_REASONS, type LockReason } from '#domain/card.ts';
import { pageIn, type Address } from '../../lists/address-parts.ts';

/** Cards whose time has passed are the default, because they need a decision. */
export type LockedSearch = { reason?: Exclude<LockReason, 'expired'>; page?: number };

/** Reads `?reason=dispute&page=2`. */
export function lockedSearch(address: Address): LockedSearch {
  const reason = LOCK_REASONS.find((one) => one === address['reason']);
  return {
    ...(reason === undefined || reason === 'expired' ? {} : { reason }),
    ...pageIn(address),
  };
}
