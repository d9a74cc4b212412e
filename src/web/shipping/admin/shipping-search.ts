// The search parameters of the operators' shipping pages.
import { SHIPMENTS_AT_ONCE_MAX, SHIPMENT_STATUSES, type ShipmentStatus } from '#domain/shipping.ts';
import { UUID_FORM } from '#domain/uuid.ts';
import {
  idIn,
  listIn,
  pageIn,
  parameterText,
  wordsIn,
  type Address,
} from '../../lists/address-parts.ts';

/** The parameters of the shipping page. If `status` is omitted, the page lists the requested shipments. */
export type ShippingSearch = {
  status?: Exclude<ShipmentStatus, 'requested'>;
  search?: string;
  page?: number;
  sort?: string;
  columns?: string;
  /** The id of the shipment that is open beside the list. */
  id?: string;
};

/** The ids of the shipments to print, separated by commas. */
export type SheetsSearch = { ids: string };

/** Reads `?status=packed&search=mira&page=2&id=...`. Unknown values are dropped. */
export function shippingSearch(address: Address): ShippingSearch {
  const view = SHIPMENT_STATUSES.find((one) => one === address['status']);
  return {
    ...(view === undefined || view === 'requested' ? {} : { status: view }),
    ...wordsIn(address),
    ...pageIn(address),
    ...listIn(address),
    ...idIn(address),
  };
}

/** Reads `?ids=a,b`. Drops duplicate ids. If there are more ids than one print can have, drops the last ones. */
export function sheetsSearch(address: Address): SheetsSearch {
  const ids = parameterText(address['ids'])
    .split(',')
    .filter((id) => UUID_FORM.test(id));
  return { ids: [...new Set(ids)].slice(0, SHIPMENTS_AT_ONCE_MAX).join(',') };
}
