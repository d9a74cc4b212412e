import type { PackType } from '#contract/catalogue.ts';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { signedInUser } from '../api/session.ts';
import './navigation-state.ts';

/**
 * Returns a function that goes to the checkout with a pack. If nobody is signed in, the visitor signs in first and then
 * returns to the page of the button; if the button was on the stage of the home page, the visitor gets to the pack's
 * page instead (docs/product.md §14). A visitor who signs up continues to the checkout.
 */
export function useBuy(from: 'home' | 'here'): (pack: PackType, quantity?: number) => void {
  const navigate = useNavigate();
  const router = useRouter();
  return (pack, quantity = 1) => {
    const search = quantity > 1 ? { quantity } : {};
    if (signedInUser() !== null) {
      void navigate({ to: '/checkout', search, state: { pack } });
      return;
    }
    const { href } = router.buildLocation({
      to: '/checkout',
      search: { packId: pack.id, ...search },
    });
    const state = { quantity, goesOnTo: href };
    if (from === 'home') {
      void navigate({
        to: '/auth',
        search: { mode: 'login', redirect: `/pack/${pack.id}` },
        state,
      });
    } else {
      const redirect = window.location.pathname + window.location.search;
      void navigate({ to: '/auth', search: { redirect }, state });
    }
  };
}

/** Returns whether the shop can sell a pack of this type now. */
export function isBuyable(pack: Pick<PackType, 'is_available' | 'availablePacksCount'>): boolean {
  return pack.is_available && pack.availablePacksCount > 0;
}
