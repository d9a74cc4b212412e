// What waits for operators, on their overview (docs/product.md §13).
import type { Right } from './access.ts';

/** A parcel that was requested this many days ago is late. */
export const LATE_PARCEL_DAYS = 2;

/** Stock is low if it lasts for fewer days at the pace of the last week. */
export const LOW_STOCK_DAYS = 7;

/** Packs in stock count as unsold after this many days without a sale. */
export const UNSOLD_DAYS = 60;

/** Prices are stale if their source was not read without errors for this many hours. It is due once a day. */
export const STALE_PRICES_HOURS = 26;

/** What can wait, in the order of the page. */
export const WAITING_KINDS = [
  'parcels_to_pack',
  'parcels_to_send',
  'singles_to_take',
  'parcel_questions',
  'disputes',
  'failed_refunds',
  'money_questions',
  'returns_asked',
  'credits_asked_back',
  'unconfirmed_payments',
  'refunds_on_their_way',
  'low_stock',
  'unsold_stock',
  'drafts',
  'stale_prices',
  'jumped_prices',
  'failed_jobs',
  'failed_mails',
] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

/** The right that an operator needs to see what waits. It is the right that opens the list behind it. */
export const WAITING_RIGHTS: Record<WaitingKind, Right> = {
  parcels_to_pack: 'packing',
  parcels_to_send: 'packing',
  singles_to_take: 'packing',
  parcel_questions: 'support',
  disputes: 'money',
  failed_refunds: 'support',
  money_questions: 'support',
  returns_asked: 'support',
  credits_asked_back: 'support',
  unconfirmed_payments: 'support',
  refunds_on_their_way: 'support',
  low_stock: 'catalogue',
  unsold_stock: 'catalogue',
  drafts: 'catalogue',
  stale_prices: 'catalogue',
  jumped_prices: 'catalogue',
  failed_jobs: 'support',
  failed_mails: 'owner',
};

/** Filters of the operators' catalogue: pack types that are nearly sold out, or pack types that nobody buys. */
export const STOCK_WORDS = ['low', 'unsold'] as const;
export type StockWord = (typeof STOCK_WORDS)[number];
