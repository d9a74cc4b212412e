import type { PackType } from '#contract/catalogue.ts';
import { useNavigate } from '@tanstack/react-router';
import { signedInUser } from '../api/session.ts';
import './navigation-state.ts';

/**
 * Returns a function that goes to the checkout with a pack. A visitor signs in first, and then returns to the page of
 * the button. After a press on the stage of the home page, the visitor gets to the pack's page instead (docs/product.md
 * §14).
 */
export function useBuy(from: 'home' | 'here'): (pack: PackType, quantity?: number) => void {
  const navigate = useNavigate();
  return (pack, quantity = 1) => {
    if (signedInUser() !== null) {
      const search = quantity > 1 ? { quantity } : {};
      void navigate({ to: '/checkout', search, state: { pack } });
    } else if (from === 'home') {
      void navigate({ to: '/auth', search: { mode: 'login', redirect: `/pack/${pack.id}` } });
    } else {
      const redirect = window.location.pathname + window.location.search;
      void navigate({ to: '/auth', search: { redirect }, state: { quantity } });
    }
  };
}

/** Returns whether the shop can sell a pack of this type at the moment. */
export function isBuyable(pack: Pick<PackType, 'is_available' | 'availablePacksCount'>): boolean {
  return pack.is_available && pack.availablePacksCount > 0;
}
