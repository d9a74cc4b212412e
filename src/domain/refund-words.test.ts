import { expect, test } from 'vitest';
import { toCents } from './money.ts';
import { previewRefund, packsSentence, refundSentence } from './refund-words.ts';

test('an operator reads the way that keeps the packs first, then what happens to each, and the amount', () => {
  const amount = toCents(3280);
  expect(
    refundSentence({ amount, resold: 1, shown: 2, keepable: 2, opened: 1, buyersReturn: 'open' }),
  ).toBe(
    'Ask the buyer to return 2 packs first, with “Refund unopened packs” on the page of their purchase, in the browser ' +
      'that bought them: then the shop can sell them again. With this refund, CAD 32.80 goes back to the card. One pack ' +
      'goes back into stock, to be sold again. 2 packs of a drop leave it for good: never sold again, and the public log ' +
      'shows what they hold. One opened pack of this order is not refunded, and the cards stay the buyer’s. This can’t be undone.',
  );
});

test('the operator’s page does not refer to the buyer if that keeps nothing: for loose packs, and after the drop', () => {
  const amount = toCents(1080);
  expect(
    refundSentence({ amount, resold: 2, shown: 0, keepable: 0, opened: 0, buyersReturn: 'open' }),
  ).toBe(
    'With this refund, CAD 10.80 goes back to the card. 2 packs go back into stock, to be sold again. This can’t be undone.',
  );
  expect(
    refundSentence({ amount, resold: 0, shown: 1, keepable: 0, opened: 2, buyersReturn: 'open' }),
  ).not.toContain('Ask the buyer');
});

test('for a buyer who can’t return packs, the page says to ask first, to wait for a yes, or nothing', () => {
  const refund = { amount: toCents(1080), resold: 0, shown: 1, keepable: 1, opened: 0 };
  expect(refundSentence({ ...refund, buyersReturn: 'ask' })).toMatch(
    /^Ask the buyer to press “Ask to return packs” on the page of their purchase first, and allow it\. They can return one pack there, in the browser that bought it: then the shop can sell it again\. With/,
  );
  expect(refundSentence({ ...refund, buyersReturn: 'asked' })).toMatch(
    /^Allow the return that the buyer asks for first/,
  );
  expect(refundSentence({ ...refund, buyersReturn: 'closed' })).toMatch(/^With this refund/);
});

test('a mail says what happened to the packs, and nothing if there were none', () => {
  expect(packsSentence({ resold: 1, shown: 1 }, 'after')).toBe(
    'One pack went back into stock, to be sold again. One pack of a drop left it for good: never sold again, and the public log shows what it holds.',
  );
  expect(packsSentence({ resold: 0, shown: 0 }, 'after')).toBe('');
});

test('the amount has each tax of the order, and loose packs are returned before those of a drop', () => {
  const order = {
    subtotal: toCents(3000),
    discount: toCents(0),
    tax: toCents(449),
    taxes: [
      { name: 'GST', rate: 0.05, amount: toCents(150) },
      { name: 'QST', rate: 0.09975, amount: toCents(299) },
    ],
    processingFee: toCents(50),
    total: toCents(3499),
    payment: { amount: toCents(3499) },
    refunds: [],
    singles: [],
    buyersReturn: 'ask' as const,
    lines: [
      {
        packTypeId: 'a',
        unitPrice: toCents(1000),
        quantity: 3,
        refunded: 0,
        unopened: 3,
        unopenedOfDrop: 1,
        keepable: 1,
      },
    ],
  };
  expect(previewRefund(order, { a: 2 })).toEqual({
    amount: toCents(2299),
    resold: 2,
    shown: 0,
    keepable: 0,
    opened: 0,
    buyersReturn: 'ask',
  });
  expect(previewRefund(order, {})).toEqual({
    amount: toCents(3499),
    resold: 2,
    shown: 1,
    keepable: 1,
    opened: 0,
    buyersReturn: 'ask',
  });
});
