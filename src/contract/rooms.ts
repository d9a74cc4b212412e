// The rooms that have endpoints. They are the tags of the OpenAPI document.

/** A description of each room's endpoints. */
export const ROOMS = {
  accounts: 'Signing up, signing in and out, and account security.',
  profile: "The caller's profile, preferences and personal data.",
  wallet: 'Credits: balance, transactions, receipts and saved cards.',
  catalogue: 'Pack types and cards.',
  games: 'The games of the shop’s cards.',
  prices: 'The market prices of each card, and the values in CAD that the shop computes from them.',
  drops: 'Drops: packs that are sold in a fixed, public order.',
  stock: 'Sealed packs: intake, sale, certification and withdrawal.',
  singles: 'Cards that came back to the shop, and are sold one by one.',
  checkout: 'Buying packs with credits or by card, orders and discount codes.',
  'card-payments': "Events from the card provider, and what it and the books don't agree on.",
  collection: 'Cards from opened packs: viewing, selling back and converting them.',
  wishes: 'Cards and packs that people wish for, and the notices about them.',
  sharing: 'Pictures and public pages of what people pulled.',
  shipping: 'Shipping cards to their owners.',
  opening: 'Opening packs and the cards they revealed.',
  disputes: 'Payments that cardholders dispute with their bank, and the debts that remain.',
  margin: 'What the shop earned, owes and has in stock.',
  imports: 'CSV files that operators import.',
  jobs: 'Background jobs and their failures.',
  metrics: 'What operators are alerted about.',
  admin: "The operators' view of the whole shop: figures, users, mails and pack history.",
  'audit-log': 'The log of operator actions.',
  webhooks: 'Where the shop sends its events, and what it sent.',
  storefront:
    "The shop's settings: its name, colour and addresses, its taxes and texts, and the public settings of its pages.",
} as const;
export type Room = keyof typeof ROOMS;
