import { beforeEach, expect, test } from 'vitest';
import { cartLines, cartSingles, putInCart, putSingleInCart } from '../api/cart.ts';
import { useSession } from '../api/session.ts';
import { forgetCart, forgetRememberedCart, nameOfCart, readCart } from './cart.ts';

const SINGLE = '3f2c0f0e-0000-4000-8000-000000000001';
const OTHER = '3f2c0f0e-0000-4000-8000-000000000002';

beforeEach(() => {
  readCart({}, { cart: true });
  useSession.setState({ cart: [], singles: [] });
});

test('a buyer finds the single again that they were buying, after a visit to another page', () => {
  expect(readCart({}, { single: SINGLE })).toEqual({
    lines: [],
    singles: [SINGLE],
    isFromCart: false,
  });
  expect(readCart({}, {}).singles).toEqual([SINGLE]);
  expect(readCart({}, { packId: 'pokemon-sv1' })).toMatchObject({
    lines: [{ packId: 'pokemon-sv1', quantity: 1 }],
    singles: [],
  });
  expect(readCart({}, { single: OTHER })).toMatchObject({ lines: [], singles: [OTHER] });
  expect(nameOfCart({}, { single: SINGLE })).not.toBe(nameOfCart({}, { single: OTHER }));
});

test('a single that is bought directly leaves the cart as it is', () => {
  putSingleInCart(OTHER);
  putInCart('pokemon-sv1', 2);
  readCart({}, { single: SINGLE });
  forgetRememberedCart();
  expect([cartLines(), cartSingles()]).toEqual([[{ packId: 'pokemon-sv1', quantity: 2 }], [OTHER]]);
  expect(readCart({}, {})).toMatchObject({ singles: [OTHER], isFromCart: true });
});

test('what was added to the cart during a purchase stays there', () => {
  putSingleInCart(SINGLE);
  putSingleInCart(SINGLE);
  const cart = readCart({}, { cart: true });
  expect(cart.singles).toEqual([SINGLE]);
  putSingleInCart(OTHER);
  putInCart('pokemon-sv1', 1);
  forgetCart(cart);
  expect([cartLines(), cartSingles()]).toEqual([[{ packId: 'pokemon-sv1', quantity: 1 }], [OTHER]]);
});
