// The table of opened cards, in the order in which the user turned the cards.
import type { OpenedCard } from '#contract/opening.ts';
import type { Cents } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { CardLink } from '../catalogue/card-link.tsx';
import { StatusBadge } from '../catalogue/status-badge.tsx';
import { NotBought } from '../collection/not-bought.tsx';
import { CardImage } from '../ui/art.tsx';
import { Badge, RarityBadge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Price } from '../ui/price.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { creditWord } from './card-worth.tsx';

export type OpenedRow = {
  /** The position of the card in the order of turning. The first card has 1. */
  number: number;
  card: OpenedCard;
  /** The amount that the shop paid for the card. Null while the user still has the card. */
  soldFor: Cents | null;
};

type OpenedTableProps = {
  rows: readonly OpenedRow[];
  count: number;
  onSell: (card: OpenedCard) => void;
};

export function OpenedTable({ rows, count, onSell }: OpenedTableProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // After a sale, the pressed button disappears. The focus moves to the table's heading, before the stage above can
  // take it.
  const fallback = useFocusFallback(() => heading.current, { isFirst: true });
  return (
    <section {...fallback} aria-labelledby="cards-opened" className="page py-10 md:py-12">
      <div className="mb-5 flex flex-wrap items-baseline gap-x-4">
        <h2 ref={heading} id="cards-opened" tabIndex={-1} className="text-h3 md:text-h2">
          Cards Opened
        </h2>
        <p className="text-small text-text-2">
          {rows.length} of {count}
        </p>
      </div>
      {rows.length === 0 ? (
        <p className="rounded-card border border-line bg-surface px-4 py-8 text-center text-text-2">
          Each card you turn is listed here.
        </p>
      ) : (
        <DataTable
          caption="Cards Opened"
          columns={columns(onSell)}
          rows={rows}
          keyOf={({ card }) => card.id}
          card={(row) => <Tile row={row} onSell={onSell} />}
        />
      )}
    </section>
  );
}

function columns(onSell: OpenedTableProps['onSell']): Column<OpenedRow>[] {
  return [
    {
      name: 'number',
      head: '#',
      cell: ({ number }) => <span className="text-text-2">{number}</span>,
    },
    {
      name: 'card',
      head: 'Card Name',
      cell: ({ card }) => (
        <span className="flex items-center gap-3">
          <CardImage src={card.image} alt="" className="w-8 shrink-0" />
          <CardLink id={card.catalogueCardId} className="font-[560]">
            {card.name}
          </CardLink>
        </span>
      ),
    },
    {
      name: 'rarity',
      head: 'Rarity',
      cell: ({ card }) => <RarityBadge rarity={card.rarity} />,
    },
    {
      name: 'value',
      head: 'Credit value',
      align: 'right',
      cell: ({ card, soldFor }) => (
        <span className="inline-grid">
          <span className="block first-letter:uppercase">
            {creditWord(card, soldFor)}{' '}
            <Price amount={soldFor ?? card.sellPrice} className="font-semibold" />
          </span>
          <span className="text-[13px] text-text-2">
            Market <Price amount={card.value} />
          </span>
        </span>
      ),
    },
    {
      name: 'actions',
      head: 'Actions',
      align: 'right',
      cell: (row) => <Actions row={row} onSell={onSell} />,
    },
  ];
}

function Tile({ row, onSell }: { row: OpenedRow; onSell: OpenedTableProps['onSell'] }) {
  const { number, card, soldFor } = row;
  return (
    <div className="flex items-center gap-4">
      <CardImage src={card.image} alt="" className="w-14 shrink-0 self-start" />
      <div className="grid min-w-0 flex-1 gap-1.5">
        <p className="leading-tight font-semibold break-words">
          <span className="font-normal text-text-2">{number}. </span>
          <CardLink id={card.catalogueCardId}>{card.name}</CardLink>
        </p>
        <p>
          <RarityBadge rarity={card.rarity} />
        </p>
        <p className="text-small first-letter:uppercase">
          {creditWord(card, soldFor)}{' '}
          <Price amount={soldFor ?? card.sellPrice} className="font-semibold" />
          <span className="block text-text-2">
            Market <Price amount={card.value} />
          </span>
        </p>
      </div>
      <Actions row={row} onSell={onSell} />
    </div>
  );
}

function Actions({ row, onSell }: { row: OpenedRow; onSell: OpenedTableProps['onSell'] }) {
  if (row.soldFor !== null) return <Badge tone="brand">Sold</Badge>;
  if (row.card.status !== 'available') return <StatusBadge status={row.card.status} />;
  return (
    <span className="flex justify-end gap-1 max-md:grid max-md:gap-2">
      {row.card.sellPrice === 0 ? (
        <NotBought />
      ) : (
        <Button
          variant="secondary"
          size="small"
          className="max-md:min-h-11"
          onClick={() => onSell(row.card)}
        >
          Sell<span className="sr-only"> {row.card.name}</span>
        </Button>
      )}
      <Link
        to="/shipping/$cardId"
        params={{ cardId: row.card.id }}
        className={classNames(buttonClass({ variant: 'ghost', size: 'small' }), 'max-md:min-h-11')}
      >
        Ship<span className="sr-only"> {row.card.name}</span>
      </Link>
    </span>
  );
}
