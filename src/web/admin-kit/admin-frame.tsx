// What every page of the operators has around it: its heading, and the way to the others.
import { showSecurity } from '#contract/accounts-security.ts';
import { isAdmitted, type Audience } from '#domain/access.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useVisitor } from '../accounts/visitor.ts';
import { useAsk } from '../api/ask.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';

/** The pages of the operators, and for whom they are; the routes say the same (`web/routes.tsx`). */
export const ADMIN_PAGES = [
  { to: '/admin', label: 'Overview', audience: 'moderator' },
  { to: '/admin/orders', label: 'Orders', audience: 'moderator' },
  { to: '/admin/disputes', label: 'Disputes', audience: 'admin' },
  { to: '/admin/shipping', label: 'Shipping', audience: 'moderator' },
  { to: '/admin/parcels', label: 'Parcels', audience: 'admin' },
  { to: '/admin/locked-cards', label: 'Locked cards', audience: 'moderator' },
  { to: '/admin/transactions', label: 'Transactions', audience: 'moderator' },
  { to: '/admin/discount-codes', label: 'Discount codes', audience: 'admin' },
  { to: '/admin/catalogue', label: 'Catalogue', audience: 'admin' },
  { to: '/admin/stock', label: 'Stock', audience: 'moderator' },
  { to: '/admin/prices', label: 'Prices', audience: 'admin' },
  { to: '/admin/users', label: 'Users', audience: 'admin' },
  { to: '/admin/audit', label: 'Audit', audience: 'moderator' },
  { to: '/admin/jobs', label: 'Jobs', audience: 'moderator' },
  { to: '/admin/mail', label: 'Mail', audience: 'admin' },
  { to: '/admin/texts', label: 'Texts', audience: 'moderator' },
  { to: '/admin/settings', label: 'Settings', audience: 'admin' },
  { to: '/admin/taxes', label: 'Taxes', audience: 'admin' },
] as const satisfies { to: string; label: string; audience: Audience }[];

/** Operators of a real shop have a second factor; without it every call of theirs is refused. */
function TwoFactorFirst() {
  return (
    <EmptyState
      title="Turn on two-factor sign-in first"
      text="Operators sign in with a second factor, so that a password alone gives no access to these pages. Setting it up takes a token, which another admin gives you, or the command line of your shop."
      action={
        <Link to="/my-account" className={buttonClass()}>
          Open My account
        </Link>
      }
    />
  );
}

/** Where the pages don't fit side by side they can be pushed along, and begin at the one that is open. */
function showCurrent(pages: HTMLElement | null): void {
  const current = pages?.querySelector<HTMLElement>('[aria-current=page]');
  if (pages && current) pages.scrollLeft = current.offsetLeft - pages.clientWidth / 3;
}

export function AdminFrame({ title, children }: { title: string; children: ReactNode }) {
  const me = useVisitor();
  const security = useAsk(showSecurity, {});
  return (
    <div className="page pt-9 pb-20">
      <h1 tabIndex={-1} className="mb-3 text-h2 sm:text-h1">
        {title}
      </h1>
      <nav
        aria-label="Admin"
        ref={showCurrent}
        className="mb-6 flex gap-x-2 border-b border-line max-lg:overflow-x-auto lg:flex-wrap lg:gap-x-0"
      >
        {ADMIN_PAGES.filter(({ audience }) => me && isAdmitted(me.role, audience)).map((page) => (
          <Link
            key={page.to}
            to={page.to}
            activeOptions={{ includeSearch: false, exact: page.to === '/admin' }}
            className="flex min-h-11 items-center border-b-2 px-3 text-small font-semibold whitespace-nowrap no-underline lg:-mb-px"
            activeProps={{ className: 'border-brand text-text' }}
            inactiveProps={{ className: 'border-transparent text-text-2 hover:text-text' }}
          >
            {page.label}
          </Link>
        ))}
      </nav>
      {security.data?.twoFactorRequired ? <TwoFactorFirst /> : children}
    </div>
  );
}
