// Lists the cards that the user no longer has, with the amount that the user got for each card.
import type { CardItem } from '#contract/collection.ts';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { CardLink } from '../catalogue/card-link.tsx';
import { CardImage } from '../ui/art.tsx';
import { Badge, RarityBadge } from '../ui/badge.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Price } from '../ui/price.tsx';
import { EmptyState } from '../ui/states.tsx';
import { CardCell, Edition, HistoryLink, NAME_LINK } from './available-tab.tsx';
import { PAID_WORDS } from './card-words.ts';
import { formatDay } from '../ui/moments.ts';
import { StatusBadge } from '../catalogue/status-badge.tsx';

type Numbered = { number: number; item: CardItem };

/** `first`: the number of the first card on this page within the whole list. */
export function HistoryTab({ items, first }: { items: CardItem[]; first: number }) {
  if (items.length === 0) return <EmptyState title="No history found" />;
  const rows = items.map((item, at) => ({ number: first + at, item }));
  return (
    <DataTable
      caption="Cards that were sold, converted, shipped, delivered or taken back"
      columns={COLUMNS}
      rows={rows}
      keyOf={({ item }) => item.card.id}
      card={(row) => <HistoryTile row={row} />}
    />
  );
}

const COLUMNS: Column<Numbered>[] = [
  {
    name: 'number',
    head: '#',
    cell: ({ number }) => <span className="text-text-3">{number}</span>,
  },
  { name: 'card', head: 'Card', cell: ({ item }) => <CardCell item={item} /> },
  {
    name: 'rarity',
    head: 'Rarity',
    cell: ({ item }) => <RarityBadge rarity={item.card.rarity} />,
  },
  {
    name: 'finish',
    head: 'Finish',
    cell: ({ item }) => <span className="text-text-2">{FINISH_WORDS[item.card.finish]}</span>,
  },
  {
    name: 'pack',
    head: 'Pack',
    cell: ({ item }) => <span className="text-text-2">{item.packName}</span>,
  },
  {
    name: 'opened',
    head: 'Opened',
    cell: ({ item }) => (
      <span className="text-text-2">
        {item.boughtFor !== null && 'Bought '}
        {formatDay(item.openedAt)}
      </span>
    ),
  },
  {
    name: 'left',
    head: 'Left',
    cell: ({ item }) => (
      <span className="text-text-2">
        {isAskedFor(item) && 'Requested '}
        {formatDay(item.leftAt)}
      </span>
    ),
  },
  { name: 'status', head: 'Status', cell: ({ item }) => <StatusBadge status={item.status} /> },
  {
    name: 'paid',
    head: (
      <>
        Sell for <span className="block font-normal">what it brought</span>
      </>
    ),
    align: 'right',
    cell: ({ item }) => <Paid item={item} />,
  },
];

/** Whether the card's `leftAt` is when its shipment was requested. Such a card may still be at the shop. */
function isAskedFor({ status }: CardItem): boolean {
  return status === 'shipped' || status === 'delivered';
}

/** The amount that the user got for a card. If the card was not sold or converted, shows a dash. */
function Paid({ item }: { item: CardItem }) {
  const isPaid = item.status === 'sold' || item.status === 'converted';
  return isPaid ? <Price amount={item.sellPrice} className="font-semibold" /> : <span>–</span>;
}

function HistoryTile({ row: { number, item } }: { row: Numbered }) {
  return (
    <div className="flex gap-4">
      <CardImage src={item.card.imageUrl} alt="" className="w-16 shrink-0 self-start" />
      <div className="grid min-w-0 flex-1 gap-2">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span>
            <span className="mr-2 text-text-3">#{number}</span>
            <CardLink id={item.card.catalogueCardId} className={`${NAME_LINK} font-semibold`}>
              {item.card.name}
            </CardLink>
          </span>
          <HistoryLink item={item} className={NAME_LINK} />
        </p>
        <Edition item={item} />
        <p className="flex flex-wrap gap-2">
          <RarityBadge rarity={item.card.rarity} />
          <Badge tone="outline">{FINISH_WORDS[item.card.finish]}</Badge>
          <StatusBadge status={item.status} />
        </p>
        <p className="truncate text-small text-text-2">{item.packName}</p>
        <p className="flex justify-between text-small">
          <span className="text-text-2">{item.boughtFor === null ? 'Opened' : 'Bought'}</span>
          {formatDay(item.openedAt)}
        </p>
        <p className="flex justify-between text-small">
          <span className="text-text-2">{isAskedFor(item) ? 'Shipping requested' : 'Left'}</span>
          {formatDay(item.leftAt)}
        </p>
        {(item.status === 'sold' || item.status === 'converted') && (
          <p className="flex justify-between text-small">
            <span className="text-text-2">{PAID_WORDS[item.status]}</span>
            <Paid item={item} />
          </p>
        )}
      </div>
    </div>
  );
}
