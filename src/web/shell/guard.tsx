// Decides who may see a screen, by the `audience` of its route. This decides only about rendering, because the server
// checks every call again.
import { isAdmitted, type Audience } from '#domain/access.ts';
import {
  Link,
  redirect,
  useLocation,
  type ErrorComponentProps,
  type ParsedLocation,
} from '@tanstack/react-router';
import { create } from 'zustand';
import { useLogOut } from '../accounts/visitor.ts';
import { renewSession } from '../api/call.ts';
import { accessToken, isExpired, signedInUser, takeLoss } from '../api/session.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { titled } from './page-title.ts';

type DeniedReason = 'not_authenticated' | 'token_expired' | 'insufficient_permissions';

const DENIED_MESSAGES: Record<DeniedReason, string> = {
  not_authenticated: 'You need to be logged in to access this page.',
  token_expired: 'Your session has expired. Please log in again.',
  insufficient_permissions: "You don't have permission to access this page.",
};

/**
 * Thrown by a guard that refuses a visitor. Guards do not check whether the e-mail address is verified. If it is not,
 * the shop refuses the call, and the message for that is in `accounts`.
 */
class AccessDenied extends Error {
  readonly reason: DeniedReason;
  constructor(reason: DeniedReason) {
    super(DENIED_MESSAGES[reason]);
    this.reason = reason;
  }
}

/** The settings of a route with a guard: `...guarded('user', 'Wishes')`. A route without a guard is public. */
export function guarded(audience: Exclude<Audience, 'anyone'>, title: string) {
  return {
    head: titled(title),
    ssr: false as const,
    staticData: { audience },
    beforeLoad: async ({ location }: { location: Wanted }) => {
      await passGuard(audience, location);
    },
    pendingComponent: GuardPending,
    errorComponent: GuardedError,
  };
}

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- An interface is what can be added to.
  interface StaticDataRouteOption {
    audience?: Audience;
  }
}

const useRefreshing = create(() => false);

/** Whether a guard is renewing the session. If the renewal fails, the guard says so on the page. */
export function isGuardRefreshing(): boolean {
  return useRefreshing.getState();
}

/** The requested page, and the state that the previous page passed. Both are restored after signing in. */
type Wanted = Pick<ParsedLocation, 'href' | 'state'>;

/**
 * The URL of the page on which the session was found to have ended. Each run of that page's guard then shows that the
 * session has ended.
 */
let lostAt: string | null = null;

async function passGuard(audience: Audience, { href, state }: Wanted): Promise<void> {
  const user = signedInUser();
  if (user === null) {
    if (takeLoss()) lostAt = href;
    if (lostAt === href) throw new AccessDenied('token_expired');
    throw redirect({ to: '/auth', search: { redirect: href }, state, replace: true });
  }
  const token = accessToken();
  if (token !== null && isExpired(token, Date.now())) {
    useRefreshing.setState(true, true);
    const isRenewed = await renewSession(token).finally(() => useRefreshing.setState(false, true));
    if (!isRenewed) {
      takeLoss();
      lostAt = href;
      throw new AccessDenied('token_expired');
    }
  }
  lostAt = null;
  if (!isAdmitted(user.role, audience)) throw new AccessDenied('insufficient_permissions');
}

/** Shown while a guard or a screen is loading, after 200 ms. */
export function GuardPending() {
  const isRefreshing = useRefreshing();
  return (
    <div className="page grid min-h-[60svh] place-items-center py-12">
      <div
        aria-live="polite"
        className="appear-late flex w-full max-w-105 flex-col items-center gap-3 rounded-card border border-line bg-surface px-6 py-10 text-center"
      >
        <Spinner size={28} className="mb-1 text-brand" />
        <p className="font-display text-h3">
          {isRefreshing ? 'Refreshing Session' : 'Verifying Access'}
        </p>
        <p className="text-text-2">
          {isRefreshing
            ? 'Updating your authentication...'
            : 'Checking your authentication status...'}
        </p>
      </div>
    </div>
  );
}

function GuardedError(props: ErrorComponentProps) {
  return props.error instanceof AccessDenied ? (
    <AccessDeniedScreen reason={props.error.reason} />
  ) : (
    <ErrorScreen {...props} />
  );
}

function AccessDeniedScreen({ reason }: { reason: DeniedReason }) {
  const here = useLocation({ select: ({ href }) => href });
  const isStranger = reason !== 'insufficient_permissions';
  return (
    <div className="page grid min-h-[60svh] place-items-center py-12">
      <div className="flex w-full max-w-105 flex-col items-center gap-3 rounded-card border border-line bg-surface px-6 py-10 text-center">
        <Icon name="lock" size={32} className={isStranger ? 'text-brand' : 'text-danger'} />
        <h1 tabIndex={-1} className="text-h3">
          Access Denied
        </h1>
        <p className="text-text-2">{DENIED_MESSAGES[reason]}</p>
        <div className="mt-3 flex flex-wrap justify-center gap-3">
          {isStranger ? (
            <Link to="/auth" search={{ redirect: here }} state className={buttonClass()}>
              Login
            </Link>
          ) : (
            <LoginAsAnother />
          )}
          <Link to="/" className={buttonClass({ variant: 'secondary' })}>
            Go Home
          </Link>
        </div>
      </div>
    </div>
  );
}

/** For a signed-in user without permission: signs out and in as another user, and returns here (choice 210). */
function LoginAsAnother() {
  return <Button onClick={useLogOut('stay')}>Login</Button>;
}
