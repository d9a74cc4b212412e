// The cart: packs that somebody means to buy together. It is kept in the browser until they are bought or
// their person logs out; other tabs follow it as they follow the session.
import { useHydrated } from '../ui/use-hydrated.ts';
import { useSession, type CartLine } from './session.ts';

const NOTHING: CartLine[] = [];

/** The cart, for a component; empty until the browser is asked. */
export function useCartLines(): CartLine[] {
  const lines = useSession(({ cart }) => cart);
  return useHydrated() ? lines : NOTHING;
}

/** The cart at this moment. */
export function cartLines(): CartLine[] {
  return useSession.getState().cart;
}

/** Puts so many packs of a type into the cart in place of those that are in it; 0 takes them out. */
export function putInCart(packId: string, quantity: number): void {
  const cart = cartLines();
  const isIn = cart.some((line) => line.packId === packId);
  const next = isIn
    ? cart.map((line) => (line.packId === packId ? { packId, quantity } : line))
    : [...cart, { packId, quantity }];
  useSession.setState({ cart: next.filter((line) => line.quantity > 0) });
}

/** Takes out what was bought; what was added meanwhile, in another tab, stays. */
export function takeFromCart(bought: readonly CartLine[]): void {
  for (const { packId, quantity } of bought) {
    const now = cartLines().find((line) => line.packId === packId)?.quantity ?? 0;
    if (now > 0) putInCart(packId, Math.max(0, now - quantity));
  }
}
