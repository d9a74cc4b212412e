// The search parameters of the operators' shipping pages.
import { SHIPMENTS_AT_ONCE_MAX, SHIPMENT_STATUSES, type ShipmentStatus } from '#domain/shipping.ts';
import { UUID_FORM } from '#domain/uuid.ts';
import { idIn, pageIn, textOf, wordsIn, type Address } from '../../lists/address-parts.ts';

/** The page starts with requested shipments. */
export type ShippingSearch = {
  status?: Exclude<ShipmentStatus, 'requested'>;
  search?: string;
  page?: number;
  /** The one that is open beside the list. */
  id?: string;
};

/** The shipments to print, with commas between them. */
export type SheetsSearch = { ids: string };

/** Reads `?status=packed&search=mira&page=2&id=...`; what is not understood is left out. */
export function shippingSearch(address: Address): ShippingSearch {
  const view = SHIPMENT_STATUSES.find((one) => one === address['status']);
  return {
    ...(view === undefined || view === 'requested' ? {} : { status: view }),
    ...wordsIn(address),
    ...pageIn(address),
    ...idIn(address),
  };
}

/** Reads `?ids=a,b`: ids of shipments, each once, as many as can be printed at once. */
export function sheetsSearch(address: Address): SheetsSearch {
  const ids = textOf(address['ids'])
    .split(',')
    .filter((id) => UUID_FORM.test(id));
  return { ids: [...new Set(ids)].slice(0, SHIPMENTS_AT_ONCE_MAX).join(',') };
}
