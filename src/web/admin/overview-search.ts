// The search parameters of the overview.
import { OVERVIEW_DAYS } from '#domain/overview.ts';
import { parameterText, type Address } from '../lists/address-parts.ts';

export type OverviewSearch = { days?: (typeof OVERVIEW_DAYS)[number] };

/** The default period is 30 days. For 30 days, `days` is omitted. */
export function overviewSearch(address: Address): OverviewSearch {
  const days = OVERVIEW_DAYS.find((one) => one === parameterText(address['days']));
  return days === undefined || days === '30' ? {} : { days };
}
