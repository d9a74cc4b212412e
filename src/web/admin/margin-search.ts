// The search parameters of the page of margins.
import { MARGIN_GROUPS, type MarginGroup } from '#domain/margin-group.ts';
import { parameterText, type Address } from '../lists/address-parts.ts';

export type MarginSearch = { by?: MarginGroup; from?: string; to?: string };

const MONTH_FORM = /^\d{4}-(0[1-9]|1[0-2])$/;

/** Without parameters, the page groups the last twelve months by pack type. */
export function marginSearch(address: Address): MarginSearch {
  const by = MARGIN_GROUPS.find((one) => one === parameterText(address['by']));
  const [from, to] = [parameterText(address['from']), parameterText(address['to'])];
  const isPeriod = MONTH_FORM.test(from) && MONTH_FORM.test(to) && from <= to;
  return {
    ...(by === undefined || by === 'type' ? {} : { by }),
    ...(isPeriod ? { from, to } : {}),
  };
}
