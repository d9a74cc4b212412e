// The dialog that sells one card to the shop. It shows the card, the shop's price, and the balance after the sale.
import { saysCardIsGone } from '#domain/card.ts';
import { formatCad, sum, type Cents } from '#domain/money.ts';
import { formatMultiplier, MULTIPLIER_BASE } from '#domain/sellback.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useProfile } from '../accounts/queries.ts';
import { useResponses } from '../api/do.ts';
import { asApiError } from '../api/api-error.ts';
import { messageOf } from '../api/messages.ts';
import { CardImage } from '../ui/art.tsx';
import { Badge, RarityBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { IllustrationMark } from '../ui/illustration-mark.tsx';
import { Price } from '../ui/price.tsx';
import { Banner } from '../ui/states.tsx';
import { SumLine } from '../ui/sum-line.tsx';
import { showToast } from '../ui/toast.tsx';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { PricesChangeSoon } from './prices-change-soon.tsx';
import { ReturnSingle } from './return-single.tsx';
import { shippingState } from './navigation-state.ts';
import { saleOf, useBackground, useSellCard, type CardOnSale } from './queries.ts';

/** If the shop says that the user no longer has the card, the list is reloaded after this delay. */
const RELOAD_AFTER_MS = 2000;

export function SellDialog({
  item,
  onClose,
  onSold,
}: {
  item: CardOnSale;
  onClose: () => void;
  /** Called after the sale, with the amount that the shop paid. */
  onSold?: (paid: Cents) => void;
}) {
  const balance = useProfile().data?.account_balance;
  const sell = useSellCard();
  const { refresh } = useResponses();
  const reload = () => void refresh(['cards']);
  const [problem, setProblem] = useState<string | null>(null);

  const confirm = () => {
    setProblem(null);
    sell.mutate(saleOf(item), {
      onSuccess: (sold) => {
        showToast({
          kind: 'success',
          title: 'Card Sold Successfully!',
          text: `${formatCad(sold.sellPrice)} was added to your balance.`,
        });
        onSold?.(sold.sellPrice);
        onClose();
      },
      onError: (error) => {
        const message = messageOf(error, { SERVER_ERROR: 'Failed to sell card' });
        showToast({ kind: 'error', title: 'Failed to Sell Card', text: message });
        if (saysCardIsGone(message)) {
          onClose();
          setTimeout(reload, RELOAD_AFTER_MS);
        } else {
          setProblem(message);
          if (asApiError(error).code === 'PRICE_CHANGED') reload();
        }
      },
    });
  };

  return (
    <Dialog isOpen onClose={onClose} title={item.card.name} canClose={!sell.isPending} width={520}>
      <div className="flex gap-5">
        <div className="w-33 shrink-0 text-center max-sm:w-25">
          <CardImage src={item.card.imageUrl} alt="" eager className="w-full shadow-art" />
          <IllustrationMark src={item.card.imageUrl} className="mt-2 block" />
        </div>
        <div className="min-w-0">
          <p className="flex flex-wrap gap-2">
            <RarityBadge rarity={item.card.rarity} />
            <Badge tone="outline">{FINISH_WORDS[item.card.finish]}</Badge>
            <Badge tone="outline">{item.card.condition}</Badge>
          </p>
          <p className="mt-4 text-small text-text-2">Instant Buyback</p>
          <p className="font-display text-h2 font-[760]">
            <Price amount={item.sellPrice} />
          </p>
          <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-text-2">
            <Badge tone="brand">{formatMultiplier(item.sellPrice)}</Badge>
            {formatCad(MULTIPLIER_BASE)} is 1x
          </p>
          <Background item={item} />
        </div>
      </div>
      {typeof item.boughtFor === 'number' && (
        <div className="mt-5 empty:hidden">
          <ReturnSingle card={item.card} isShort onReturned={onClose} />
        </div>
      )}
      <dl className="mt-5 grid gap-2 rounded-control bg-surface-2 p-4 text-small">
        <SumLine label="Current balance" amount={balance} />
        <SumLine label="Credit from sale" amount={item.sellPrice} sign="+ " />
        <SumLine
          label="New balance"
          amount={balance === undefined ? undefined : sum(balance, item.sellPrice)}
          isStrong
        />
      </dl>
      {problem && (
        <div className="mt-4">
          <Banner>{problem}</Banner>
        </div>
      )}
      <div className="mt-5 grid grid-cols-[1fr_1.4fr] gap-3">
        <Button variant="secondary" onClick={onClose} disabled={sell.isPending}>
          Cancel
        </Button>
        <Button onClick={confirm} busy={sell.isPending}>
          Confirm Sell
        </Button>
      </div>
      <PricesChangeSoon />
      <p className="mt-4 text-center text-small">
        <Link
          to="/shipping/$cardId"
          params={{ cardId: item.card.id }}
          state={shippingState([item])}
          className="link hit-44"
        >
          Prefer to keep it? Ship this card instead
        </Link>
      </p>
    </Dialog>
  );
}

/** Figures with which the user can compare the shop's price. Their space is reserved while they load. */
function Background({ item }: { item: CardOnSale }) {
  const background = useBackground(item);
  return (
    <p className="mt-3 min-h-10 text-small text-text-2">
      {background && (
        <>
          Market <Price amount={background.marketValue} />
          {background.packCost !== null && (
            <>
              <br />
              You paid <Price amount={background.packCost} />
              {background.boughtFor === null && ' for its pack'}
            </>
          )}
        </>
      )}
    </p>
  );
}
