// The shop's own accounts. Apart from the ledger's events, which the home page loads with the steps of a parcel.
import { TAX_ACCOUNTS } from './tax-accounts.ts';

/** Their balances are sums of transfers. */
const HOUSE_ACCOUNTS = [
  'house:sales',
  ...TAX_ACCOUNTS,
  'house:fees',
  'house:shipping',
  'house:buyback',
  'house:promotions',
  'house:card_clearing',
  'house:refunds',
  'house:losses',
  'house:bank',
  'house:card_fees',
  'house:disputes',
  'house:dispute_losses',
] as const;

export type HouseAccount = (typeof HOUSE_ACCOUNTS)[number];

/** The other side of an entry in a user's account: the house, or what they owe it. */
export const OTHER_ACCOUNTS = [...HOUSE_ACCOUNTS, 'debt'] as const;
export type OtherAccount = (typeof OTHER_ACCOUNTS)[number];
