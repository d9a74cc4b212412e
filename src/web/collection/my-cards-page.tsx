// The cards that one owns and can sell, a page at a time.
import type { CardItem } from '#contract/collection.ts';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../api/messages.ts';
import { CardImage } from '../ui/art.tsx';
import { Badge, RarityBadge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { Price } from '../ui/price.tsx';
import { Select } from '../ui/select.tsx';
import { EmptyState, ErrorState, Loading, Skeleton } from '../ui/states.tsx';
import { foilType } from './card-words.ts';
import { Expiry } from './expiry.tsx';
import { PAGE_SIZE_DEFAULT, PAGE_SIZES, type MyCardsSearch } from './my-cards-search.ts';
import { useAvailableCards } from './queries.ts';
import { SellDialog } from './sell-dialog.tsx';

export const screen = createLazyRoute('/my-cards')({ component: MyCardsPage });

function MyCardsPage() {
  const { page = 1, size = PAGE_SIZE_DEFAULT } = screen.useSearch();
  const navigate = useNavigate();
  const cards = useAvailableCards(page, size);
  const [selling, setSelling] = useState<CardItem | null>(null);
  const go = (search: MyCardsSearch) => void navigate({ to: '/my-cards', search });

  return (
    <div className="page pt-9 pb-20">
      <h1 tabIndex={-1} className="mb-7 text-h2 sm:text-h1">
        My cards
      </h1>
      {cards.isPending ? (
        <Loading text="Loading cards...">
          <div className="mt-6 grid gap-3">
            {Array.from({ length: 4 }, (_none, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- Grey blocks have nothing but their place.
              <Skeleton key={at} className="h-15" />
            ))}
          </div>
        </Loading>
      ) : cards.isError ? (
        <ErrorState
          title="Failed to load cards. Please try again."
          text={messageOf(cards.error)}
          onRetry={() => void cards.refetch()}
        />
      ) : cards.data.cards.length === 0 && page === 1 ? (
        <EmptyState
          title="No cards available"
          text="Cards you reveal and keep will appear here."
          action={
            <Link to="/" className={buttonClass()}>
              Browse Card Packs
            </Link>
          }
        />
      ) : (
        <>
          <DataTable
            caption="Available cards"
            columns={columns(setSelling)}
            rows={cards.data.cards}
            keyOf={(item) => item.card.id}
            card={(item) => <CardTile item={item} onSell={() => setSelling(item)} />}
          />
          <div className="mt-5 flex flex-wrap items-center justify-between gap-4">
            <Select
              label="Rows per page"
              labelAt="left"
              value={size}
              onChange={({ target }) =>
                go({ size: PAGE_SIZES.find((one) => one === Number(target.value))! })
              }
              options={PAGE_SIZES.map((one) => ({ value: String(one), label: String(one) }))}
            />
            <Pagination
              label="Cards"
              page={page}
              totalPages={cards.data.pagination.totalPages}
              onPage={(next) => go({ page: next, size })}
            />
          </div>
        </>
      )}
      {selling && <SellDialog item={selling} onClose={() => setSelling(null)} />}
    </div>
  );
}

function columns(onSell: (item: CardItem) => void): Column<CardItem>[] {
  return [
    {
      name: 'card',
      head: 'Card',
      cell: (item) => (
        <span className="flex items-center gap-3">
          <CardImage src={item.card.imageUrl} alt="" className="w-8 shrink-0" />
          <span className="font-[560]">{item.card.name}</span>
        </span>
      ),
    },
    { name: 'rarity', head: 'Rarity', cell: (item) => <RarityBadge rarity={item.card.rarity} /> },
    {
      name: 'finish',
      head: 'Finish',
      cell: (item) => <span className="text-text-2">{foilType(item.card.finish)}</span>,
    },
    {
      name: 'pack',
      head: 'Pack',
      cell: (item) => <span className="text-text-2">{item.packName}</span>,
    },
    { name: 'expires', head: 'Expires', cell: (item) => <Expiry item={item} /> },
    {
      name: 'value',
      head: 'Credit value',
      align: 'right',
      cell: (item) => <Price amount={item.sellPrice} className="font-semibold" />,
    },
    {
      name: 'actions',
      head: 'Actions',
      align: 'right',
      cell: (item) => (
        <Button look="secondary" size="small" onClick={() => onSell(item)}>
          Sell<span className="sr-only"> {item.card.name}</span>
        </Button>
      ),
    },
  ];
}

function CardTile({ item, onSell }: { item: CardItem; onSell: () => void }) {
  return (
    <div className="grid gap-4">
      <div className="flex gap-4">
        <CardImage src={item.card.imageUrl} alt="" className="w-16 shrink-0 self-start" />
        <div className="grid min-w-0 flex-1 gap-2">
          <p className="font-semibold break-words">{item.card.name}</p>
          <p className="flex flex-wrap gap-2">
            <RarityBadge rarity={item.card.rarity} />
            <Badge tone="outline">{foilType(item.card.finish)}</Badge>
          </p>
          <p className="truncate text-small text-text-2">{item.packName}</p>
          <p className="flex flex-wrap items-center justify-between gap-2 text-small">
            <Price amount={item.sellPrice} className="text-body font-semibold" />
            <Expiry item={item} />
          </p>
        </div>
      </div>
      <Button look="secondary" onClick={onSell}>
        Sell<span className="sr-only"> {item.card.name}</span>
      </Button>
    </div>
  );
}
