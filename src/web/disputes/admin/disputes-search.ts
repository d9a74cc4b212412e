import { DISPUTE_STATES, type DisputeState } from '#domain/dispute-state.ts';
import { idIn, pageIn, type Address } from '../../lists/address-parts.ts';

export type DisputesSearch = {
  /** The state of the disputes in the list. If omitted, the list has the open disputes. */
  state?: DisputeState | 'all';
  page?: number;
  /** The id of the dispute that is open beside the list. */
  id?: string;
};

/** Reads `?state=lost&page=2&id=...`. Unknown values are dropped. */
export function disputesSearch(address: Address): DisputesSearch {
  const state = (['all', ...DISPUTE_STATES] as const).find((one) => one === address['state']);
  return {
    ...(state === undefined ? {} : { state }),
    ...pageIn(address),
    ...idIn(address),
  };
}
