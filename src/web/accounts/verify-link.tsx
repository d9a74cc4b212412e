import { Link, useLocation } from '@tanstack/react-router';
import './navigation-state.ts';
import { buttonClass } from '../ui/button.tsx';

/**
 * Links a user with an unverified email address to the code step. After that step, the user returns to this page in its
 * present state.
 */
export function VerifyLink() {
  const { href } = useLocation();
  return (
    <Link
      to="/auth"
      search={{ mode: 'verify', redirect: href }}
      state={{ comesBack: true }}
      className={buttonClass()}
    >
      Verify Email
    </Link>
  );
}
