import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useConfig, useShopName } from '../accounts/config.ts';
import { useVisitor } from '../accounts/visitor.ts';
import { useSession } from '../api/session.ts';
import { buttonClass, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { showModal } from '../ui/show-modal.ts';
import { Toasts } from '../ui/toasts.tsx';
import { Logo } from './logo.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { MotionSelect, ThemeSelect, ThemeToggle } from './choice-controls.tsx';

/** This code is loaded only for signed-in users. */
const AccountMenu = lazy(async () => ({
  default: (await import('./account-menu.tsx')).AccountMenu,
}));

/** This code is loaded only if taxes depend on the buyer's region. */
const RegionSelect = lazy(async () => ({
  default: (await import('../accounts/region-select.tsx')).RegionSelect,
}));

/** This code is loaded only if the cart has something. */
const CartLink = lazy(async () => ({ default: (await import('./cart-link.tsx')).CartLink }));

const LINKS = [
  { to: '/packs', label: 'Packs' },
  { to: '/cards', label: 'Cards' },
  { to: '/about', label: 'About' },
] as const;

export function Header() {
  const name = useShopName();
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-bg">
      <div className="page flex h-15 items-center gap-2">
        <Link
          to="/"
          aria-label={`${name}, home`}
          className="mr-auto flex min-h-11 min-w-6 items-center text-text no-underline sm:mr-4"
        >
          <Logo />
        </Link>
        <nav aria-label="Main" className="hidden h-full gap-1 md:flex">
          {LINKS.map((link) => (
            <Link
              key={link.to}
              to={link.to}
              activeOptions={{ includeSearch: false }}
              className="flex h-full items-center border-b-2 px-3 text-small font-[560] no-underline"
              activeProps={{ className: 'border-brand text-text' }}
              inactiveProps={{ className: 'border-transparent text-text-2 hover:text-text' }}
            >
              {link.label}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex shrink-0 items-center gap-2 max-sm:gap-1">
          <RegionCorner />
          <AccountCorner />
          <Drawer />
        </div>
      </div>
      <OfflineNotice />
    </header>
  );
}

/**
 * The account menu if a user is signed in, and otherwise the link to sign in. Until the browser knows whether a user is
 * signed in, the space is empty but reserved, so that nothing moves.
 */
function AccountCorner() {
  const me = useVisitor();
  const hasCart = useSession(({ cart, singles }) => cart.length + singles.length > 0);
  return (
    <div className="flex h-11 items-center justify-end gap-1 empty:min-w-24 sm:empty:min-w-55">
      {hasCart && me !== undefined && (
        <Suspense>
          <CartLink />
        </Suspense>
      )}
      {me === null && (
        <>
          <WideThemeToggle />
          <SignInLinks />
        </>
      )}
      {me && (
        <Suspense>
          <WideThemeToggle />
          <AccountMenu me={me} />
        </Suspense>
      )}
    </div>
  );
}

/**
 * Lets the buyer choose their region if taxes depend on it. It is rendered only in the browser, because the server
 * doesn't know the choice. On a phone it is in the drawer.
 */
function RegionCorner() {
  const isHydrated = useHydrated();
  if (!useConfig()?.taxes.regions) return null;
  return (
    <div className="hidden h-11 w-58 lg:block">
      {isHydrated && (
        <Suspense>
          <RegionSelect labelAt="hidden" />
        </Suspense>
      )}
    </div>
  );
}

/** The theme toggle of wide windows. In narrow windows the toggle is in the drawer. */
function WideThemeToggle() {
  return (
    <span className="hidden md:block">
      <ThemeToggle />
    </span>
  );
}

function SignInLinks() {
  return (
    <>
      <span className="hidden md:block">
        <Link to="/auth" search={{ mode: 'login' }} className={buttonClass({ variant: 'ghost' })}>
          Log in
        </Link>
      </span>
      <Link to="/auth" search={{ mode: 'signup' }} className={buttonClass()}>
        Sign up
      </Link>
    </>
  );
}

/** The drawer with the links and the theme toggle, for windows whose header has no room for them. */
function Drawer() {
  const me = useVisitor();
  const byRegion = Boolean(useConfig()?.taxes.regions);
  const [isOpen, setOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element === null || !isOpen) return;
    showModal(element);
    return () => element.close();
  }, [isOpen]);
  const close = () => setOpen(false);
  const link =
    'flex min-h-12 items-center rounded-control px-3 text-body font-[560] no-underline hover:bg-surface-2';
  return (
    <div className="md:hidden">
      <IconButton label="Open menu" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="menu" />
      </IconButton>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- The key is Escape; the click is on the backdrop. */}
      <dialog
        ref={dialog}
        aria-label="Menu"
        onClose={close}
        onClick={(event) => event.target === event.currentTarget && close()}
        className="drawer mr-0 ml-auto h-dvh max-h-none w-[min(320px,86vw)] border-l border-line bg-surface p-4 text-text"
      >
        <div className="flex items-center justify-between">
          <h2 className="pl-3 text-h3">Menu</h2>
          <IconButton label="Close menu" onClick={close}>
            <Icon name="close" />
          </IconButton>
        </div>
        <nav aria-label="Menu" className="mt-3 grid">
          {LINKS.map((one) => (
            <Link
              key={one.to}
              to={one.to}
              onClick={close}
              className={link}
              activeProps={{ className: 'bg-surface-2' }}
            >
              {one.label}
            </Link>
          ))}
          {me === null && (
            <Link to="/auth" search={{ mode: 'login' }} onClick={close} className={link}>
              Log in
            </Link>
          )}
        </nav>
        <div className="mt-4 grid gap-4 border-t border-line px-3 pt-5">
          {isOpen && byRegion && (
            <Suspense>
              <RegionSelect />
            </Suspense>
          )}
          <ThemeSelect labelAt="top" />
          <MotionSelect labelAt="top" />
        </div>
        {isOpen && <Toasts inDialog />}
      </dialog>
    </div>
  );
}
