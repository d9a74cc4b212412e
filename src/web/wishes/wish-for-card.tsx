// The wish button on a card's own page.
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useVisitor } from '../accounts/visitor.ts';
import { buttonClass } from '../ui/button.tsx';

/** Loaded only for signed-in users, because it needs the request client. */
const WishButton = lazy(async () => ({
  default: (await import('./wish-button.tsx')).WishButton,
}));

/** The space is always reserved, so that nothing moves once the browser knows the user. */
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
