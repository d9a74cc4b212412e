import type { ImportKind, ImportState } from '#domain/import-file.ts';

export const KIND_WORDS: Record<ImportKind, string> = {
  catalogue: 'Catalogue',
  prices: 'Prices',
  cards: 'Cards',
  stock: 'Stock',
  people: 'Customers and store credit',
};

/** What operators should know before they choose a file of a kind. */
export const KIND_NOTES: Partial<Record<ImportKind, string>> = {
  catalogue:
    'Shopify’s export of products is read as it is. Its products become pack types without packs, not on sale.',
  people:
    'Shopify’s export of customers is read as it is. Each new person gets a mail with a link that sets their password.',
};

/** What one line of an import of each kind is about. */
export const THING_WORDS: Record<ImportKind, string> = {
  catalogue: 'pack type',
  prices: 'price',
  cards: 'card',
  stock: 'pack',
  people: 'account',
};

export const STATE_WORDS: Record<ImportState, string> = {
  reading: 'Reading',
  checking: 'Checking',
  checked: 'Waits for you',
  applying: 'Applying',
  stopped: 'Stopped',
  done: 'Done',
  discarded: 'Discarded',
  unreadable: 'Can’t be read',
};

/** Whether the shop works on an import, so that its progress changes. */
export function isWorked(state: ImportState): boolean {
  return state === 'reading' || state === 'checking' || state === 'applying';
}
