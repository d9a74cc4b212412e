// The cards that the owner can sell or ship. The owner sells or ships a single card, or several ticked cards at once.
import { EXPIRING_DAYS, type CardItem } from '#contract/collection.ts';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { Link } from '@tanstack/react-router';
import { useRef, useState, type FocusEvent } from 'react';
import { useProfile } from '../accounts/queries.ts';
import { CardLink } from '../catalogue/card-link.tsx';
import { CardImage } from '../ui/art.tsx';
import { Badge, RarityBadge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/states.tsx';
import { isBorrowed, useFocusFallback } from '../ui/use-focus-fallback.ts';
import { Worth } from '../ui/worth.tsx';
import { LooseBinder, SetBinder, useOpenSet } from './binder.tsx';
import { BulkBar } from './bulk-bar.tsx';
import type { CardsView } from './cards-view.ts';
import { CardsWall } from './cards-wall.tsx';
import { Expiry } from './expiry.tsx';
import type { MyCardsSearch } from './my-cards-search.ts';
import { overCards, shippingState } from './navigation-state.ts';
import { NotBought } from './not-bought.tsx';
import { SelectEveryCard } from './select-every-card.tsx';
import type { Selection } from './selection.ts';
import { SellDialog } from './sell-dialog.tsx';
import { StatusBadge } from '../catalogue/status-badge.tsx';
import { isNarrowed, whichCards } from './which-cards.ts';

type AvailableTabProps = {
  /** The cards on this page of the list. */
  items: CardItem[];
  /** The number of cards on all pages. */
  total: number;
  search: MyCardsSearch;
  view: CardsView;
  selection: Selection;
  /** Whether a press on a card ticks it. In rows this has no effect, because each row has a checkbox. */
  isSelecting: boolean;
  /** Ends the selection. */
  onDone: () => void;
  /** Opens the binder at page `leaf` of a set. */
  onLeaf: (setId: string, leaf: number) => void;
};

export function AvailableTab(props: AvailableTabProps) {
  const { items, total, search, view, selection, isSelecting, onDone, onLeaf } = props;
  const [selling, setSelling] = useState<CardItem | null>(null);
  const openSet = useOpenSet(search);
  const isBySet = view === 'binder' && !isNarrowed(search) && openSet !== null;
  const isEmpty = items.length === 0 && !isBySet;
  const { list, fallback } = useFocusInList();
  const remaining = total > selection.items.length && total > items.length;
  return (
    <section ref={list} aria-label="Available cards" tabIndex={-1} {...fallback}>
      {!isEmpty && (
        <BulkBar
          items={selection.items}
          onDone={onDone}
          more={
            remaining && (
              <SelectEveryCard
                which={whichCards(search, view)}
                total={total}
                onSelect={selection.add}
              />
            )
          }
        />
      )}
      {!isEmpty && (view === 'rows' || (isSelecting && !isBySet)) && (
        <div className={view === 'rows' ? 'mb-3 min-[980px]:hidden' : 'mb-3'}>
          <SelectAll items={items} selection={selection} label="Select all" />
        </div>
      )}
      {isEmpty ? (
        <NoCards search={search} />
      ) : isBySet ? (
        <SetBinder set={openSet} search={search} onLeaf={onLeaf} {...{ selection, isSelecting }} />
      ) : view === 'binder' ? (
        <LooseBinder items={items} selection={selection} isSelecting={isSelecting} />
      ) : view === 'cards' ? (
        <CardsWall items={items} selection={selection} isSelecting={isSelecting} />
      ) : (
        <DataTable
          caption="Available cards"
          columns={columns(items, selection, setSelling)}
          rows={items}
          keyOf={(item) => item.card.id}
          isSelected={selection.has}
          card={(item) => <CardTile item={item} selection={selection} onSell={setSelling} />}
        />
      )}
      {selling && <SellDialog item={selling} onClose={() => setSelling(null)} />}
    </section>
  );
}

/** The controls from which a sale begins: the sell button of a row, or a card of the wall or the binder. */
const SALE_BEGINS = ['[data-sell]', '[data-pocket]'] as const;

/**
 * Returns handlers that move the focus after a sale, because the control of a sold card disappears. The focus moves to
 * the control that takes its place or, if there is none, to the list.
 */
function useFocusInList() {
  const list = useRef<HTMLElement>(null);
  const place = useRef<{ kind: string; at: number } | null>(null);
  // Each card has two sell buttons, one in its row and one in its tile. Only one of the two is visible.
  const visible = (kind: string) =>
    [...list.current!.querySelectorAll<HTMLElement>(kind)].filter(
      ({ offsetParent }) => offsetParent !== null,
    );
  const { onFocus, onBlur } = useFocusFallback(() => {
    const alike = place.current === null ? [] : visible(place.current.kind);
    return alike[place.current?.at ?? 0] ?? alike.at(-1) ?? list.current;
  });
  const fallback = {
    onFocus: (event: FocusEvent) => {
      onFocus(event);
      const target = event.target as HTMLElement;
      if (isBorrowed(event.currentTarget, target)) return;
      const kind = SALE_BEGINS.find((one) => target.matches(one));
      place.current = kind === undefined ? null : { kind, at: visible(kind).indexOf(target) };
    },
    onBlur,
  };
  return { list, fallback };
}

function NoCards({ search }: { search: MyCardsSearch }) {
  const {
    expiring: isFiltered,
    tab: _tab,
    view,
    page: _page,
    size,
    card: _card,
    leaf: _leaf,
    ...others
  } = search;
  const sealedPacks = useProfile().data?.sealedPacks ?? 0;
  const showAll = (
    <Link
      to="/my-cards"
      search={{ ...(view && { view }), ...(size && { size }) }}
      className={buttonClass()}
    >
      Show all cards
    </Link>
  );
  if (Object.values(others).some((one) => one !== undefined)) {
    return (
      <EmptyState
        title="No cards match"
        text="None of your available cards matches these filters."
        action={showAll}
      />
    );
  }
  if (isFiltered) {
    return (
      <EmptyState
        title="No cards expire soon"
        text={`None of your cards expires within ${EXPIRING_DAYS} days.`}
        action={showAll}
      />
    );
  }
  return (
    <EmptyState
      title="No cards available"
      text={`Cards you reveal and keep will appear here.${sealedPacks === 0 ? '' : ` ${sealedWords(sealedPacks)} to be opened.`}`}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {sealedPacks > 0 && (
            <Link to="/my-cards" search={{ tab: 'sealed' }} className={buttonClass()}>
              See your sealed packs
            </Link>
          )}
          <Link
            to="/"
            className={buttonClass({ variant: sealedPacks === 0 ? 'primary' : 'secondary' })}
          >
            Browse Card Packs
          </Link>
        </div>
      }
    />
  );
}

/** Returns "1 sealed pack waits" or "3 sealed packs wait". */
function sealedWords(count: number): string {
  return count === 1 ? '1 sealed pack waits' : `${count} sealed packs wait`;
}

/**
 * Returns whether the card can be sold or shipped. It can't if it was just shipped; such a card stays in the list until
 * the list is reloaded.
 */
function isFree(item: CardItem): boolean {
  return item.status === 'available';
}

/** Returns whether the shop buys the card. A worthless card is not bought, because its owner would get nothing. */
function isBought(item: CardItem): boolean {
  return isFree(item) && item.sellPrice > 0;
}

function SellButton({
  item,
  size,
  onSell,
}: {
  item: CardItem;
  size?: 'small';
  onSell: (item: CardItem) => void;
}) {
  if (!isBought(item)) return <NotBought />;
  return (
    <Button data-sell variant="secondary" {...(size && { size })} onClick={() => onSell(item)}>
      Sell<span className="sr-only"> {item.card.name}</span>
    </Button>
  );
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
      cell: (item) => <RarityBadge rarity={item.card.rarity} />,
    },
    {
      name: 'finish',
      head: 'Finish',
      cell: (item) => (
        <span className="whitespace-nowrap text-text-2">{FINISH_WORDS[item.card.finish]}</span>
      ),
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
            <SellButton item={item} size="small" onSell={onSell} />
            <ShipLink item={item} className={buttonClass({ variant: 'ghost', size: 'small' })} />
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
      <span className="grid justify-items-start">
        <CardLink
          id={item.card.catalogueCardId}
          className="inline-flex min-h-6 items-center font-[560]"
        >
          {item.card.name}
        </CardLink>
        {/* On a wide screen the link does not wrap, so that the rows are of one height. */}
        <span className="flex flex-wrap items-center gap-x-2 xl:flex-nowrap xl:whitespace-nowrap">
          <Edition item={item} />
          {item.boughtFor !== null && <Badge tone="outline">Bought</Badge>}
          <HistoryLink item={item} className="inline-flex min-h-6 items-center" />
        </span>
      </span>
    </span>
  );
}

/** The line under a card's name: "Innistrad: Midnight Hunt · 12". */
export function Edition({ item: { card } }: { item: CardItem }) {
  return (
    <span className="text-small text-text-2">
      {card.set_name} · {card.number}
    </span>
  );
}

/**
 * The link is at least 24 px high, because other targets are close to it, and because accessibility tools ignore the
 * larger touch area of `hit-44`.
 */
export const NAME_LINK = 'hit-44 inline-flex min-h-6 items-center break-words';

/** A link that opens the card's history. */
export function HistoryLink({ item: { card }, className }: { item: CardItem; className: string }) {
  return (
    <Link
      from="/my-cards"
      to="/my-cards"
      search={(before) => ({ ...before, card: card.id })}
      state={overCards}
      resetScroll={false}
      className={`link text-head ${className}`}
    >
      History<span className="sr-only"> of {card.name}</span>
    </Link>
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
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <CardLink id={item.card.catalogueCardId} className={`${NAME_LINK} font-semibold`}>
              {item.card.name}
            </CardLink>
            <HistoryLink item={item} className={NAME_LINK} />
          </p>
          <Edition item={item} />
          <p className="flex flex-wrap gap-2">
            <RarityBadge rarity={item.card.rarity} />
            <Badge tone="outline">{FINISH_WORDS[item.card.finish]}</Badge>
            {item.boughtFor !== null && <Badge tone="outline">Bought</Badge>}
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
          <SellButton item={item} onSell={onSell} />
          <ShipLink item={item} className={buttonClass({ variant: 'secondary' })} />
        </div>
      ) : (
        <p>
          <StatusBadge status={item.status} />
        </p>
      )}
    </div>
  );
}
