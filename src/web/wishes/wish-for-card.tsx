// Wishing for a card, from its own page.
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useVisitor } from '../accounts/visitor.ts';
import { buttonClass } from '../ui/button.tsx';

/** It takes calling the shop, which a visitor's page does without. */
const WishButton = lazy(async () => ({
  default: (await import('./wish-button.tsx')).WishButton,
}));

/** Its place is kept for everybody, so that nothing moves once the browser knows who looks. */
export function WishForCard({ cardId }: { cardId: string }) {
  const me = useVisitor();
  return (
    <div className="mt-5 min-h-18">
      {me === null && (
        <Link
          to="/auth"
          search={{ redirect: `/card/${cardId}` }}
          className={buttonClass({ variant: 'secondary' })}
        >
          Sign in to wish for it
        </Link>
      )}
      {me && (
        <Suspense>
          <WishButton cardId={cardId} />
        </Suspense>
      )}
    </div>
  );
}
