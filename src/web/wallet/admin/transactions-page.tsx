// Transactions: everybody's that moved money; of one user also the ledger, movement by movement.
import {
  exportTransactions,
  listAllTransactions,
  showUserLedger,
  type UserTransaction,
  type LedgerEntry,
} from '#contract/wallet-admin.ts';
import { isAdmitted } from '#domain/access.ts';
import { JOURNAL_KINDS, type HouseAccount } from '#domain/ledger.ts';
import { formatCad } from '#domain/money.ts';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useVisitor } from '../../accounts/visitor.ts';
import { useAsk } from '../../api/ask.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useExistingPage } from '../../ui/use-existing-page.ts';
import { formatSigned, methodWords, TYPE_WORDS } from '../transaction-words.ts';
import { formatMoment } from '../../ui/moments.ts';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { LOOK_AGAIN_MS, PAGE_LIMIT, periodOf } from '../../admin-kit/listing.ts';
import type { AllTransactionsSearch } from './transactions-search.ts';
import { GiveCreditsDialog } from './give-credits-dialog.tsx';
import { ListFoot, DayField, ExportButton, WhenLoaded } from '../../admin-kit/list-parts.tsx';

export const screen = createLazyRoute('/admin/transactions')({ component: TransactionsPage });

function TransactionsPage() {
  const search = screen.useSearch();
  const navigate = useNavigate();
  const go = (next: AllTransactionsSearch) =>
    void navigate({ to: '/admin/transactions', search: next });
  const { user } = search;
  if (user === undefined) {
    return (
      <AdminFrame title="Transactions">
        <Booked search={search} go={go} />
      </AdminFrame>
    );
  }
  return (
    <AdminFrame title="Transactions">
      <OneUser user={user} />
      <Tabs
        label="Of this user"
        tabs={[
          { name: 'transactions', label: 'Transactions' },
          { name: 'ledger', label: 'Ledger' },
        ]}
        selected={search.view ?? 'transactions'}
        onSelect={(view) => go(view === 'ledger' ? { user, view } : { user })}
      >
        <div className="pt-5">
          {search.view === 'ledger' ? (
            <Ledger user={user} page={search.page ?? 1} go={go} />
          ) : (
            <Booked search={search} go={go} />
          )}
        </div>
      </Tabs>
    </AdminFrame>
  );
}

function useUserLedger(id: string, page: number) {
  return useAsk(showUserLedger, { id, page, limit: PAGE_LIMIT }, { keepsPrevious: true });
}

/** Whose money it is, and what can be done with it. */
function OneUser({ user }: { user: string }) {
  const me = useVisitor();
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
        <Link to="/admin/transactions" className={buttonClass({ look: 'ghost' })}>
          Everybody&apos;s
        </Link>
        {ledger.data && me && isAdmitted(me.role, 'admin') && (
          <Button look="secondary" onClick={() => setGiving(true)}>
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

type ListProps = { search: AllTransactionsSearch; go: (next: AllTransactionsSearch) => void };

function Booked({ search, go }: ListProps) {
  const { page = 1, ...filters } = search;
  const { user: userId, type } = filters;
  const books = useAsk(
    listAllTransactions,
    { page, limit: PAGE_LIMIT, userId, type, ...periodOf(filters) },
    { keepsPrevious: true, refetchInterval: LOOK_AGAIN_MS },
  );
  useExistingPage(page, books.data?.pagination.totalPages, (existing) =>
    go({ ...filters, page: existing }),
  );
  const change = (name: 'type' | 'from' | 'to', value: string) => {
    const { [name]: _before, ...rest } = filters;
    go(value === '' ? rest : { ...rest, [name]: value });
  };
  return (
    <>
      <form
        aria-label="Filter transactions"
        onSubmit={(event) => event.preventDefault()}
        className="grid grid-cols-2 items-end gap-4 lg:grid-cols-[200px_160px_160px_auto_1fr]"
      >
        <Select
          label="Type"
          className="col-span-2 lg:col-span-1"
          value={filters.type ?? ''}
          onChange={({ target }) => change('type', target.value)}
          options={[
            { value: '', label: 'All types' },
            ...JOURNAL_KINDS.map((kind) => ({ value: kind, label: TYPE_WORDS[kind] })),
          ]}
        />
        <DayField label="From" value={filters.from} onChange={(day) => change('from', day)} />
        <DayField label="To" value={filters.to} onChange={(day) => change('to', day)} />
        {search.user === undefined && (
          <ExportButton row={exportTransactions} from={filters.from} to={filters.to} />
        )}
      </form>
      <div className="pt-5">
        <WhenLoaded list={books} what="transactions">
          {books.data?.transactions.length === 0 ? (
            <EmptyState
              title="No transactions found"
              text="No money moved that matches these filters."
            />
          ) : (
            <DataTable
              caption="Transactions"
              columns={BOOKED_COLUMNS}
              rows={books.data?.transactions ?? []}
              keyOf={(one) => one.id}
              card={(one) => <BookedTile one={one} />}
            />
          )}
        </WhenLoaded>
        {books.data && (
          <ListFoot
            className="mt-5"
            label="Transactions"
            one="transaction"
            pagination={books.data.pagination}
            page={search.page ?? 1}
            onPage={(page) => go({ ...filters, page })}
          />
        )}
      </div>
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
    cell: (one) => (
      <span className="whitespace-nowrap text-text-2">{formatMoment(one.createdAt)}</span>
    ),
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
    </div>
  );
}

type LedgerProps = { user: string; page: number; go: (next: AllTransactionsSearch) => void };

function Ledger({ user, page, go }: LedgerProps) {
  const ledger = useUserLedger(user, page);
  const turn = (next: number) => go({ user, view: 'ledger', page: next });
  useExistingPage(page, ledger.data?.pagination.totalPages, turn);
  return (
    <>
      <WhenLoaded list={ledger} what="ledger">
        {ledger.data?.entries.length === 0 ? (
          <EmptyState title="Nothing moved yet" text="This account has no movements." />
        ) : (
          <DataTable
            caption="Ledger"
            columns={LEDGER_COLUMNS}
            rows={ledger.data?.entries ?? []}
            keyOf={(entry) => String(entry.version)}
            card={(entry) => <EntryTile entry={entry} />}
          />
        )}
      </WhenLoaded>
      {ledger.data && (
        <div className="mt-5 flex flex-wrap items-center justify-between gap-4">
          <p className="text-small text-text-2">
            {ledger.data.pagination.total.toLocaleString('en-CA')} movements
          </p>
          <Pagination
            label="Ledger"
            page={page}
            totalPages={ledger.data.pagination.totalPages}
            onPage={turn}
          />
        </div>
      )}
    </>
  );
}

const ACCOUNT_WORDS: Record<HouseAccount, string> = {
  'house:sales': 'Sales',
  'house:tax': 'Tax',
  'house:fees': 'Fees',
  'house:shipping': 'Shipping',
  'house:buyback': 'Buyback',
  'house:promotions': 'Promotions',
  'house:card_clearing': 'Card clearing',
  'house:refunds': 'Refunds',
};

const LEDGER_COLUMNS: Column<LedgerEntry>[] = [
  { name: 'version', head: 'No.', cell: (entry) => entry.version },
  {
    name: 'at',
    head: 'When',
    cell: (entry) => (
      <span className="whitespace-nowrap text-text-2">{formatMoment(entry.createdAt)}</span>
    ),
  },
  { name: 'type', head: 'Type', cell: (entry) => TYPE_WORDS[entry.type] },
  {
    name: 'what',
    head: 'What',
    cell: (entry) => <span className="break-words text-text-2">{entry.description}</span>,
  },
  { name: 'other', head: 'House account', cell: (entry) => ACCOUNT_WORDS[entry.otherAccount] },
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
