// Shown for a pack that is out of stock. It offers a notice for when the pack is back.
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useVisitor } from '../accounts/visitor.ts';
import { buttonClass } from '../ui/button.tsx';

/** This code is loaded only for signed-in users, because it needs the request client. */
const TellButton = lazy(async () => ({
  default: (await import('./tell-button.tsx')).TellButton,
}));

/** Its space is always reserved, so that nothing moves when the browser learns whether a user is signed in. */
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
