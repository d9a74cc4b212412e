// The newest transactions of the user, for My account.
import { listTransactions, type Transaction } from '#contract/wallet.ts';
import { Link } from '@tanstack/react-router';
import { useAsk } from '../api/ask.ts';
import { messageOf } from '../api/messages.ts';
import { formatDay } from '../ui/moments.ts';
import { Button } from '../ui/button.tsx';
import { FoldingPanel } from '../ui/folding-panel.tsx';
import { Banner, Loading, Skeleton } from '../ui/states.tsx';
import { formatSigned, STATUS_WORDS, typeWords } from './transaction-words.ts';

const RECENT = 5;

export function RecentTransactions() {
  const recent = useAsk(listTransactions, { limit: RECENT });
  return (
    <FoldingPanel
      title="Recent transactions"
      aside={
        recent.data &&
        recent.data.transactions.length > 0 && (
          <Link to="/transactions" className="link hit-44 text-small font-[560]">
            See all transactions
          </Link>
        )
      }
    >
      {recent.data ? (
        <List transactions={recent.data.transactions} />
      ) : recent.isError ? (
        <Banner title="Your transactions could not be loaded">
          <p>{messageOf(recent.error)}</p>
          <Button
            variant="secondary"
            size="small"
            onClick={() => void recent.refetch()}
            className="mt-3"
          >
            Try Again
          </Button>
        </Banner>
      ) : (
        <Loading text="Loading transactions...">
          <Skeleton className="mt-4 h-60" />
        </Loading>
      )}
    </FoldingPanel>
  );
}

function List({ transactions }: { transactions: Transaction[] }) {
  if (transactions.length === 0) {
    return (
      <p className="text-small text-text-2">
        What you buy, sell and get back appears here.{' '}
        <Link to="/packs" className="link">
          Browse Card Packs
        </Link>
      </p>
    );
  }
  return (
    <ul className="text-small">
      {transactions.map((one) => (
        <li
          key={one.id}
          className="flex items-baseline justify-between gap-4 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0"
        >
          <div className="min-w-0">
            <Link
              to="/transactions/$transactionId"
              params={{ transactionId: one.id }}
              className="link hit-44 font-semibold break-words"
            >
              {one.description}
            </Link>
            <p className="text-text-2">
              {formatDay(one.createdAt)} · {typeWords(one)}
              {one.status !== 'completed' && ` · ${STATUS_WORDS[one.status].word}`}
            </p>
          </div>
          <span className="font-semibold whitespace-nowrap">{formatSigned(one.amount)}</span>
        </li>
      ))}
    </ul>
  );
}
