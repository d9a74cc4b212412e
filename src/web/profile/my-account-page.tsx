// The page My account. It shows the user's details, balance and packs, and the worth of their cards.
import type { User } from '#contract/profile.ts';
import { formatCad, type Cents } from '#domain/money.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import { PauseBanner } from '../accounts/pause-banner.tsx';
import { WorthPanel } from '../collection/worth-panel.tsx';
import { useProfile } from '../accounts/queries.ts';
import { messageOf } from '../api/messages.ts';
import { RarityBadge } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { Price } from '../ui/price.tsx';
import { DangerZone } from './danger-zone.tsx';
import { DataPanel } from './data-panel.tsx';
import { PersonalDetails } from './personal-details.tsx';
import { PreferencesPanel } from './preferences-panel.tsx';
import { EmailEditor } from './email-editor.tsx';
import { SecurityPanel } from './security-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { PackHistory } from './pack-history.tsx';
import { UnopenedPacks } from './unopened-packs.tsx';
import { Banner, ErrorState, Loading, Skeleton } from '../ui/states.tsx';
import { RecentTransactions } from '../wallet/recent-transactions.tsx';
import { SavedCards } from '../wallet/saved-cards.tsx';
import { SPENDING_TITLE, SpendingPanel } from '../wallet/spending-panel.tsx';
import { TopUpLink } from '../wallet/top-up-link.tsx';

const LimitsPanel = lazy(async () => ({
  default: (await import('./limits-panel.tsx')).LimitsPanel,
}));

export const screen = createLazyRoute('/my-account')({ component: MyAccountPage });

function MyAccountPage() {
  const profile = useProfile();
  return (
    <div className="page pt-9 pb-20">
      <h1 tabIndex={-1} className="mb-7 text-h2 sm:text-h1">
        My account
      </h1>
      {profile.data ? (
        <>
          {profile.isError && (
            <div className="mb-6">
              <Banner tone="warn">
                This is what was loaded last: {messageOf(profile.error).toLowerCase()}.
              </Banner>
            </div>
          )}
          <PauseBanner />
          <div className="group/account">
            <Contents />
            <Account user={profile.data} />
          </div>
        </>
      ) : profile.isError ? (
        <ErrorState
          title="Your account could not be loaded"
          text={messageOf(profile.error)}
          onRetry={() => void profile.refetch()}
        />
      ) : (
        <Loading text="Loading account...">
          <div className="mt-6 grid gap-6 lg:grid-cols-[minmax(0,1fr)_400px]">
            <div className="order-2 grid gap-6 lg:order-1">
              <Skeleton className="h-66 rounded-card" />
              <Skeleton className="h-48 rounded-card" />
              <Skeleton className="h-80 rounded-card" />
            </div>
            <div className="order-1 grid content-start gap-6 lg:order-2">
              <Skeleton className="h-48 rounded-card" />
              <Skeleton className="h-92 rounded-card" />
            </div>
          </div>
        </Loading>
      )}
    </div>
  );
}

/** The sections of the page, in their order. */
const PARTS = {
  profile: 'Profile',
  details: 'Personal details',
  worth: 'Spent and returned',
  spending: SPENDING_TITLE,
  transactions: 'Recent transactions',
  packs: 'Your packs',
  cards: 'Saved cards',
  security: 'Account Security',
  sessions: 'Sessions',
  limits: 'Limits and breaks',
  preferences: 'Preferences',
  data: 'Data & export',
  leaving: 'Danger Zone',
} as const;

type PartId = keyof typeof PARTS;

/** A section may be empty. For such a section, this is the class that hides its link in the list of sections. */
const LEFT_OUT: Partial<Record<PartId, string>> = {
  worth: 'group-has-[#worth:empty]/account:hidden',
  packs: 'group-has-[#packs:empty]/account:hidden',
  cards: 'group-has-[#cards:empty]/account:hidden',
};

function Contents() {
  return (
    <nav aria-label="On this page" className="mb-6">
      <ul className="flex flex-wrap gap-x-4 text-small">
        {Object.entries(PARTS).map(([id, title]) => (
          <li key={id} className={LEFT_OUT[id as PartId]}>
            <Link
              to="/my-account"
              hash={id}
              onClick={() => unfold(id)}
              className="link inline-flex min-h-7 items-center pointer-coarse:min-h-11"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Unfolds a section. On a phone, sections are folded at first. */
function unfold(id: string): void {
  document
    .getElementById(id)
    ?.querySelector<HTMLButtonElement>('h2 button[aria-expanded="false"]')
    ?.click();
}

function Part({ id, children }: { id: PartId; children: ReactNode }) {
  return (
    <div id={id} className="min-w-0 empty:hidden">
      {children}
    </div>
  );
}

function Account({ user }: { user: User }) {
  return (
    <div className="grid grid-cols-1 items-start gap-3 sm:gap-6 lg:grid-cols-[minmax(0,1fr)_400px]">
      {/* This column is sticky, because the other column is much longer than this one. */}
      <div className="grid grid-cols-1 gap-3 sm:gap-6 lg:sticky lg:top-[calc(var(--header)+20px)] lg:order-2">
        <Balance amount={user.account_balance} />
        <CollectionSummary collection={user.collection} />
      </div>
      <div className="grid grid-cols-1 gap-3 sm:gap-6 lg:order-1">
        <UnopenedPacks />
        <Part id="profile">
          <Panel title="Profile">
            <div className="grid gap-4">
              <EmailEditor user={user} />
              <Field label="User ID" value={user.id} readOnly />
            </div>
          </Panel>
        </Part>
        <Part id="details">
          <PersonalDetails user={user} />
        </Part>
        <Part id="worth">
          <WorthPanel />
        </Part>
        <Part id="spending">
          <SpendingPanel />
        </Part>
        <Part id="transactions">
          <RecentTransactions />
        </Part>
        <Part id="packs">
          <PackHistory />
        </Part>
        <Part id="cards">
          <SavedCards />
        </Part>
        <Part id="security">
          <SecurityPanel isVerified={user.emailVerified} />
        </Part>
        <Part id="sessions">
          <SessionsPanel />
        </Part>
        <Part id="limits">
          <Suspense fallback={<Skeleton className="h-16 rounded-card" />}>
            <LimitsPanel />
          </Suspense>
        </Part>
        <Part id="preferences">
          <PreferencesPanel />
        </Part>
        <Part id="data">
          <DataPanel />
        </Part>
        <Part id="leaving">
          <DangerZone user={user} />
        </Part>
      </div>
    </div>
  );
}

function Balance({ amount }: { amount: Cents }) {
  return (
    <section
      aria-labelledby="balance"
      data-theme="dark"
      className="baize rounded-card px-5 py-6 text-text"
    >
      <h2 id="balance" className="font-ui text-small font-normal tracking-normal text-text-2">
        Account Balance
      </h2>
      {/* The amount may wrap after the currency, because enlarged text can make it wider than a phone. */}
      <p className="font-display text-figure font-[760]">{formatCad(amount)}</p>
      <p className="text-small text-text-2">{formatCad(amount).replace('CAD ', '')} credits</p>
      <TopUpLink />
    </section>
  );
}

function CollectionSummary({ collection }: { collection: User['collection'] }) {
  return (
    <Panel title="Collection Summary">
      <dl className="grid gap-3 text-small">
        <SummaryLine label="Total cards" value={collection.totalCards} />
        <SummaryLine label={<RarityBadge rarity="mythic" />} value={collection.legendary} />
        <SummaryLine label={<RarityBadge rarity="rare" />} value={collection.rare} />
        <SummaryLine label={<RarityBadge rarity="uncommon" />} value={collection.epic} />
        <div className="mt-1 flex items-baseline justify-between border-t border-line pt-4 text-price font-semibold">
          <dt>
            Total value <span className="text-small font-normal text-text-2">Market</span>
          </dt>
          <dd>
            <Price amount={collection.totalValue} />
          </dd>
        </div>
        <div className="flex items-baseline justify-between text-text-2">
          <dt>Sells for</dt>
          <dd>
            <Price amount={collection.totalSellPrice} />
          </dd>
        </div>
      </dl>
      <Link to="/my-cards" className={`${buttonClass({ variant: 'secondary', wide: true })} mt-5`}>
        View Collection
      </Link>
      <Link to="/shipments" className={`${buttonClass({ variant: 'ghost', wide: true })} mt-2`}>
        View Shipments
      </Link>
    </Panel>
  );
}

function SummaryLine({ label, value }: { label: ReactNode; value: number }) {
  return (
    <div className="flex items-center justify-between">
      <dt className="text-text-2">{label}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  );
}
