// The actions on all ticked cards. Each action asks for confirmation first.
import type { CardItem } from '#contract/collection.ts';
import type { Reply } from '#contract/endpoint.ts';
import { BULK_CARDS_MAX, type sellCardsInBulk } from '#contract/collection.ts';
import { PRICES_CHANGE } from '#domain/price-refresh.ts';
import { formatCad, sum, type Cents } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { messageOf } from '../api/messages.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { showToast } from '../ui/toast.tsx';
import { countCards } from './card-words.ts';
import { shippingState } from './navigation-state.ts';
import { usePricesChange } from './prices-change-soon.tsx';
import { saleOf, useSellCards } from './queries.ts';
import { Worth } from '../ui/worth.tsx';

type BulkBarProps = {
  items: CardItem[];
  onDone: () => void;
  more?: ReactNode;
};

/** `more`: further content next to the actions. */
export function BulkBar({ items, onDone, more }: BulkBarProps) {
  const [askedAt, setAskedAt] = useState<Date | null>(null);
  const sell = useSellCards();
  const changeSoon = usePricesChange();
  // Worthless cards are not sold, because the owner would get nothing for them.
  const bought = items.filter((item) => item.sellPrice > 0);
  const amount = sum(...bought.map((item) => item.sellPrice));

  const confirm = () =>
    sell.mutate(
      { cards: bought.map(saleOf) },
      {
        onSuccess: (sold) => {
          tell(sold);
          close();
          onDone();
        },
      },
    );
  const close = () => {
    setAskedAt(null);
    sell.reset();
  };

  if (items.length === 0) return null;
  return (
    <>
      <div className="sticky top-[calc(var(--header)+8px)] z-10 mb-4 flex flex-wrap items-center justify-between gap-3 rounded-control bg-brand-soft px-4 py-2 max-sm:px-3 text-small font-semibold text-on-brand-soft">
        <Selected items={items} amount={amount} />
        <div className="flex flex-wrap gap-2">
          {more}
          <Button variant="ghost" size="small" onClick={onDone}>
            Clear
          </Button>
          <Button
            size="small"
            // One sale can include at most `BULK_CARDS_MAX` cards.
            disabled={bought.length === 0 || bought.length > BULK_CARDS_MAX}
            onClick={() => setAskedAt(new Date())}
          >
            Sell all
          </Button>
          <ShipAll items={items} />
        </div>
      </div>
      {askedAt !== null && (
        <Confirm
          title={`Sell ${bought.length} card(s)?`}
          text={`Are you sure you want to sell ${bought.length} card(s) for approximately ${formatCad(amount)}? This action cannot be undone.${worthlessWords(items.length - bought.length)}${changeSoon(askedAt) ? ` ${PRICES_CHANGE}` : ''}`}
          confirm={`Sell ${bought.length}`}
          variant="primary"
          busy={sell.isPending}
          problem={sell.error && { title: 'Failed to Sell Cards', text: messageOf(sell.error) }}
          onConfirm={confirm}
          onCancel={close}
        />
      )}
    </>
  );
}

function Selected({ items, amount }: { items: CardItem[]; amount: Cents }) {
  return (
    <output className="flex flex-wrap gap-x-4">
      Selected all ({items.length})
      <Worth
        market={sum(...items.map((item) => item.marketValue))}
        sellPrice={amount}
        className="font-normal"
      />
    </output>
  );
}

function ShipAll({ items }: { items: CardItem[] }) {
  return (
    <Link
      to="/shipping"
      state={shippingState(items)}
      className={buttonClass({ variant: 'secondary', size: 'small' })}
    >
      Ship all
    </Link>
  );
}

/** Says how many of the ticked cards are worthless and stay with their owner. Empty if none are worthless. */
function worthlessWords(count: number): string {
  if (count === 0) return '';
  return ` ${countCards(count)} worth nothing ${count === 1 ? 'stays' : 'stay'} yours.`;
}

/** The maximum number of failures that a message lists by name. */
const FAILURES_NAMED = 3;

function tell(sold: Reply<typeof sellCardsInBulk>): void {
  const { successCount, failureCount, totalSellPrice, results } = sold;
  const failures = results
    .filter((result) => !result.success)
    .slice(0, FAILURES_NAMED)
    .map((result) => `${result.cardName}: ${result.error}`)
    .join('; ');
  if (failureCount === 0) {
    showToast({
      kind: 'success',
      title: 'Cards Sold Successfully',
      text: `${successCount} card(s) for ${formatCad(totalSellPrice)}.`,
    });
  } else if (successCount === 0) {
    showToast({ kind: 'error', title: 'Failed to Sell Cards', text: failures });
  } else {
    showToast({
      kind: 'error',
      title: 'Partial Success',
      text: `${successCount} sold for ${formatCad(totalSellPrice)}, ${failureCount} not. ${failures}`,
    });
  }
}
