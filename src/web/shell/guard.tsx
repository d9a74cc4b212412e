// Decides who may see a screen, by the `audience` of its route. The guard only controls what is rendered; the server
// checks every call again.
import { isAdmitted, rightsOf, type Audience } from '#domain/access.ts';
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
import {
  accessToken,
  isExpired,
  LOSS_WORDS,
  signedInUser,
  takeLoss,
  type Loss,
} from '../api/session.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Skeleton } from '../ui/states.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { workPageOf } from './work-page.ts';
import { titled } from './page-title.ts';

type DeniedReason = 'not_authenticated' | Loss | 'insufficient_permissions';

const DENIED_MESSAGES: Record<DeniedReason, string> = {
  not_authenticated: 'You need to be logged in to access this page.',
  ...LOSS_WORDS,
  insufficient_permissions: "You don't have permission to access this page.",
};

/**
 * Thrown by a guard that refuses a visitor. No guard checks whether the e-mail address is verified: the shop refuses
 * such a call itself, and `accounts` has the message for that.
 */
class AccessDenied extends Error {
  readonly reason: DeniedReason;
  constructor(reason: DeniedReason) {
    super(DENIED_MESSAGES[reason]);
    this.reason = reason;
  }
}

/** Returns the settings of a route with a guard: `...guarded('user', 'Wishes')`. Other routes are public. */
export function guarded(audience: Exclude<Audience, 'anyone'>, title: string) {
  return {
    head: titled(title),
    ssr: false as const,
    staticData: { audience },
    beforeLoad: async ({ location }: { location: Wanted }) => {
      await passGuard(audience, location);
    },
    pendingComponent: PagePending,
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

/** Returns whether a guard is renewing the session now. If the renewal fails, the guard's page says so. */
export function isGuardRefreshing(): boolean {
  return useRefreshing.getState();
}

/** The requested page, and the state that the previous page passed to it. Both are restored after sign-in. */
type Wanted = Pick<ParsedLocation, 'href' | 'state'>;

/**
 * The URL of the page on which the shop reported that the session has ended, and why. Each time the guard of this page
 * runs, the page says so.
 */
let lost: { at: string; why: Loss } | null = null;

async function passGuard(audience: Audience, { href, state }: Wanted): Promise<void> {
  const user = signedInUser();
  if (user === null) {
    const why = takeLoss();
    if (why !== null) lost = { at: href, why };
    if (lost?.at === href) throw new AccessDenied(lost.why);
    throw redirect({ to: '/auth', search: { redirect: href }, state, replace: true });
  }
  const token = accessToken();
  if (token !== null && isExpired(token, Date.now())) {
    useRefreshing.setState(true, true);
    const isRenewed = await renewSession(token).finally(() => useRefreshing.setState(false, true));
    if (!isRenewed) {
      lost = { at: href, why: takeLoss() ?? 'expired' };
      throw new AccessDenied(lost.why);
    }
  }
  lost = null;
  const rights = rightsOf(user);
  if (isAdmitted(rights, audience)) return;
  const work = workPageOf(rights);
  if (href === '/admin' && work !== null) throw redirect({ to: work, replace: true });
  throw new AccessDenied('insufficient_permissions');
}

/** The first paint of a page behind a guard: the outline of a page, and after 200 ms the guard's words on it. */
function PagePending() {
  return (
    <div className="relative">
      <div className="page absolute inset-x-0 top-0 grid gap-5 pt-5 sm:pt-9">
        <Skeleton className="h-10 w-44" />
        <Skeleton className="h-80" />
      </div>
      <GuardPending />
    </div>
  );
}

/** Shown after 200 ms if a guard or a screen is still loading. */
export function GuardPending() {
  const isRefreshing = useRefreshing();
  return (
    <div className="page relative grid min-h-[60svh] place-items-center py-12">
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
        <p className="text-small text-text-2">
          {isRefreshing ? 'We renew your sign-in.' : 'We see whether you are signed in.'} This takes
          a moment.
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

/**
 * A button for a signed-in user who lacks permission. It signs the user out, lets them sign in as another user, and
 * then returns to this page.
 */
function LoginAsAnother() {
  return <Button onClick={useLogOut('stay')}>Login</Button>;
}
