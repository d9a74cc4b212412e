// The cart: packs that a user wants to buy together. The browser stores it until the purchase or the logout; other
// tabs follow it as they follow the session.
import { useHydrated } from '../ui/use-hydrated.ts';
import { useSession, type CartLine } from './session.ts';

const NOTHING: CartLine[] = [];

/** The cart, for a component; empty until the browser's storage is read. */
export function useCartLines(): CartLine[] {
  const lines = useSession(({ cart }) => cart);
  return useHydrated() ? lines : NOTHING;
}

/** The cart at this moment. */
export function cartLines(): CartLine[] {
  return useSession.getState().cart;
}

/** Sets the number of packs of a type in the cart; 0 removes them. */
export function putInCart(packId: string, quantity: number): void {
  const cart = cartLines();
  const isIn = cart.some((line) => line.packId === packId);
  const next = isIn
    ? cart.map((line) => (line.packId === packId ? { packId, quantity } : line))
    : [...cart, { packId, quantity }];
  useSession.setState({ cart: next.filter((line) => line.quantity > 0) });
}

/** Removes the bought packs. Packs that another tab added in the meantime stay. */
export function takeFromCart(bought: readonly CartLine[]): void {
  for (const { packId, quantity } of bought) {
    const now = cartLines().find((line) => line.packId === packId)?.quantity ?? 0;
    if (now > 0) putInCart(packId, Math.max(0, now - quantity));
  }
}
