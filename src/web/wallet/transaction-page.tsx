// The page with one transaction: its details, and a link to its receipt.
import {
  showReceipt,
  showTransaction,
  type PackReturn,
  type Transaction,
  type TransactionDetail,
} from '#contract/wallet.ts';
import { formatCad } from '#domain/money.ts';
import { receiptColumn } from '#domain/transaction.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import { useAsk } from '../api/ask.ts';
import { asApiError } from '../api/api-error.ts';
import { messageOf } from '../api/messages.ts';
import { Badge } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Panel } from '../ui/panel.tsx';
import { Price } from '../ui/price.tsx';
import { Banner, EmptyState, ErrorState, Loading, Skeleton } from '../ui/states.tsx';
import { LineText } from './line-text.tsx';
import { AskReturnButton, RefundButton } from './refund-button.tsx';
import { formatSigned, methodWords, STATUS_WORDS, typeWords } from './transaction-words.ts';
import { formatMoment } from '../ui/moments.ts';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';

export const screen = createLazyRoute('/transactions/$transactionId')({
  component: TransactionPage,
});

function TransactionPage() {
  const { transactionId } = screen.useParams();
  const transaction = useAsk(showTransaction, { id: transactionId });
  return (
    <div className="page pt-9 pb-20">
      <div className="mx-auto max-w-3xl">
        <BackLink to="/transactions">Transactions</BackLink>
        <h1 tabIndex={-1} className="mt-3 mb-7 text-h2 sm:text-h1">
          {transaction.data ? typeWords(transaction.data) : 'Transaction'}
        </h1>
        {transaction.data ? (
          <Details transaction={transaction.data} />
        ) : transaction.isError ? (
          <TransactionError error={transaction.error} onRetry={() => void transaction.refetch()} />
        ) : (
          <Loading text="Loading transaction...">
            <Skeleton className="mt-6 h-80" />
          </Loading>
        )}
      </div>
    </div>
  );
}

function BackLink({ to, children }: { to: '/transactions'; children: ReactNode }) {
  return (
    <Link to={to} className="link inline-flex min-h-11 items-center gap-1.5 text-small font-[560]">
      <Icon name="left" size={16} />
      {children}
    </Link>
  );
}

/**
 * Shown if a transaction or receipt could not be loaded. If it does not exist, shows "not found" instead of the error.
 */
export function TransactionError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (['NOT_FOUND', 'VALIDATION_ERROR'].includes(asApiError(error).code)) {
    return (
      <EmptyState
        title="Transaction not found"
        text="It is not one of yours, or its address is incomplete."
        action={
          <Link to="/transactions" className={buttonClass({ variant: 'secondary' })}>
            See all transactions
          </Link>
        }
      />
    );
  }
  return (
    <ErrorState title="Failed to load this transaction" text={messageOf(error)} onRetry={onRetry} />
  );
}

function Details({ transaction }: { transaction: TransactionDetail }) {
  const part = useRef<HTMLDivElement>(null);
  // After the last possible refund, the refund button disappears. The focus then moves to the link to the refund.
  const fallback = useFocusFallback(() => part.current?.querySelector<HTMLElement>('dd a'));
  const details: [label: string, value: ReactNode][] = [
    ['Status', <StatusBadge key="status" status={transaction.status} />],
    ...(transaction.refunds.length === 0
      ? []
      : ([['Refunded', <Refunds key="refunds" refunds={transaction.refunds} />]] satisfies [
          string,
          ReactNode,
        ][])),
    ['Date', formatMoment(transaction.createdAt)],
    ['Payment method', methodWords(transaction.paymentMethod)],
    ...(transaction.failureReason === null
      ? []
      : ([['What went wrong', transaction.failureReason]] satisfies [string, ReactNode][])),
    ['Reference', transaction.reference ?? '–'],
    ['Transaction ID', transaction.id],
  ];
  return (
    <div ref={part} {...fallback}>
      <Panel title={transaction.description}>
        <p className="mb-5 font-display text-figure font-[760]">
          {formatSigned(transaction.amount)}
        </p>
        <dl className="border-t border-line text-small">
          {details.map(([label, value]) => (
            <div
              key={label}
              className="grid gap-x-6 gap-y-1 border-b border-line py-3 sm:grid-cols-[160px_minmax(0,1fr)]"
            >
              <dt className="text-text-2">{label}</dt>
              <dd className="min-w-0 break-words">{value}</dd>
            </div>
          ))}
        </dl>
        {transaction.status === 'completed' && (
          <div className="mt-5 flex flex-wrap gap-3">
            <Link
              to="/transactions/$transactionId/receipt"
              params={{ transactionId: transaction.id }}
              className={buttonClass({ variant: 'secondary' })}
            >
              View receipt
            </Link>
            {transaction.packReturn?.way === 'open' && <RefundButton transaction={transaction} />}
            {transaction.packReturn?.way === 'ask' && <AskReturnButton transaction={transaction} />}
          </div>
        )}
        {transaction.packReturn !== null && <ReturnNote {...transaction.packReturn} />}
        {(transaction.cardCount ?? 0) > 1 && <CardsBehind transaction={transaction} />}
      </Panel>
    </div>
  );
}

/** Says until when the sealed packs can be returned. If they can't be returned, says why. */
function ReturnNote({ way, until, message }: PackReturn) {
  const words = [
    way === 'open' &&
      until &&
      `Until ${formatMoment(until)} you can return the unopened packs here.`,
    message,
  ].filter(Boolean);
  return words.length > 0 && <p className="mt-3 text-small text-text-2">{words.join(' ')}</p>;
}

function StatusBadge({ status }: Pick<Transaction, 'status'>) {
  const { word, tone } = STATUS_WORDS[status];
  return <Badge tone={tone}>{word}</Badge>;
}

/** Lists the refunds of a transaction. They may be finished or pending. */
function Refunds({ refunds }: Pick<TransactionDetail, 'refunds'>) {
  return (
    <ul className="grid gap-2">
      {refunds.map(({ id, amount, createdAt, status }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link to="/transactions/$transactionId" params={{ transactionId: id }} className="link">
            {formatCad(amount)} on {formatMoment(createdAt)}
          </Link>
          {status !== 'completed' && <StatusBadge status={status} />}
        </li>
      ))}
    </ul>
  );
}

/** Lists the cards that this transaction sold or converted. */
function CardsBehind({ transaction: { id, type } }: { transaction: Transaction }) {
  const receipt = useAsk(showReceipt, { id });
  if (receipt.data === undefined && receipt.isError) {
    return (
      <div className="mt-5">
        <Banner title="Its cards could not be loaded">{messageOf(receipt.error)}</Banner>
      </div>
    );
  }
  if (receipt.data === undefined) return <Skeleton className="mt-5 h-40" />;
  return (
    <table className="mt-6 w-full border-collapse text-small">
      <caption className="sr-only">The cards of this transaction</caption>
      <thead>
        <tr className="border-b border-line-strong text-head text-text-2">
          <th scope="col" className="pb-2 text-left font-[560]">
            Card
          </th>
          <th scope="col" className="pb-2 text-right font-[560]">
            {receiptColumn(type)}
          </th>
        </tr>
      </thead>
      <tbody>
        {receipt.data.lines.map((line, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- Two lines may be alike, and lines never move.
          <tr key={at} className="border-b border-line last:border-0">
            <td className="py-2 break-words">
              <LineText line={line} />
            </td>
            <td className="py-2 text-right">
              <Price amount={line.amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
