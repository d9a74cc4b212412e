// The cart: the packs that a user wants to buy together. The browser stores the cart until the purchase or the logout.
// All tabs share it.
import { useHydrated } from '../ui/use-hydrated.ts';
import { useSession, type CartLine } from './session.ts';

const NOTHING: CartLine[] = [];

/** Returns the cart, for a component. Empty until the browser's storage is read. */
export function useCartLines(): CartLine[] {
  const lines = useSession(({ cart }) => cart);
  return useHydrated() ? lines : NOTHING;
}

/** Returns the current contents of the cart. */
export function cartLines(): CartLine[] {
  return useSession.getState().cart;
}

/** Sets the number of packs of a type in the cart. 0 removes the pack type. */
export function putInCart(packId: string, quantity: number): void {
  const cart = cartLines();
  const isIn = cart.some((line) => line.packId === packId);
  const next = isIn
    ? cart.map((line) => (line.packId === packId ? { packId, quantity } : line))
    : [...cart, { packId, quantity }];
  useSession.setState({ cart: next.filter((line) => line.quantity > 0) });
}

/** Removes the packs that were bought. Packs that another tab added in the meantime stay in the cart. */
export function takeFromCart(bought: readonly CartLine[]): void {
  for (const { packId, quantity } of bought) {
    const now = cartLines().find((line) => line.packId === packId)?.quantity ?? 0;
    if (now > 0) putInCart(packId, Math.max(0, now - quantity));
  }
}
