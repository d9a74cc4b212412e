// Transactions: everything that moved one's money. Filters and page stand in the address.
import { listTransactions, type Transaction } from '#contract/wallet.ts';
import { JOURNAL_KINDS } from '#domain/ledger.ts';
import { TRANSACTION_STATUSES } from '#domain/transaction.ts';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAsk } from '../api/ask.ts';
import { messageOf } from '../api/messages.ts';
import { endOfDay, formatDay, startOfDay } from '../ui/moments.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { DataTable, RowsSkeleton, type Column } from '../ui/data-table.tsx';
import { Field } from '../ui/field.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { Select } from '../ui/select.tsx';
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx';
import { formatSigned, methodWords, STATUS_WORDS, TYPE_WORDS } from './transaction-words.ts';
import { useExistingPage } from '../ui/use-existing-page.ts';
import type { TransactionsSearch } from './transactions-search.ts';

export const screen = createLazyRoute('/transactions')({ component: TransactionsPage });

const PAGE_LIMIT = 10;

function TransactionsPage() {
  const search = screen.useSearch();
  const navigate = useNavigate();
  const { page = 1, ...filters } = search;
  const { type, status, from, to } = filters;
  const transactions = useAsk(
    listTransactions,
    {
      page,
      limit: PAGE_LIMIT,
      ...(type && { type: [type] }),
      ...(status && { status: [status] }),
      ...(from && { from: startOfDay(from) }),
      ...(to && { to: endOfDay(to) }),
    },
    { keepsPrevious: true },
  );
  const isNarrowed = Object.keys(filters).length > 0;

  const go = (next: TransactionsSearch) => void navigate({ to: '/transactions', search: next });
  useExistingPage(page, transactions.data?.pagination.totalPages, (existing) =>
    go({ ...filters, page: existing }),
  );

  return (
    <div className="page pt-9 pb-20">
      <h1 tabIndex={-1} className="mb-5 text-h2 sm:text-h1">
        Transactions
      </h1>
      <Filters filters={filters} onChange={go} isNarrowed={isNarrowed} />
      <div className="pt-5">
        {transactions.data ? (
          <List
            transactions={transactions.data.transactions}
            isNarrowed={isNarrowed}
            onClear={() => go({})}
          />
        ) : transactions.isError ? (
          <ErrorState
            title="Failed to load transactions"
            text={messageOf(transactions.error)}
            onRetry={() => void transactions.refetch()}
          />
        ) : (
          <Loading text="Loading transactions...">
            <RowsSkeleton rows={5} />
          </Loading>
        )}
        {transactions.data && (
          <div className="mt-5 flex justify-end">
            <Pagination
              label="Transactions"
              page={search.page ?? 1}
              totalPages={transactions.data.pagination.totalPages}
              onPage={(page) => go({ ...filters, page })}
            />
          </div>
        )}
      </div>
    </div>
  );
}

type FiltersProps = {
  filters: Omit<TransactionsSearch, 'page'>;
  isNarrowed: boolean;
  onChange: (filters: TransactionsSearch) => void;
};

/** A change of a filter begins at the first page. */
function Filters({ filters, isNarrowed, onChange }: FiltersProps) {
  const change = (name: keyof TransactionsSearch, value: string) => {
    const { [name]: _before, ...rest } = filters as TransactionsSearch;
    onChange(value === '' ? rest : { ...rest, [name]: value });
  };
  return (
    <form
      aria-label="Filter transactions"
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-2 items-end gap-4 sm:grid-cols-[repeat(4,minmax(0,1fr))_auto] lg:max-w-4xl"
    >
      <Select
        label="Type"
        value={filters.type ?? ''}
        onChange={({ target }) => change('type', target.value)}
        options={[
          { value: '', label: 'All types' },
          ...JOURNAL_KINDS.map((kind) => ({ value: kind, label: TYPE_WORDS[kind] })),
        ]}
      />
      <Select
        label="Status"
        value={filters.status ?? ''}
        onChange={({ target }) => change('status', target.value)}
        options={[
          { value: '', label: 'Any status' },
          ...TRANSACTION_STATUSES.map((status) => ({
            value: status,
            label: STATUS_WORDS[status].word,
          })),
        ]}
      />
      <DayField label="From" value={filters.from} onChange={(day) => change('from', day)} />
      <DayField label="To" value={filters.to} onChange={(day) => change('to', day)} />
      {isNarrowed && (
        <Button look="ghost" onClick={() => onChange({})} className="col-span-2 sm:col-span-1">
          Clear
        </Button>
      )}
    </form>
  );
}

function DayField({
  label,
  value = '',
  onChange,
}: {
  label: string;
  value?: string | undefined;
  onChange: (day: string) => void;
}) {
  return (
    <Field
      label={<span className="font-normal text-text-2">{label}</span>}
      className="min-w-0 max-[360px]:col-span-2"
      type="date"
      // A day counts when it is all there; another one from the address starts the field anew.
      key={value}
      defaultValue={value}
      onChange={({ target }) => {
        if (target.value !== value && target.validity.valid) onChange(target.value);
      }}
    />
  );
}

function List({
  transactions,
  isNarrowed,
  onClear,
}: {
  transactions: Transaction[];
  isNarrowed: boolean;
  onClear: () => void;
}) {
  if (transactions.length === 0) {
    return isNarrowed ? (
      <EmptyState
        title="No transactions found"
        text="Nothing matches these filters."
        action={
          <Button look="secondary" onClick={onClear}>
            Show all transactions
          </Button>
        }
      />
    ) : (
      <EmptyState
        title="No transactions yet"
        text="What you buy, sell and get back shows here."
        action={
          <Link to="/packs" className={buttonClass()}>
            Browse Card Packs
          </Link>
        }
      />
    );
  }
  return (
    <DataTable
      caption="Transactions"
      columns={COLUMNS}
      rows={transactions}
      keyOf={(one) => one.id}
      card={(one) => <TransactionTile transaction={one} />}
    />
  );
}

const muted = (text: ReactNode) => <span className="whitespace-nowrap text-text-2">{text}</span>;

const COLUMNS: Column<Transaction>[] = [
  { name: 'date', head: 'Date', cell: (one) => muted(formatDay(one.createdAt)) },
  {
    name: 'description',
    head: 'Description',
    cell: (one) => <TransactionLink transaction={one} />,
  },
  { name: 'type', head: 'Type', cell: (one) => muted(TYPE_WORDS[one.type]) },
  { name: 'method', head: 'Payment method', cell: (one) => muted(methodWords(one.paymentMethod)) },
  { name: 'status', head: 'Status', cell: (one) => <StatusBadge transaction={one} /> },
  { name: 'amount', head: 'Amount', align: 'right', cell: (one) => <Signed transaction={one} /> },
];

function TransactionLink({ transaction }: { transaction: Transaction }) {
  return (
    <Link
      to="/transactions/$transactionId"
      params={{ transactionId: transaction.id }}
      className="link hit-44 font-semibold break-words"
    >
      {transaction.description}
    </Link>
  );
}

function StatusBadge({ transaction }: { transaction: Transaction }) {
  const { word, tone } = STATUS_WORDS[transaction.status];
  return <Badge tone={tone}>{word}</Badge>;
}

function Signed({ transaction }: { transaction: Transaction }) {
  return (
    <span className="font-semibold whitespace-nowrap">{formatSigned(transaction.amount)}</span>
  );
}

function TransactionTile({ transaction }: { transaction: Transaction }) {
  return (
    <div className="grid gap-2">
      <div className="flex items-start justify-between gap-4">
        <TransactionLink transaction={transaction} />
        <Signed transaction={transaction} />
      </div>
      <p className="flex flex-wrap items-center justify-between gap-2 text-small text-text-2">
        <span>
          {formatDay(transaction.createdAt)} · {TYPE_WORDS[transaction.type]}
        </span>
        <StatusBadge transaction={transaction} />
      </p>
    </div>
  );
}
