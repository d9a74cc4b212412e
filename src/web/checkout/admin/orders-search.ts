// The search parameters of the pages about orders and money.
import { ORDER_FLAGS, ORDER_STATES, type OrderFlag, type OrderState } from '#domain/order.ts';
import {
  daysIn,
  idIn,
  listIn,
  pageIn,
  textIn,
  wordsIn,
  type Address,
} from '../../lists/address-parts.ts';

export type OrdersSearch = {
  state?: OrderState;
  search?: string;
  method?: 'balance' | 'stripe';
  flag?: OrderFlag;
  /** The first and the last day in the viewer's time zone, such as `2026-11-21`. The list includes both days. */
  from?: string;
  to?: string;
  page?: number;
  sort?: string;
  columns?: string;
  /** The id of the item that is open beside the list. */
  id?: string;
};

export type CodesSearch = { search?: string; page?: number; code?: string };

const CODE_LENGTH_MAX = 64;

/** Reads `?state=paid&search=mira&page=2&id=...`. Unknown values are dropped. */
export function ordersSearch(address: Address): OrdersSearch {
  const state = ORDER_STATES.find((one) => one === address['state']);
  const method = (['balance', 'stripe'] as const).find((one) => one === address['method']);
  const flag = ORDER_FLAGS.find((one) => one === address['flag']);
  return {
    ...(state === undefined ? {} : { state }),
    ...(method === undefined ? {} : { method }),
    ...(flag === undefined ? {} : { flag }),
    ...wordsIn(address),
    ...daysIn(address),
    ...pageIn(address),
    ...listIn(address),
    ...idIn(address),
  };
}

export function codesSearch(address: Address): CodesSearch {
  return {
    ...wordsIn(address, CODE_LENGTH_MAX),
    ...pageIn(address),
    ...textIn(address, 'code', CODE_LENGTH_MAX),
  };
}
