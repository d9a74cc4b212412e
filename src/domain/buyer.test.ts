import { expect, test } from 'vitest';
import { accountsOfBuyer, addressKey, emailKey } from './buyer.ts';

test('an address that is spelled another way is the same mailbox, and another mailbox is not', () => {
  const same = ['ash.ketchum@gmail.com', 'ashketchum+2@gmail.com', 'a.s.h.ketchum@googlemail.com'];
  expect(new Set(same.map(emailKey))).toEqual(new Set(['ashketchum@gmail.com']));
  expect(emailKey('ash+packs@example.com')).toBe('ash@example.com');
  // Elsewhere a dot is a letter like others.
  expect(emailKey('a.sh@example.com')).toBe('a.sh@example.com');
  // What would leave nothing stays.
  expect(emailKey('+1@example.com')).toBe('+1@example.com');
});

test('a postal address is the same however it is written, and no address is none', () => {
  const key = addressKey('12-B Rue de l’Église', 'H2X 1Y4', 'CA');
  expect(addressKey("12 b, rue de l'eglise.", 'h2x1y4', 'ca')).toBe(key);
  expect(addressKey('12-C Rue de l’Église', 'H2X 1Y4', 'CA')).not.toBe(key);
  expect(addressKey(null, 'H2X 1Y4', 'CA')).toBeNull();
  expect(addressKey('12-B Rue de l’Église', '', 'CA')).toBeNull();
});

test('a buyer is every account that shares a card, an address or a mailbox, and who shares one with those', () => {
  const alone = { addresses: [null], cards: [] as string[] };
  const accounts = [
    { ...alone, id: 'a', email: 'ash@example.com', cards: ['visa'] },
    { ...alone, id: 'b', email: 'gary@example.com', cards: ['visa', 'amex'] },
    { ...alone, id: 'c', email: 'brock@example.com', cards: ['amex'], addresses: ['CA1'] },
    { ...alone, id: 'd', email: 'misty@example.com', addresses: ['CA1'] },
    { ...alone, id: 'e', email: 'ash+2@example.com' },
    { ...alone, id: 'f', email: 'oak@example.com', addresses: ['CA2'], cards: ['jcb'] },
  ];
  expect([...accountsOfBuyer('e', accounts)].toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect([...accountsOfBuyer('f', accounts)]).toEqual(['f']);
});
