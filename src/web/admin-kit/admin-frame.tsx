// The layout of every operator page: its heading, and the navigation to the other pages.
import { showBuild } from '#contract/admin.ts';
import { showSecurity } from '#contract/accounts-security.ts';
import { showProfile } from '#contract/profile.ts';
import { isAdmitted, rightsOf, type Audience } from '#domain/access.ts';
import { Link } from '@tanstack/react-router';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useVisitor } from '../accounts/visitor.ts';
import { useAsk } from '../api/ask.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { EmptyState } from '../ui/states.tsx';
import { DeskSearchButton } from './desk-search-button.tsx';
import { POLL_MS } from './listing.ts';
import { useMay } from './use-may.ts';

/** `also`: other words by which the operators' search finds the page. */
type AdminPage = { to: string; label: string; also?: string; audience: Audience };

/** The operator pages by subject, with the right that opens each page. `web/admin-routes.tsx` must list the same rights. */
const PAGE_GROUPS = [
  { title: null, pages: [{ to: '/admin', label: 'Overview', audience: 'staff' }] },
  {
    title: 'Sales',
    pages: [
      { to: '/admin/orders', label: 'Orders', also: 'refund, sale, purchase', audience: 'support' },
      {
        to: '/admin/shipping',
        label: 'Shipping',
        also: 'parcel, label, tracking, postage',
        audience: 'packing',
      },
      {
        to: '/admin/locked-cards',
        label: 'Locked cards',
        also: 'expired, release',
        audience: 'support',
      },
      {
        to: '/admin/transactions',
        label: 'Transactions',
        also: 'payment, accountant, bookkeeping, journal',
        audience: 'support',
      },
      { to: '/admin/disputes', label: 'Disputes', also: 'chargeback', audience: 'money' },
      { to: '/admin/users', label: 'Users', also: 'customer, people, password', audience: 'money' },
      {
        to: '/admin/margin',
        label: 'Margin',
        also: 'profit, costs, accountant',
        audience: 'money',
      },
    ],
  },
  {
    title: 'Goods',
    pages: [
      {
        to: '/admin/catalogue',
        label: 'Catalogue',
        also: 'pack type, product, price',
        audience: 'catalogue',
      },
      { to: '/admin/games', label: 'Games', also: 'rarity, finish', audience: 'catalogue' },
      { to: '/admin/stock', label: 'Stock', also: 'pack, serial, inventory', audience: 'packing' },
      { to: '/admin/singles', label: 'Singles', also: 'card for sale', audience: 'packing' },
      { to: '/admin/drops', label: 'Drops', also: 'release, launch', audience: 'catalogue' },
      { to: '/admin/prices', label: 'Prices', also: 'market value', audience: 'catalogue' },
      {
        to: '/admin/imports',
        label: 'Import',
        also: 'CSV, spreadsheet, upload',
        audience: 'catalogue',
      },
      {
        to: '/admin/discount-codes',
        label: 'Discount codes',
        also: 'coupon, voucher, promotion',
        audience: 'money',
      },
    ],
  },
  {
    title: 'Shop',
    pages: [
      {
        to: '/admin/staff',
        label: 'Staff',
        also: 'hire, remove staff, role, rights, employee',
        audience: 'owner',
      },
      { to: '/admin/keys', label: 'API keys', also: 'token, program', audience: 'owner' },
      {
        to: '/admin/settings',
        label: 'Settings',
        also: 'logo, name, colour, seller, contact',
        audience: 'owner',
      },
      {
        to: '/admin/texts',
        label: 'Texts',
        also: 'terms, privacy, legal, about',
        audience: 'support',
      },
      {
        to: '/admin/taxes',
        label: 'Taxes',
        also: 'GST, HST, VAT, accountant, bookkeeping',
        audience: 'money',
      },
      {
        to: '/admin/places',
        label: 'Places',
        also: 'country, province, region',
        audience: 'owner',
      },
      { to: '/admin/opening', label: 'Opening', also: 'going live', audience: 'owner' },
      {
        to: '/admin/parcels',
        label: 'Parcels',
        also: 'tariff, postage, customs, shipping prices',
        audience: 'owner',
      },
    ],
  },
  {
    title: 'Operations',
    pages: [
      { to: '/admin/alerts', label: 'Alerts', also: 'notification', audience: 'staff' },
      { to: '/admin/audit', label: 'Audit', also: 'log, history, promises', audience: 'support' },
      { to: '/admin/jobs', label: 'Jobs', also: 'schedule, failed', audience: 'support' },
      { to: '/admin/mail', label: 'Mail', also: 'e-mail, code', audience: 'owner' },
      { to: '/admin/webhooks', label: 'Webhooks', also: 'event, integration', audience: 'owner' },
    ],
  },
] as const satisfies { title: string | null; pages: AdminPage[] }[];

export const ADMIN_PAGES = PAGE_GROUPS.flatMap(({ pages }): AdminPage[] => [...pages]);

/**
 * Shown to an operator without a second factor in a shop that requires one. In such a shop the server refuses every
 * call of the operator pages.
 */
function TwoFactorFirst() {
  return (
    <EmptyState
      title="Turn on two-factor sign-in first"
      text="Operators sign in with a second factor, so that a password alone gives no access to these pages. To set it up you need a token, from another admin or from the command line of your shop."
      action={
        <Link to="/my-account" className={buttonClass()}>
          Open My account
        </Link>
      }
    />
  );
}

/**
 * The navigation between operator pages: at the side of a wide window, behind a button in a narrow one. It sticks to
 * the side only if the window is at least as high as the list. Otherwise it scrolls with the page, because many systems
 * hide the scrollbar of a box until the user scrolls.
 */
function AdminNavigation({ title }: { title: string }) {
  const me = useVisitor();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  const groups = PAGE_GROUPS.map((group) => ({
    title: group.title,
    pages: group.pages.filter(({ audience }) => me && isAdmitted(rightsOf(me), audience)),
  })).filter(({ pages }) => pages.length > 0);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape must work wherever in the navigation the focus is.
    <nav
      aria-label="Admin"
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !isOpen) return;
        close();
        opener.current?.focus();
      }}
      className="xl:tall:sticky xl:tall:top-15 xl:tall:max-h-[calc(100dvh-60px)] xl:self-start xl:tall:overflow-y-auto xl:pt-9 xl:pb-4"
    >
      <Button
        ref={opener}
        variant="secondary"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        wide
        className="xl:hidden"
      >
        <Icon name="menu" size={20} />
        <span className="min-w-0 flex-1 truncate text-left">Admin: {title}</span>
        <Icon name="down" size={16} className={isOpen ? 'rotate-180' : undefined} />
      </Button>
      <div
        id={id}
        className={classNames(
          'grid gap-x-4 gap-y-5 xl:gap-y-3 max-xl:grid-cols-2 max-xl:border-b max-xl:border-line max-xl:pt-4 max-xl:pb-5 max-xl:sm:grid-cols-4',
          !isOpen && 'max-xl:hidden',
        )}
      >
        {groups.map((group) => (
          <PageGroup key={group.title} {...group} onLeave={close} />
        ))}
      </div>
    </nav>
  );
}

function PageGroup({
  title,
  pages,
  onLeave,
}: {
  title: string | null;
  pages: readonly AdminPage[];
  onLeave: () => void;
}) {
  const id = useId();
  return (
    <div className={title === null ? 'max-xl:col-span-full' : undefined}>
      {title !== null && (
        <p id={id} className="mb-1 px-3 text-head font-[560] text-text-3">
          {title}
        </p>
      )}
      <ul aria-labelledby={title === null ? undefined : id}>
        {pages.map((page) => (
          <li key={page.to}>
            <Link
              to={page.to}
              onClick={onLeave}
              activeOptions={{ includeSearch: false, exact: page.to === '/admin' }}
              className="flex min-h-11 items-center rounded-control px-3 text-small font-[560] no-underline xl:min-h-7 xl:pointer-coarse:min-h-11"
              activeProps={{ className: 'bg-surface-3 text-text' }}
              inactiveProps={{ className: 'text-text-2 hover:bg-surface-2 hover:text-text' }}
            >
              {page.label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

const COMMIT_DIGITS = 8;

/** Shows which version is running, because every investigation of an incident starts with that question. */
function BuildLine() {
  const { data } = useAsk(showBuild, useMay(showBuild) ? {} : null);
  if (data === undefined) return null;
  const commit = data.commit.slice(0, COMMIT_DIGITS);
  return (
    <p className="mt-12 text-small text-text-3">
      Version {data.version}
      {commit !== '' && ` (${commit})`}
    </p>
  );
}

/** The button of the operators' search. The search also lists the pages that the operator may open. */
export function DeskSearchOfPages() {
  const me = useVisitor();
  const pages = ADMIN_PAGES.filter(({ audience }) => me && isAdmitted(rightsOf(me), audience));
  return <DeskSearchButton pages={pages} />;
}

export function AdminFrame({ title, children }: { title: string; children: ReactNode }) {
  const security = useAsk(showSecurity, {});
  // Somebody who lost a right, or was signed out, must not look at this page for long (choice 1047).
  useAsk(showProfile, {}, { refetchInterval: POLL_MS, refetchOnWindowFocus: true });
  return (
    <div className="page [--row:52px] xl:grid xl:grid-cols-[168px_minmax(0,1fr)] xl:gap-x-10 max-xl:pt-4">
      <AdminNavigation title={title} />
      <div className="min-w-0 pt-6 pb-20 xl:pt-9">
        <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <h1 tabIndex={-1} className="text-h2 sm:text-h1">
            {title}
          </h1>
          {!security.data?.twoFactorRequired && <DeskSearchOfPages />}
        </div>
        {security.data?.twoFactorRequired ? (
          <TwoFactorFirst />
        ) : (
          <>
            {children}
            <BuildLine />
          </>
        )}
      </div>
    </div>
  );
}
