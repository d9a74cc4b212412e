// The rooms of the shop that serve calls: the tags of the OpenAPI document, with a sentence each.

/** What the calls of each room are about. */
export const ROOMS = {
  accounts: 'Signing up, in and out, and what keeps an account to its owner.',
  profile: 'Who the caller is, what they prefer, and everything the shop holds about them.',
  wallet: 'Credits: the balance, transactions, receipts, and cards saved to pay with.',
  catalogue: 'What the shop sells: pack types, cards, prices, and the stock of sealed packs.',
  checkout: 'Buying packs with credits or by card, orders and discount codes.',
  'card-payments': 'What the card provider tells the shop.',
  collection: 'The cards that came out of packs: to look at, sell back or convert.',
  shipping: 'Sending cards to their owner.',
  opening: 'Opening packs, and what openings revealed.',
  jobs: 'What the shop does by itself, and what of it failed.',
  admin: 'What operators see of the whole shop: figures, people, mails, and where a pack has been.',
  'audit-log': 'What operators did.',
  storefront: 'What the browser needs to know of this shop before anybody signs in.',
} as const;
export type Room = keyof typeof ROOMS;
