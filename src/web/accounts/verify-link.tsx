import { Link, useLocation } from '@tanstack/react-router';
import './navigation-state.ts';
import { buttonClass } from '../ui/button.tsx';

/** The way on for whose address is not verified: to the code, and back to this page as it is. */
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
