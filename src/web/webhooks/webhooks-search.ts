// The search parameters of the page of webhooks: the filters of the deliveries, the page, and the open delivery.
import { DELIVERY_STATES, type DeliveryState } from '#domain/webhook.ts';
import { pageIn, textIn, uuidIn, type Address } from '../lists/address-parts.ts';

export type WebhooksSearch = {
  endpoint?: string;
  state?: DeliveryState;
  page?: number;
  delivery?: string;
};

/** Reads `?endpoint=...&state=failing&page=2&delivery=17`. Unknown values are dropped. */
export function webhooksSearch(address: Address): WebhooksSearch {
  const state = DELIVERY_STATES.find((one) => one === address['state']);
  const { delivery = '' } = textIn(address, 'delivery', 18);
  return {
    ...uuidIn(address, 'endpoint'),
    ...(state === undefined ? {} : { state }),
    ...pageIn(address),
    ...(/^\d+$/.test(delivery) ? { delivery } : {}),
  };
}
