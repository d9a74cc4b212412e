// Shows the collection as a binder with nine pockets on each page. A page of one set has a pocket for every card
// number, and the pocket of a missing card is empty. If cards are filtered or sorted, there are no empty pockets.
import {
  listMySets,
  POCKETS,
  showBinder,
  type CardItem,
  type Pocket,
} from '#contract/collection.ts';
import type { OwnSet } from '#contract/collection.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAsk } from '../api/ask.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Price } from '../ui/price.tsx';
import { classNames } from '../ui/class-names.ts';
import { Pagination } from '../ui/pagination.tsx';
import { ErrorState, Loading, Skeleton } from '../ui/states.tsx';
import { useExistingPage } from '../ui/use-existing-page.ts';
import './binder.css';
import { CardGrid, REACHED } from './card-grid.tsx';
import type { MyCardsSearch } from './my-cards-search.ts';
import { OwnedCard } from './owned-card.tsx';
import type { Selection } from './selection.ts';

/**
 * Returns the set that the search names. If it names none, returns the set of which the owner has the most cards.
 * Returns null while loading, or if the owner has never had a card.
 */
export function useOpenSet(search: MyCardsSearch): OwnSet | null {
  const sets = useAsk(listMySets, {}).data?.sets ?? [];
  const [fullest] = sets.toSorted((one, other) => ownedOf(other) - ownedOf(one));
  return sets.find(({ id }) => id === search.set) ?? fullest ?? null;
}

/**
 * The number of card numbers that the owner has at the shop or has had shipped. A server process of the previous
 * version sends only `here`.
 */
function ownedOf({ owned, here }: OwnSet): number {
  return owned ?? here;
}

/** The display width of a pocket's picture. */
const POCKET_SIZES = '(min-width: 640px) 220px, 30vw';

type Ticking = {
  selection: Selection;
  /** Whether a press on a card ticks the card instead of opening it. */
  isSelecting: boolean;
};

/** The binder of one set, in the order of the card numbers. */
export function SetBinder({
  set,
  search,
  onLeaf,
  ...ticking
}: Ticking & {
  set: OwnSet;
  search: MyCardsSearch;
  onLeaf: (setId: string, leaf: number) => void;
}) {
  const { leaf } = search;
  const binder = useAsk(
    showBinder,
    { setId: set.id, ...(leaf !== undefined && { page: leaf }) },
    { keepsPrevious: true },
  );
  const { page = 1, totalPages = 0 } = binder.data?.pagination ?? {};
  const turn = (to: number) => onLeaf(set.id, to);
  useExistingPage(leaf ?? 1, binder.data && totalPages, turn);
  const filled = binder.data?.filledPages ?? [];
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[240px_minmax(0,1fr)]">
      <Spine open={set} search={search} />
      {binder.data === undefined ? (
        binder.isError ? (
          <ErrorState
            title="The binder could not be loaded"
            text={messageOf(binder.error)}
            onRetry={() => void binder.refetch()}
          />
        ) : (
          <Loading text="Loading the binder…">
            <Skeleton className="mt-4 aspect-[3/4] max-w-180 rounded-card" />
          </Loading>
        )
      ) : (
        <div className="min-w-0">
          <p className="mx-auto mb-3 flex max-w-190 flex-wrap items-baseline justify-between gap-x-4 text-small text-text-2">
            <strong className="text-body font-semibold text-text">
              {ownedOf(set)} of {set.numbers}
            </strong>
            Page {page} of {totalPages}
          </p>
          <MissingOnSale {...binder.data.onSale} shown={page} onTurn={turn} />
          <CardGrid label={`${set.name}, page ${page} of ${totalPages}`} className="binder-page">
            {binder.data.pockets.map((pocket) =>
              pocket.item === null ? (
                <EmptyPocket key={pocket.number} pocket={pocket} />
              ) : (
                <OwnedCard
                  key={pocket.number}
                  item={pocket.item}
                  number={pocket.number}
                  copies={pocket.copies}
                  sizes={POCKET_SIZES}
                  {...ticking}
                />
              ),
            )}
          </CardGrid>
          <div className="mt-5 flex flex-wrap items-center justify-center gap-x-4 gap-y-3">
            <Turn to={filled.findLast((one) => one < page)} onTurn={turn}>
              Previous you own
            </Turn>
            <div className="max-sm:order-first max-sm:flex max-sm:w-full max-sm:justify-center">
              <Pagination label="Binder" page={page} totalPages={totalPages} onPage={turn} />
            </div>
            <Turn to={filled.find((one) => one > page)} onTurn={turn}>
              Next you own
            </Turn>
          </div>
        </div>
      )}
    </div>
  );
}

/** A button that turns to page `to`. Pages without cards are skipped. If no page is left, `to` is undefined. */
function Turn({
  to,
  onTurn,
  children,
}: {
  to: number | undefined;
  onTurn: (page: number) => void;
  children: ReactNode;
}) {
  return (
    <Button
      variant="secondary"
      size="small"
      disabled={to === undefined}
      onClick={() => to !== undefined && onTurn(to)}
    >
      {children}
    </Button>
  );
}

/** A page of the binder for filtered or sorted cards. It has no empty pockets. */
export function LooseBinder({ items, ...ticking }: Ticking & { items: CardItem[] }) {
  return (
    <CardGrid label="Available cards" className="binder-page">
      {items.map((item) => (
        <OwnedCard key={item.card.id} item={item} sizes={POCKET_SIZES} {...ticking} />
      ))}
      {Array.from({ length: POCKETS - items.length }, (_none, at) => (
        <li key={at} className="owned-card max-sm:hidden" aria-hidden="true" />
      ))}
    </CardGrid>
  );
}

/** The sets of which the owner has ever had a card, with the owner's progress in each set. */
function Spine({ open, search }: { open: OwnSet; search: MyCardsSearch }) {
  const sets = useAsk(listMySets, {}).data?.sets ?? [];
  const { leaf: _leaf, card: _card, ...rest } = search;
  return (
    <nav aria-label="Sets" className="min-w-0">
      <ul className="flex gap-2 overflow-x-auto pb-2 lg:grid lg:overflow-visible lg:pb-0">
        {sets.map((set) => (
          <li key={set.id} className="shrink-0">
            <Link
              to="/my-cards"
              search={{ ...rest, set: set.id }}
              state
              resetScroll={false}
              aria-current={set.id === open.id ? 'true' : undefined}
              className={classNames(
                'grid min-h-11 gap-1.5 rounded-control border px-3 py-2 text-small no-underline',
                set.id === open.id
                  ? 'border-brand bg-brand-soft text-on-brand-soft'
                  : 'border-line bg-surface hover:bg-surface-2',
              )}
            >
              <span className="font-[560]">{set.name}</span>
              <span className="text-head whitespace-nowrap">
                {ownedOf(set)} of {set.numbers} owned
                {set.had > ownedOf(set) && `, ${set.had} had`}
              </span>
              <span aria-hidden="true" className="h-1 rounded-full bg-surface-3">
                <span
                  className="block h-1 origin-left rounded-full bg-brand"
                  style={{ transform: `scaleX(${ownedOf(set) / set.numbers})` }}
                />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Leads to the first page with a missing card that is on sale. Renders nothing if no missing card is on sale. */
function MissingOnSale({
  numbers,
  page,
  shown,
  onTurn,
}: {
  numbers: number;
  page: number | null;
  shown: number;
  onTurn: (page: number) => void;
}) {
  if (page === null) return null;
  const words =
    numbers === 1 ? '1 missing card is on sale' : `${numbers} missing cards are on sale`;
  return (
    <p className="mx-auto mb-3 max-w-190 text-small text-text-2">
      {page === shown ? (
        words
      ) : (
        <button type="button" onClick={() => onTurn(page)} className="link hit-44">
          {words}
        </button>
      )}
    </p>
  );
}

const SENT_WORDS = { in_parcel: 'In a parcel', left: 'Shipped to you' } as const;

/** If a copy of the card is on sale, the pocket leads to it. */
function EmptyPocket({ pocket }: { pocket: Pocket }) {
  const { single, sent } = pocket;
  return (
    <li className="owned-card">
      <Link
        to="/card/$cardId"
        params={{ cardId: single?.cardId ?? pocket.catalogueCardId }}
        {...(single && { hash: 'copies' })}
        {...REACHED}
        className="binder-empty card-corners"
      >
        <span className="binder-number">{pocket.number}</span>
        <span className="binder-name">{pocket.name}</span>
        {sent !== null ? (
          <span>{SENT_WORDS[sent]}</span>
        ) : pocket.wasHad ? (
          // A pocket on a phone has no room for these words and a price.
          <span className={single === null ? undefined : 'max-sm:sr-only'}>Previously owned</span>
        ) : (
          <span className="sr-only">Missing</span>
        )}
        {single && (
          <span className="binder-single">
            On sale{single.copies > 1 && ' from'} <Price amount={single.price} />
          </span>
        )}
      </Link>
      <span className="owned-card-words" />
    </li>
  );
}
