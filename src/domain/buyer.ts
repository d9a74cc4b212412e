// What two accounts of one buyer share (docs/product.md §6). The database has the same keys, by `email_key` and
// `address_key`, and indexes over them.
import { searchKey } from './search-key.ts';

const GMAIL = ['gmail.com', 'googlemail.com'];

/** An e-mail address without the spellings that reach the same mailbox: what follows a plus, and Gmail's dots. */
export function emailKey(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  const [plain = ''] = local.split('+');
  if (plain === '' || domain === '') return email;
  return GMAIL.includes(domain)
    ? `${plain.replaceAll('.', '')}@gmail.com`
    : `${plain}@${domain}`;
}

/** A postal address without signs and spaces, case and accents; null: it is none. The city follows from the postal code. */
export function addressKey(
  line: string | null,
  postalCode: string | null,
  country: string | null,
): string | null {
  if (!line || !postalCode || !country) return null;
  return searchKey([country, postalCode, line].join('|')).replaceAll(/[ .,;:#'/-]/g, '');
}

/** An account, as far as it tells who its buyer is. */
type BuyerMarks = {
  id: string;
  email: string;
  addresses: readonly (string | null)[];
  cards: readonly string[];
};

/** The accounts of one buyer: what shares a card, an address or a mailbox with them, and what shares one with those. */
export function accountsOfBuyer(id: string, accounts: readonly BuyerMarks[]): Set<string> {
  const marksOf = (account: BuyerMarks) => [
    `mail ${emailKey(account.email)}`,
    ...account.addresses.filter((key) => key !== null).map((key) => `address ${key}`),
    ...account.cards.map((card) => `card ${card}`),
  ];
  const found = new Set([id]);
  const marks = new Set(accounts.filter((one) => one.id === id).flatMap(marksOf));
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const account of accounts) {
      const own = marksOf(account);
      if (found.has(account.id) || !own.some((mark) => marks.has(mark))) continue;
      found.add(account.id);
      for (const mark of own) marks.add(mark);
    }
  }
  return found;
}
