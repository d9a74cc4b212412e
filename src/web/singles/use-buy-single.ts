import { useNavigate, useRouter } from '@tanstack/react-router';
import { signedInUser } from '../api/session.ts';
import '../accounts/navigation-state.ts';

/**
 * Returns a function that goes to the checkout with one copy of a card. If nobody is signed in, the visitor signs in
 * first and then returns to this page; a visitor who signs up continues to the checkout.
 */
export function useBuySingle(): (id: string) => void {
  const navigate = useNavigate();
  const router = useRouter();
  return (id) => {
    const way = { to: '/checkout', search: { single: id } } as const;
    if (signedInUser() !== null) {
      void navigate(way);
      return;
    }
    const { href } = router.buildLocation(way);
    const redirect = window.location.pathname + window.location.search;
    void navigate({ to: '/auth', search: { redirect }, state: { goesOnTo: href } });
  };
}
