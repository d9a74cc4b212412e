// The cart: the packs and singles that a user wants to buy together. The browser stores the cart until the purchase or
// the logout. All tabs share it.
import { useHydrated } from '../ui/use-hydrated.ts';
import { useSession, type CartLine } from './session.ts';

const NOTHING: CartLine[] = [];
const NO_SINGLES: string[] = [];

/** Returns the cart, for a component. Empty until the browser's storage is read. */
export function useCartLines(): CartLine[] {
  const lines = useSession(({ cart }) => cart);
  return useHydrated() ? lines : NOTHING;
}

/** Returns the singles in the cart, for a component. Empty until the browser's storage is read. */
export function useCartSingles(): string[] {
  const singles = useSession((session) => session.singles);
  return useHydrated() ? singles : NO_SINGLES;
}

/** Returns the packs that are in the cart now. */
export function cartLines(): CartLine[] {
  return useSession.getState().cart;
}

/** Sets how many packs of a type are in the cart. With 0, removes the type from the cart. */
export function putInCart(packId: string, quantity: number): void {
  const cart = cartLines();
  const isIn = cart.some((line) => line.packId === packId);
  const next = isIn
    ? cart.map((line) => (line.packId === packId ? { packId, quantity } : line))
    : [...cart, { packId, quantity }];
  useSession.setState({ cart: next.filter((line) => line.quantity > 0) });
}

/** Returns the singles that are in the cart now. */
export function cartSingles(): string[] {
  return useSession.getState().singles;
}

/** Puts a single into the cart. Each is one copy, so it is there once. */
export function putSingleInCart(id: string): void {
  useSession.setState({ singles: [...cartSingles().filter((one) => one !== id), id] });
}

export function takeSinglesFromCart(ids: readonly string[]): void {
  useSession.setState({ singles: cartSingles().filter((id) => !ids.includes(id)) });
}

/** Removes bought packs from the cart. Packs that another tab added in the meantime stay in the cart. */
export function takeFromCart(bought: readonly CartLine[]): void {
  for (const { packId, quantity } of bought) {
    const now = cartLines().find((line) => line.packId === packId)?.quantity ?? 0;
    if (now > 0) putInCart(packId, Math.max(0, now - quantity));
  }
}
