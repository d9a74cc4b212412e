// The cards that can be sold or shipped: one by one, or those that are ticked.
import { EXPIRING_DAYS, type CardItem } from '#contract/collection.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CardImage } from '../ui/art.tsx';
import { Badge, RarityBadge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Worth } from '../ui/worth.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { foilType } from './card-words.ts';
import { Expiry } from './expiry.tsx';
import { shippingState } from './navigation-state.ts';
import { useSelection, type Selection } from './selection.ts';
import { SellDialog } from './sell-dialog.tsx';
import { StatusBadge } from '../catalogue/status-badge.tsx';

/** `isFiltered`: the items are only those whose time ends soon. */
export function AvailableTab({ items, isFiltered }: { items: CardItem[]; isFiltered: boolean }) {
  const selection = useSelection();
  const [selling, setSelling] = useState<CardItem | null>(null);
  if (items.length === 0 && isFiltered) {
    return (
      <EmptyState
        title="No cards expire soon"
        text={`Nothing ends within ${EXPIRING_DAYS} days.`}
        action={
          <Link to="/my-cards" className={buttonClass()}>
            Show all cards
          </Link>
        }
      />
    );
  }
  if (items.length === 0) {
    return (
      <EmptyState
        title="No cards available"
        text="Cards you reveal and keep will appear here."
        action={
          <Link to="/" className={buttonClass()}>
            Browse Card Packs
          </Link>
        }
      />
    );
  }
  return (
    <>
      <BulkBar items={selection.items} onDone={selection.clear} />
      <div className="mb-3 min-[980px]:hidden">
        <SelectAll items={items} selection={selection} label="Select all" />
      </div>
      <DataTable
        caption="Available cards"
        columns={columns(items, selection, setSelling)}
        rows={items}
        keyOf={(item) => item.card.id}
        isSelected={selection.has}
        card={(item) => <CardTile item={item} selection={selection} onSell={setSelling} />}
      />
      {selling && <SellDialog item={selling} onClose={() => setSelling(null)} />}
    </>
  );
}

/** Not the ones that have just been sent off, as long as the list has not been loaded again. */
function isFree(item: CardItem): boolean {
  return item.status === 'available';
}

function SelectAll({
  items,
  selection,
  label,
  hideLabel = false,
}: {
  items: CardItem[];
  selection: Selection;
  label: string;
  hideLabel?: boolean;
}) {
  const free = items.filter(isFree);
  const ticked = free.filter(selection.has).length;
  return (
    <Checkbox
      label={label}
      hideLabel={hideLabel}
      checked={ticked === free.length && ticked > 0}
      indeterminate={ticked > 0 && ticked < free.length}
      onChange={() => selection.toggleAll(free)}
    />
  );
}

function columns(
  items: CardItem[],
  selection: Selection,
  onSell: (item: CardItem) => void,
): Column<CardItem>[] {
  return [
    {
      name: 'select',
      head: <SelectAll items={items} selection={selection} label="Select all" hideLabel />,
      cell: (item) => <SelectOne item={item} selection={selection} />,
    },
    { name: 'card', head: 'Card', cell: (item) => <CardCell item={item} /> },
    {
      name: 'rarity',
      head: 'Rarity',
      cell: (item) => <RarityBadge rarity={item.card.rarity} withOther />,
    },
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
    { name: 'expires', head: 'Expires', cell: (item) => isFree(item) && <Expiry item={item} /> },
    {
      name: 'value',
      head: 'Credit value',
      align: 'right',
      cell: (item) =>
        isFree(item) && <Worth as="stack" market={item.marketValue} sellPrice={item.sellPrice} />,
    },
    {
      name: 'actions',
      head: 'Actions',
      align: 'right',
      cell: (item) =>
        isFree(item) ? (
          <span className="flex justify-end gap-1">
            <Button look="secondary" size="small" onClick={() => onSell(item)}>
              Sell<span className="sr-only"> {item.card.name}</span>
            </Button>
            <ShipLink item={item} className={buttonClass({ look: 'ghost', size: 'small' })} />
          </span>
        ) : (
          <StatusBadge status={item.status} />
        ),
    },
  ];
}

function SelectOne({ item, selection }: { item: CardItem; selection: Selection }) {
  if (!isFree(item)) return null;
  return (
    <Checkbox
      label={`Select ${item.card.name}`}
      hideLabel
      checked={selection.has(item)}
      onChange={() => selection.toggle(item)}
    />
  );
}

function ShipLink({ item, className }: { item: CardItem; className: string }) {
  return (
    <Link to="/shipping" state={shippingState([item])} className={className}>
      Ship<span className="sr-only"> {item.card.name}</span>
    </Link>
  );
}

export function CardCell({ item }: { item: CardItem }) {
  return (
    <span className="flex items-center gap-3">
      <CardImage src={item.card.imageUrl} alt="" className="w-8 shrink-0" />
      <span className="font-[560]">{item.card.name}</span>
    </span>
  );
}

function CardTile({
  item,
  selection,
  onSell,
}: {
  item: CardItem;
  selection: Selection;
  onSell: (item: CardItem) => void;
}) {
  return (
    <div className="grid gap-4">
      <div className="flex gap-4">
        <SelectOne item={item} selection={selection} />
        <CardImage src={item.card.imageUrl} alt="" className="w-16 shrink-0 self-start" />
        <div className="grid min-w-0 flex-1 gap-2">
          <p className="font-semibold break-words">{item.card.name}</p>
          <p className="flex flex-wrap gap-2">
            <RarityBadge rarity={item.card.rarity} withOther />
            <Badge tone="outline">{foilType(item.card.finish)}</Badge>
          </p>
          <p className="truncate text-small text-text-2">{item.packName}</p>
          {isFree(item) && (
            <>
              <p className="text-small">
                <Worth as="stack" market={item.marketValue} sellPrice={item.sellPrice} />
              </p>
              <p className="text-small">
                <span className="text-text-2">Expires </span>
                <Expiry item={item} />
              </p>
            </>
          )}
        </div>
      </div>
      {isFree(item) ? (
        <div className="grid grid-cols-2 gap-3">
          <Button look="secondary" onClick={() => onSell(item)}>
            Sell<span className="sr-only"> {item.card.name}</span>
          </Button>
          <ShipLink item={item} className={buttonClass({ look: 'secondary' })} />
        </div>
      ) : (
        <p>
          <StatusBadge status={item.status} />
        </p>
      )}
    </div>
  );
}
