// The page with all transactions that moved the user's money. The URL holds the filters and the page.
import { listTransactions, type Transaction } from '#contract/wallet.ts';
import { JOURNAL_KINDS } from '#domain/journal-kind.ts';
import { TRANSACTION_STATUSES } from '#domain/transaction.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { endOfDay, formatDay, startOfDay } from '../ui/moments.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { RowsSkeleton, type Column } from '../ui/data-table.tsx';
import { muted } from '../ui/muted.tsx';
import { Loading } from '../ui/states.tsx';
import { ChoiceField, DayField, FilterForm } from '../lists/list-fields.tsx';
import { ListPage } from '../lists/list-page.tsx';
import { useListPage } from '../lists/use-list-page.ts';

import {
  formatSigned,
  methodWords,
  STATUS_WORDS,
  TYPE_WORDS,
  typeWords,
} from './transaction-words.ts';
import { useAsk } from '../api/ask.ts';

const PAGE_LIMIT = 10;

export const screen = createLazyRoute('/transactions')({ component: TransactionsPage });

const STATUSES = TRANSACTION_STATUSES.map((status) => ({
  value: status,
  label: STATUS_WORDS[status].word,
}));

function TransactionsPage() {
  const search = screen.useSearch();
  const { page = 1, type, status, from, to } = search;
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
  const list = useListPage('/transactions', search);
  return (
    <div className="page pt-9 pb-20">
      <h1 tabIndex={-1} className="mb-5 text-h2 sm:text-h1">
        Transactions
      </h1>
      <FilterForm
        label="Filter transactions"
        className="grid-cols-2 pb-5 sm:grid-cols-[repeat(4,minmax(0,1fr))_auto] lg:max-w-4xl"
      >
        <ChoiceField
          label="Type"
          any="All types"
          options={JOURNAL_KINDS.map((kind) => ({ value: kind, label: TYPE_WORDS[kind] }))}
          {...list.field('type')}
        />
        <ChoiceField label="Status" any="Any status" options={STATUSES} {...list.field('status')} />
        <DayField label="From" className="max-[360px]:col-span-2" {...list.field('from')} />
        <DayField label="To" className="max-[360px]:col-span-2" {...list.field('to')} />
        {list.isNarrowed && (
          <Button variant="ghost" onClick={list.showAll} className="col-span-2 sm:col-span-1">
            Clear
          </Button>
        )}
      </FilterForm>
      <ListPage
        list={list}
        query={transactions}
        rows={transactions.data?.transactions}
        label="Transactions"
        one="transaction"
        hideCount
        loading={
          <Loading text="Loading transactions...">
            <RowsSkeleton rows={5} />
          </Loading>
        }
        failed="Failed to load transactions"
        none={{
          text: 'What you buy, sell and get back appears here.',
          action: (
            <Link to="/packs" className={buttonClass()}>
              Browse Card Packs
            </Link>
          ),
        }}
        columns={COLUMNS}
        keyOf={(one) => one.id}
        card={(one) => <TransactionTile transaction={one} />}
      />
    </div>
  );
}

const COLUMNS: Column<Transaction>[] = [
  {
    name: 'date',
    head: 'Date',
    cell: (one) => muted(formatDay(one.createdAt), 'whitespace-nowrap'),
  },
  {
    name: 'description',
    head: 'Description',
    cell: (one) => <TransactionLink transaction={one} />,
  },
  { name: 'type', head: 'Type', cell: (one) => muted(typeWords(one), 'whitespace-nowrap') },
  {
    name: 'method',
    head: 'Payment method',
    cell: (one) => muted(methodWords(one.paymentMethod), 'whitespace-nowrap'),
  },
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
          {formatDay(transaction.createdAt)} · {typeWords(transaction)}
          {transaction.paymentMethod !== null && ` · ${methodWords(transaction.paymentMethod)}`}
        </span>
        <StatusBadge transaction={transaction} />
      </p>
    </div>
  );
}
