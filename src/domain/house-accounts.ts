// The shop's own ledger accounts. They are not in `ledger.ts`, because then the home page would load the ledger's
// events too.
import { TAX_ACCOUNTS } from './tax-accounts.ts';

/** An account's balance is the sum of its transfers. */
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
  'house:imported_bought',
  'house:imported_earned',
] as const;

export type HouseAccount = (typeof HOUSE_ACCOUNTS)[number];

/**
 * The accounts on the other side of an entry in a user's account. Each is a house account, or the user's debt to the
 * shop.
 */
export const OTHER_ACCOUNTS = [...HOUSE_ACCOUNTS, 'debt'] as const;
export type OtherAccount = (typeof OTHER_ACCOUNTS)[number];
