// For a pack that is out of stock: a word when it is back, in place of an end.
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useVisitor } from '../accounts/visitor.ts';
import { buttonClass } from '../ui/button.tsx';

/** It takes calling the shop, which a visitor's page does without. */
const TellButton = lazy(async () => ({
  default: (await import('./tell-button.tsx')).TellButton,
}));

/** Its place is kept for everybody, so that nothing moves once the browser knows who looks. */
export function TellWhenBack({ packTypeId }: { packTypeId: string }) {
  const me = useVisitor();
  return (
    <div className="min-h-13">
      {me === null && (
        <Link
          to="/auth"
          search={{ redirect: `/pack/${packTypeId}` }}
          className={buttonClass({ variant: 'secondary', size: 'large', wide: true })}
        >
          Sign in to be told when it is back
        </Link>
      )}
      {me && (
        <Suspense>
          <TellButton packTypeId={packTypeId} />
        </Suspense>
      )}
    </div>
  );
}
