// The page with the transactions of all users, or of one user. For one user it also shows the ledger with each
// movement.
import { giveCredits } from '#contract/profile.ts';
import {
  exportTransactions,
  listAllTransactions,
  showUserLedger,
  type UserTransaction,
  type LedgerEntry,
} from '#contract/wallet-admin.ts';
import type { OtherAccount } from '#domain/house-accounts.ts';
import { JOURNAL_KINDS } from '#domain/journal-kind.ts';
import { formatCad } from '#domain/money.ts';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../admin-kit/use-may.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { formatSigned, methodWords, TYPE_WORDS } from '../transaction-words.ts';
import { formatMoment } from '../../ui/moments.ts';
import { muted } from '../../ui/muted.tsx';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { ExportButton } from '../../admin-kit/export-button.tsx';
import { ChoiceField, DayField, FilterForm } from '../../lists/list-fields.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useListPage } from '../../lists/use-list-page.ts';
import { POLL_MS, PAGE_LIMIT, periodOf } from '../../admin-kit/listing.ts';
import type { AllTransactionsSearch } from './transactions-search.ts';
import { RefundButton } from '../refund-button.tsx';
import { GiveCreditsDialog } from './give-credits-dialog.tsx';
import { useAsk } from '../../api/ask.ts';

export const screen = createLazyRoute('/admin/transactions')({ component: TransactionsPage });

function TransactionsPage() {
  const search = screen.useSearch();
  const navigate = useNavigate();
  const { user } = search;
  if (user === undefined) {
    return (
      <AdminFrame title="Transactions">
        <Booked search={search} />
      </AdminFrame>
    );
  }
  return (
    <AdminFrame title="Transactions">
      <OneUser user={user} />
      <Tabs
        label="This user"
        tabs={[
          { name: 'transactions', label: 'Transactions' },
          { name: 'ledger', label: 'Ledger' },
        ]}
        selected={search.view ?? 'transactions'}
        onSelect={(view) =>
          void navigate({
            to: '/admin/transactions',
            search: view === 'ledger' ? { user, view } : { user },
          })
        }
      >
        <div className="pt-5">
          {search.view === 'ledger' ? (
            <Ledger user={user} search={search} />
          ) : (
            <Booked search={search} />
          )}
        </div>
      </Tabs>
    </AdminFrame>
  );
}

/** Names the user whose transactions are shown, and offers the actions on the user's balance. */
function OneUser({ user }: { user: string }) {
  const mayGive = useMay(giveCredits);
  const ledger = useUserLedger(user, 1);
  const [isGiving, setGiving] = useState(false);
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
      <p className="min-w-0 break-all">
        {ledger.data ? (
          <>
            <span className="font-semibold">{ledger.data.user.email}</span>
            <span className="text-text-2"> has {formatCad(ledger.data.balance)}</span>
          </>
        ) : (
          <span className="text-text-2">User {user}</span>
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        <Link to="/admin/transactions" className={buttonClass({ variant: 'ghost' })}>
          All users
        </Link>
        {ledger.data && mayGive && (
          <Button variant="secondary" onClick={() => setGiving(true)}>
            Give credits
          </Button>
        )}
      </div>
      {isGiving && ledger.data && (
        <GiveCreditsDialog user={ledger.data.user} onClose={() => setGiving(false)} />
      )}
    </div>
  );
}

function Booked({ search }: { search: AllTransactionsSearch }) {
  const { page = 1, user: userId, type, from, to } = search;
  const ledger = useAsk(
    listAllTransactions,
    { page, limit: PAGE_LIMIT, userId, type, ...periodOf({ from, to }) },
    { keepsPrevious: true, refetchInterval: POLL_MS },
  );
  const list = useListPage('/admin/transactions', search, { selects: ['user'] });
  return (
    <>
      <FilterForm
        label="Filter transactions"
        className="grid-cols-2 pb-5 lg:grid-cols-[200px_160px_160px_auto_1fr]"
      >
        <ChoiceField
          label="Type"
          className="col-span-2 lg:col-span-1"
          any="All types"
          options={JOURNAL_KINDS.map((kind) => ({ value: kind, label: TYPE_WORDS[kind] }))}
          {...list.field('type')}
        />
        <DayField label="From" {...list.field('from')} />
        <DayField label="To" {...list.field('to')} />
        {search.user === undefined && (
          <ExportButton row={exportTransactions} from={search.from} to={search.to} />
        )}
      </FilterForm>
      <ListPage
        list={list}
        query={ledger}
        rows={ledger.data?.transactions}
        label="Transactions"
        one="transaction"
        none={{ text: 'Purchases, sales, refunds and gifts appear here.' }}
        columns={userId === undefined ? BOOKED_COLUMNS : COLUMNS_OF_USER}
        keyOf={(one) => one.id}
        card={(one) => <BookedTile one={one} />}
      />
    </>
  );
}

function UserLink({ one }: { one: UserTransaction }) {
  return (
    <Link to="/admin/transactions" search={{ user: one.user.id }} className="link hit-44 break-all">
      {one.user.email}
    </Link>
  );
}

const BOOKED_COLUMNS: Column<UserTransaction>[] = [
  {
    name: 'at',
    head: 'When',
    cell: (one) => muted(formatMoment(one.createdAt), 'whitespace-nowrap'),
  },
  { name: 'user', head: 'User', cell: (one) => <UserLink one={one} /> },
  { name: 'type', head: 'Type', cell: (one) => TYPE_WORDS[one.type] },
  {
    name: 'what',
    head: 'What',
    cell: (one) => <span className="line-clamp-2 break-words text-text-2">{one.description}</span>,
  },
  { name: 'method', head: 'Paid with', cell: (one) => methodWords(one.paymentMethod) },
  {
    name: 'amount',
    head: 'Amount',
    align: 'right',
    cell: (one) => <span className="whitespace-nowrap">{formatSigned(one.amount)}</span>,
  },
];

/** The columns for one user. Their last column can refund bought credits. */
const COLUMNS_OF_USER: Column<UserTransaction>[] = [
  ...BOOKED_COLUMNS.filter(({ name }) => name !== 'user'),
  {
    name: 'refund',
    head: <span className="sr-only">Refund</span>,
    cell: (one) => <RefundOf one={one} />,
  },
];

function RefundOf({ one }: { one: UserTransaction }) {
  const mayRefund = useMay({ audience: 'money' });
  const isCredits = one.type === 'credit_purchase' && one.paymentMethod === 'stripe';
  if (!isCredits || !mayRefund) return null;
  // The dialog is rendered inside a table cell, but it must not inherit the alignment of that cell.
  return (
    <div className="text-left">
      <RefundButton transaction={one} what="credits" />
    </div>
  );
}

function BookedTile({ one }: { one: UserTransaction }) {
  return (
    <div className="grid gap-2 text-small">
      <p className="flex items-start justify-between gap-4 font-semibold">
        <span>{TYPE_WORDS[one.type]}</span>
        <span className="whitespace-nowrap">{formatSigned(one.amount)}</span>
      </p>
      <p className="break-words text-text-2">{one.description}</p>
      <UserLink one={one} />
      <p className="text-text-2">
        {formatMoment(one.createdAt)} · {methodWords(one.paymentMethod)}
      </p>
      <RefundOf one={one} />
    </div>
  );
}

function Ledger({ user, search }: { user: string; search: AllTransactionsSearch }) {
  const ledger = useUserLedger(user, search.page ?? 1);
  const list = useListPage('/admin/transactions', search, { selects: ['user', 'view'] });
  return (
    <ListPage
      list={list}
      query={ledger}
      rows={ledger.data?.entries}
      label="Ledger"
      one="movement"
      none={{ text: 'No money has moved on this account.' }}
      columns={LEDGER_COLUMNS}
      keyOf={(entry) => String(entry.version)}
      card={(entry) => <EntryTile entry={entry} />}
    />
  );
}

const ACCOUNT_WORDS: Record<OtherAccount, string> = {
  'house:sales': 'Sales',
  'house:tax': 'Tax',
  'house:tax_gst': 'GST',
  'house:tax_hst': 'HST',
  'house:tax_qst': 'QST',
  'house:tax_pst_bc': 'PST (BC)',
  'house:tax_pst_sk': 'PST (SK)',
  'house:tax_rst_mb': 'RST (MB)',
  'house:tax_other': 'Other taxes',
  'house:fees': 'Fees',
  'house:shipping': 'Shipping',
  'house:buyback': 'Buyback',
  'house:promotions': 'Promotions',
  'house:card_clearing': 'Card clearing',
  'house:refunds': 'Refunds',
  'house:losses': 'Losses',
  'house:bank': 'Bank',
  'house:card_fees': 'Card fees',
  'house:disputes': 'Disputes',
  'house:dispute_losses': 'Losses from disputes',
  'house:imported_bought': 'From another shop, bought',
  'house:imported_earned': 'From another shop, earned',
  debt: 'Debt',
};

const LEDGER_COLUMNS: Column<LedgerEntry>[] = [
  { name: 'version', head: 'No.', cell: (entry) => entry.version },
  {
    name: 'at',
    head: 'When',
    cell: (entry) => muted(formatMoment(entry.createdAt), 'whitespace-nowrap'),
  },
  { name: 'type', head: 'Type', cell: (entry) => TYPE_WORDS[entry.type] },
  {
    name: 'what',
    head: 'What',
    cell: (entry) => muted(entry.description, 'break-words'),
  },
  { name: 'other', head: 'Other account', cell: (entry) => ACCOUNT_WORDS[entry.otherAccount] },
  {
    name: 'amount',
    head: 'Amount',
    align: 'right',
    cell: (entry) => <span className="whitespace-nowrap">{formatSigned(entry.amount)}</span>,
  },
  {
    name: 'balance',
    head: 'Balance',
    align: 'right',
    cell: (entry) => <span className="whitespace-nowrap">{formatCad(entry.balance)}</span>,
  },
];

function EntryTile({ entry }: { entry: LedgerEntry }) {
  return (
    <div className="grid gap-2 text-small">
      <p className="flex items-start justify-between gap-4 font-semibold">
        <span>
          {entry.version}. {TYPE_WORDS[entry.type]}
        </span>
        <span className="whitespace-nowrap">{formatSigned(entry.amount)}</span>
      </p>
      <p className="break-words text-text-2">
        {entry.description} · {ACCOUNT_WORDS[entry.otherAccount]}
      </p>
      <p className="flex justify-between gap-4 text-text-2">
        <span>{formatMoment(entry.createdAt)}</span>
        <span className="whitespace-nowrap">Balance {formatCad(entry.balance)}</span>
      </p>
    </div>
  );
}

function useUserLedger(id: string, page: number) {
  return useAsk(showUserLedger, { id, page, limit: PAGE_LIMIT }, { keepsPrevious: true });
}
