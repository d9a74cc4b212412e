// The wish button on the page of a card.
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useVisitor } from '../accounts/visitor.ts';
import { buttonClass } from '../ui/button.tsx';

/** This code is loaded only for signed-in users, because it needs the request client. */
const WishButton = lazy(async () => ({
  default: (await import('./wish-button.tsx')).WishButton,
}));

/** Its space is always reserved, so that nothing moves when the browser learns whether a user is signed in. */
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
