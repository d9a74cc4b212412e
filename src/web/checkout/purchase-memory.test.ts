import { afterEach, expect, test } from 'vitest';
import { forgetPurchase, rememberPurchase, unheardPurchase } from './purchase-memory.ts';

afterEach(forgetPurchase);

test('a purchase without a response is requested again unchanged', () => {
  const asked = { key: 'key 1', given: { confirmedAge: 18 } };
  rememberPurchase('one pack', asked);
  expect(unheardPurchase('one pack')).toEqual(asked);
});

test('another cart is another purchase', () => {
  rememberPurchase('one pack', { key: 'key 1', given: {} });
  expect(unheardPurchase('two packs')).toBeNull();
});

test('after a response, the same cart is another purchase', () => {
  rememberPurchase('one pack', { key: 'key 1', given: {} });
  forgetPurchase();
  expect(unheardPurchase('one pack')).toBeNull();
});
