// Shows password and second factor. The code of each dialog is loaded when the user opens that dialog.
import { showSecurity } from '#contract/accounts-security.ts';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useAsk } from '../api/ask.ts';
import { messageOf } from '../api/messages.ts';
import { formatDay } from '../ui/moments.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { ErrorState, Skeleton } from '../ui/states.tsx';

const ChangePasswordDialog = lazy(() =>
  import('./change-password-dialog.tsx').then((module) => ({
    default: module.ChangePasswordDialog,
  })),
);
const TwoFactorDialog = lazy(() =>
  import('./two-factor-dialog.tsx').then((module) => ({ default: module.TwoFactorDialog })),
);
const TurnOffDialog = lazy(() =>
  import('./turn-off-dialog.tsx').then((module) => ({ default: module.TurnOffDialog })),
);

/** If at most this many recovery codes are left, the panel advises the user to create new ones. */
const FEW_CODES = 3;

export function SecurityPanel({ isVerified }: { isVerified: boolean }) {
  const security = useAsk(showSecurity, {});
  const [open, setOpen] = useState<'password' | 'set-up' | 'turn-off' | null>(null);
  const close = () => setOpen(null);

  if (security.data === undefined) {
    return (
      <Panel title="Account Security">
        {security.isError ? (
          <ErrorState
            title="Account security could not be loaded"
            text={messageOf(security.error)}
            onRetry={() => void security.refetch()}
          />
        ) : (
          <Skeleton className="h-28" />
        )}
      </Panel>
    );
  }
  const { passwordChangedAt, twoFactorEnabled, twoFactorRequired, recoveryCodesLeft } =
    security.data;
  return (
    <Panel title="Account Security">
      <div className="grid gap-5">
        <Line
          title="Password"
          state={`Last updated: ${passwordChangedAt === null ? 'Never' : formatDay(passwordChangedAt)}`}
        >
          <Button variant="secondary" onClick={() => setOpen('password')}>
            Change Password
          </Button>
        </Line>
        <Line
          title="Two-Factor"
          state={
            <Badge tone={twoFactorEnabled ? 'brand' : 'plain'}>
              {twoFactorEnabled ? 'Enabled' : 'Not Enabled'}
            </Badge>
          }
        >
          {isVerified || twoFactorEnabled ? (
            <Button
              variant="secondary"
              onClick={() => setOpen(twoFactorEnabled ? 'turn-off' : 'set-up')}
            >
              {twoFactorEnabled ? 'Turn off' : 'Set up'}
              <span className="sr-only"> two-factor</span>
            </Button>
          ) : (
            <VerifyFirst />
          )}
        </Line>
        {twoFactorEnabled && (
          <p className="-mt-2 text-small text-text-2">
            {recoveryCodesLeft === 1
              ? '1 recovery code is left.'
              : `${recoveryCodesLeft} recovery codes are left.`}
            {recoveryCodesLeft < FEW_CODES && ' Turn two-factor off and on again to get new ones.'}
          </p>
        )}
      </div>
      <Suspense>
        {open === 'password' && <ChangePasswordDialog onClose={close} />}
        {open === 'set-up' && <TwoFactorDialog needsToken={twoFactorRequired} onClose={close} />}
        {open === 'turn-off' && <TurnOffDialog onClose={close} />}
      </Suspense>
    </Panel>
  );
}

function VerifyFirst() {
  return (
    <p className="text-small text-text-2">
      <Link
        to="/auth"
        search={{ mode: 'verify', redirect: '/my-account' }}
        state={{ comesBack: true }}
        className="link"
      >
        Verify your e-mail
      </Link>{' '}
      first
    </p>
  );
}

function Line({
  title,
  state,
  children,
}: {
  title: string;
  state: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="text-small">
        <h3 className="font-ui text-small font-[560] tracking-normal">{title}</h3>
        <p className="mt-0.5 text-text-2">{state}</p>
      </div>
      {children}
    </div>
  );
}
