// Lets the user delete the account, or cancel a deletion that is scheduled.
import type { User } from '#contract/profile.ts';
import { lazy, Suspense, useRef, useState } from 'react';
import { formatDay } from '../ui/moments.ts';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { KeepAccountButton } from './keep-account-button.tsx';

const DeleteAccountDialog = lazy(async () => ({
  default: (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
}));

export function DangerZone({ user }: { user: User }) {
  const [isAsking, setAsking] = useState(false);
  const { deletionDueAt } = user;
  const part = useRef<HTMLDivElement>(null);
  const fallback = useFocusFallback(() => part.current?.querySelector('button'));
  return (
    <div ref={part} {...fallback}>
      <Panel title="Danger Zone">
        {deletionDueAt === null ? (
          <>
            <p className="mb-4 text-small text-text-2">
              Deleting your account takes two weeks, in which you can change your mind. After that
              it can&apos;t be undone.
            </p>
            <Button variant="danger" onClick={() => setAsking(true)}>
              Delete Account
            </Button>
            {isAsking && (
              <Suspense>
                <DeleteAccountDialog onClose={() => setAsking(false)} />
              </Suspense>
            )}
          </>
        ) : (
          <>
            <p className="mb-4 text-small">
              Your account will be deleted on {formatDay(deletionDueAt)}. Until then everything
              works as before.
            </p>
            <KeepAccountButton variant="secondary" />
          </>
        )}
      </Panel>
    </div>
  );
}
