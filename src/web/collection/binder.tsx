// The collection as a binder with nine pockets on each page. A page of one set has a pocket for every card number, and
// the pocket of a missing card is empty. Filtered or sorted cards have no empty pockets.
import {
  listMySets,
  POCKETS,
  showBinder,
  type CardItem,
  type Pocket,
} from '#contract/collection.ts';
import type { OwnSet } from '#contract/collection.ts';
import { Link } from '@tanstack/react-router';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useAsk } from '../api/ask.ts';
import { useReducedMotion } from '../browser/motion.ts';
import { messageOf } from '../api/messages.ts';
import { CardImage } from '../ui/art.tsx';
import { CardLight } from '../ui/card-face.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { classNames } from '../ui/class-names.ts';
import { Pagination } from '../ui/pagination.tsx';
import { Price } from '../ui/price.tsx';
import { ErrorState, Loading, Skeleton } from '../ui/states.tsx';
import { useExistingPage } from '../ui/use-existing-page.ts';
import './binder.css';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { DaysLeft } from './expiry.tsx';
import type { MyCardsSearch } from './my-cards-search.ts';
import { overCards } from './navigation-state.ts';
import { usePocketLight } from './pocket-light.ts';
import type { Selection } from './selection.ts';

/** Returns the set that the search names, or else the newest set. Null while loading, or if the owner has no cards. */
export function useOpenSet(search: MyCardsSearch): OwnSet | null {
  const sets = useAsk(listMySets, {}).data?.sets ?? [];
  return sets.find(({ id }) => id === search.set) ?? sets[0] ?? null;
}

/** The binder of one set, in the order of the card numbers. */
export function SetBinder({
  set,
  search,
  selection,
  onLeaf,
}: {
  set: OwnSet;
  search: MyCardsSearch;
  selection: Selection;
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
          <BinderPage label={`${set.name}, page ${page} of ${totalPages}`}>
            {binder.data.pockets.map((pocket) =>
              pocket.item === null ? (
                <EmptyPocket key={pocket.number} pocket={pocket} />
              ) : (
                <FullPocket
                  key={pocket.number}
                  item={pocket.item}
                  number={pocket.number}
                  copies={pocket.copies}
                  selection={selection}
                />
              ),
            )}
          </BinderPage>
          <div className="mt-5 flex flex-wrap items-center justify-center gap-x-4 gap-y-3">
            <Turn to={filled.findLast((one) => one < page)} onTurn={turn}>
              Cards before
            </Turn>
            <div className="max-sm:order-first max-sm:flex max-sm:w-full max-sm:justify-center">
              <Pagination label="Binder" page={page} totalPages={totalPages} onPage={turn} />
            </div>
            <Turn to={filled.find((one) => one > page)} onTurn={turn}>
              Cards after
            </Turn>
          </div>
        </div>
      )}
    </div>
  );
}

/** A button that turns to page `to`, past pages without cards. `to` is undefined if there is no further page. */
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

/** A binder page of filtered or sorted cards, without empty pockets. */
export function LooseBinder({ items, selection }: { items: CardItem[]; selection: Selection }) {
  return (
    <BinderPage label="Available cards">
      {items.map((item) => (
        <FullPocket key={item.card.id} item={item} selection={selection} />
      ))}
      {Array.from({ length: POCKETS - items.length }, (_none, at) => (
        <li key={at} className="binder-pocket max-sm:hidden" aria-hidden="true" />
      ))}
    </BinderPage>
  );
}

/** The sets from which the owner has had cards, with the progress in each set. */
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
                {set.here} of {set.numbers} here
                {set.had > set.here && `, ${set.had} had`}
              </span>
              <span aria-hidden="true" className="h-1 rounded-full bg-surface-3">
                <span
                  className="block h-1 origin-left rounded-full bg-brand"
                  style={{ transform: `scaleX(${set.here / set.numbers})` }}
                />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A page of the binder. The arrow keys move between pockets as they are arranged on the screen. */
function BinderPage({ label, children }: { label: string; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null);
  const move = (event: KeyboardEvent) => {
    const pockets = [...list.current!.querySelectorAll<HTMLElement>('[data-pocket]')];
    const at = pockets.indexOf(event.target as HTMLElement);
    if (at === -1) return;
    const columns = getComputedStyle(list.current!).gridTemplateColumns.split(' ').length;
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: columns,
      ArrowUp: -columns,
    };
    const next = pockets[at + (steps[event.key] ?? 0)];
    if (steps[event.key] === undefined || next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The links in the list have the focus, not the list.
    <ul
      ref={list}
      aria-label={label}
      onKeyDown={move}
      className="binder-page baize"
      data-theme="dark"
    >
      {children}
    </ul>
  );
}

type FullPocketProps = {
  item: CardItem;
  number?: string;
  copies?: number;
  selection: Selection;
};

function FullPocket({ item, number, copies = 1, selection }: FullPocketProps) {
  const { card } = item;
  const isFree = item.status === 'available';
  const isTicked = selection.has(item);
  const { tilted, events } = usePocketLight(useReducedMotion());
  return (
    <li className={classNames('binder-pocket', isTicked && 'binder-ticked')}>
      <Link
        from="/my-cards"
        to="/my-cards"
        search={(before) => ({ ...before, card: card.id })}
        state={overCards}
        resetScroll={false}
        data-pocket
        className="lit-card binder-card"
        {...events}
      >
        <span ref={tilted} className="lit-card-tilt card-corners">
          <CardImage
            src={card.imageUrl}
            alt=""
            sizes="(min-width: 640px) 220px, 30vw"
            className="w-full"
          />
          <CardLight card={{ image: card.imageUrl, rarity: card.rarity, finish: card.finish }} />
        </span>
        <span className="sr-only">
          {card.name}
          {number !== undefined && `, number ${number}`}, {FINISH_WORDS[card.finish]}
          {copies > 1 && `, ${copies} copies`}
        </span>
      </Link>
      {copies > 1 && (
        <span aria-hidden="true" className="binder-copies">
          ×{copies}
        </span>
      )}
      {isFree && (
        <Checkbox
          className="binder-tick"
          label={`Select ${card.name}`}
          hideLabel
          checked={isTicked}
          onChange={() => selection.toggle(item)}
        />
      )}
      <span className="binder-words">
        <span aria-hidden="true" className="binder-name">
          {card.name}
        </span>
        {isFree ? (
          <span className="binder-worth">
            <span>
              <span className="max-sm:sr-only">Sells for </span>
              <Price amount={item.sellPrice} />
            </span>
            <DaysLeft days={item.daysUntilAutoConvert} />
          </span>
        ) : (
          <span className="binder-worth">Locked</span>
        )}
      </span>
    </li>
  );
}

function EmptyPocket({ pocket }: { pocket: Pocket }) {
  return (
    <li className="binder-pocket">
      <Link
        to="/card/$cardId"
        params={{ cardId: pocket.catalogueCardId }}
        data-pocket
        className="binder-empty card-corners"
      >
        <span className="binder-number">{pocket.number}</span>
        <span className="binder-missing">{pocket.name}</span>
        <span className="binder-had">{pocket.wasHad ? 'Previously owned' : 'Missing'}</span>
      </Link>
      <span className="binder-words" />
    </li>
  );
}
