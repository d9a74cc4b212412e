// The link to the page that sells credits, for My account. Renders nothing if the shop takes no cards.
import { Link } from '@tanstack/react-router';
import { useConfig } from '../accounts/config.ts';
import { buttonClass } from '../ui/button.tsx';

export function TopUpLink() {
  const takesCards = Boolean(useConfig()?.stripePublishableKey);
  if (!takesCards) return null;
  return (
    <Link to="/top-up" className={`${buttonClass({ variant: 'secondary', wide: true })} mt-5`}>
      Buy credits
    </Link>
  );
}
