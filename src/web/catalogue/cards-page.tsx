// The page with all cards of the shop's sets. It has live search, filters and a sort order, and shows the viewer's
// progress in each set.
import type { CardSet } from '#contract/prices.ts';
import type { MarketCard } from '#contract/catalogue.ts';
import { CARDS_ON_SALE_COUNTED_MOST, FINISHES, RARITIES } from '#domain/card.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { GameName } from '../accounts/game-name.tsx';
import { useGameOptions, useKnownGame } from '../accounts/games.ts';
import { useVisitor } from '../accounts/visitor.ts';
import { messageOf } from '../api/messages.ts';
import { ChoiceField, FilterForm, SearchField, useOwnText } from '../lists/list-fields.tsx';
import { useListPage } from '../lists/use-list-page.ts';
import { CardImage } from '../ui/art.tsx';
import { RarityBadge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Field } from '../ui/field.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { Price } from '../ui/price.tsx';
import { Banner, EmptyState, ErrorState, Loading, Skeleton } from '../ui/states.tsx';
import { useExistingPage } from '../ui/use-existing-page.ts';
import {
  isUnfiltered,
  isOfOwnCards,
  PAGE_SIZE,
  useCardShelf,
  useFoundCards,
  useSetProgress,
} from './card-queries.ts';
import { cardsSearch, isAmount, type CardsSearch } from './cards-search.ts';
import { FINISH_WORDS, printingWords } from '#domain/finish-words.ts';
import { rarityWords } from '#domain/rarity-words.ts';
import { countOf } from '../ui/count-of.ts';

export const screen = createLazyRoute('/cards')({ component: CardsPage });

const GRID = 'grid grid-cols-2 gap-x-4 gap-y-7 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-6';

function CardsPage() {
  // Drops all other query parameters, because they don't change the list.
  const search = useKnownGame(cardsSearch(screen.useSearch()));
  const list = useListPage('/cards', search, { selects: ['sort'] });
  const shelf = useCardShelf();
  const isSignedIn = Boolean(useVisitor());
  const front = isUnfiltered(search);
  const found = useFoundCards(search);
  const asked = front ? shelf.data?.list : found.data;
  const { error } = front ? shelf : found;
  // The previous cards stay on the page until the next ones arrive. If they disappeared meanwhile, so would the control
  // that has the focus.
  const [last, setLast] = useState(asked);
  if (asked !== undefined && asked !== last) setLast(asked);
  const shown = asked ?? (error === null ? last : undefined);
  const isAnothersOwn = isOfOwnCards(search) && !isSignedIn;
  useExistingPage(list.page, asked?.pagination.totalPages, list.turn);
  return (
    <div className="page py-9 md:py-12">
      <h1 className="text-[30px] leading-[1.08] md:text-h1">Cards</h1>
      <Filters search={search} list={list} sets={shelf.data?.sets ?? []} isSignedIn={isSignedIn} />
      {/* A live region, so that screen readers announce the number of cards after each change of the list. */}
      <p aria-live="polite" className="mt-6 min-h-6 text-small text-text-2">
        {shown && !isAnothersOwn && countWords(shown.pagination.totalItems, search)}
      </p>
      {shown?.isAlike && (
        <div className="mt-3">
          <Banner tone="brand">
            No card matches these words.{' '}
            {shown.pagination.totalItems === 1 ? 'This one has' : 'These have'} a similar name.
          </Banner>
        </div>
      )}
      <div className="mt-4">
        {isAnothersOwn ? (
          <EmptyState
            title="Sign in to see your cards"
            action={
              <Link
                to="/auth"
                search={{ redirect: `/cards?in=${search.in}` }}
                className={buttonClass()}
              >
                Sign in
              </Link>
            }
          />
        ) : shown !== undefined ? (
          <Found
            cards={shown.cards}
            isNarrowed={list.isNarrowed}
            isSearched={search.search !== undefined}
            onShowAll={list.showAll}
          />
        ) : error !== null ? (
          <ErrorState
            title="Failed to load cards. Please try again."
            text={messageOf(error)}
            onRetry={() => void (front ? shelf : found).refetch()}
          />
        ) : (
          <CardsPending />
        )}
      </div>
      {shown && !isAnothersOwn && (
        <div className="mt-8 flex justify-end">
          <Pagination
            label="Cards"
            page={list.page}
            totalPages={shown.pagination.totalPages}
            onPage={list.turn}
          />
        </div>
      )}
      {shelf.data && <Sets sets={shelf.data.sets} chosen={search.set} isSignedIn={isSignedIn} />}
    </div>
  );
}

function countSingly(count: number): string {
  const isAll = count < CARDS_ON_SALE_COUNTED_MOST;
  return isAll
    ? `${countOf(count, 'card')} on sale singly`
    : `${count.toLocaleString('en-CA')} or more cards on sale singly`;
}

function countWords(count: number, { page = 1, in: only }: CardsSearch): string {
  const counted = only === 'singles' ? countSingly(count) : countOf(count, 'card');
  const pages = Math.ceil(count / PAGE_SIZE);
  return pages > 1 ? `${counted}, page ${page} of ${pages}` : counted;
}

type FiltersProps = {
  search: CardsSearch;
  list: ReturnType<typeof useListPage<CardsSearch & { page?: number }>>;
  sets: CardSet[];
  isSignedIn: boolean;
};

const SORTS = [
  { value: 'cheapest', label: 'Lowest price first' },
  { value: 'name', label: 'By name' },
  { value: 'rarity', label: 'Rarest first' },
];

function Filters({ search, list, sets, isSignedIn }: FiltersProps) {
  const { value: only, onChange: narrowTo } = list.field('in');
  const games = useGameOptions();
  const chosen = sets.find(({ id }) => id === search.set);
  // The chosen set is always in the list, even if the URL names another game.
  const offered = sets.filter(
    (set) => search.game === undefined || set.game === search.game || set === chosen,
  );
  return (
    <FilterForm
      label="Find cards"
      className="mt-6 grid-cols-2 md:grid-cols-4 lg:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]"
    >
      <SearchField
        label="Name, number or set"
        {...list.field('search')}
        className="col-span-2 md:col-span-4 lg:col-span-1"
      />
      <ChoiceField
        label="Game"
        any="All games"
        options={games}
        {...list.field('game', (game) => (game === '' || game === chosen?.game ? [] : ['set']))}
      />
      <ChoiceField
        label="Set"
        any="All sets"
        options={offered.map(({ id, name }) => ({ value: id, label: name }))}
        {...list.field('set')}
      />
      <ChoiceField
        label="Rarity"
        any="All rarities"
        options={RARITIES.map((rarity) => ({ value: rarity, label: rarityWords(rarity) }))}
        {...list.field('rarity')}
      />
      <ChoiceField
        label="Finish"
        any="All finishes"
        options={FINISHES.map((finish) => ({ value: finish, label: FINISH_WORDS[finish] }))}
        {...list.field('finish')}
      />
      <div className="col-span-2 flex flex-wrap items-start gap-x-4 gap-y-4 md:col-span-4 lg:col-span-5">
        <PriceField label="From, CAD" {...list.field('priceMin')} />
        <PriceField label="To, CAD" {...list.field('priceMax')} />
        <ChoiceField
          label="Sort"
          any="Highest price first"
          options={SORTS}
          {...list.field('sort')}
        />
        {/* The padding aligns the chips with the input fields instead of the labels above those fields. */}
        <fieldset className="flex flex-wrap gap-2 lg:pt-[27px]">
          <legend className="sr-only">Only</legend>
          <Chip isOn={only === 'packs'} onToggle={() => narrowTo(only === 'packs' ? '' : 'packs')}>
            In packs on sale
          </Chip>
          <Chip
            isOn={only === 'singles'}
            onToggle={() => narrowTo(only === 'singles' ? '' : 'singles')}
          >
            On sale singly
          </Chip>
          {isSignedIn && (
            <Chip isOn={only === 'mine'} onToggle={() => narrowTo(only === 'mine' ? '' : 'mine')}>
              Mine
            </Chip>
          )}
          {isSignedIn && (
            <Chip
              isOn={only === 'wished'}
              onToggle={() => narrowTo(only === 'wished' ? '' : 'wished')}
            >
              Wished
            </Chip>
          )}
        </fieldset>
      </div>
    </FilterForm>
  );
}

/** A field for an amount. A typed amount takes effect when the field loses the focus or the user presses Enter. */
function PriceField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const { input, isNew, put } = useOwnText(value);
  const [isWrong, setWrong] = useState(false);
  const take = (written: string) => {
    const amount = written.trim().replace(',', '.');
    const isUnread = amount !== '' && !isAmount(amount);
    setWrong(isUnread);
    if (isUnread) return;
    put(amount);
    if (isNew(amount)) onChange(amount);
  };
  return (
    <Field
      ref={input}
      label={<span className="font-normal text-text-2">{label}</span>}
      className="w-28"
      error={isWrong ? 'For example 12.50' : undefined}
      inputMode="decimal"
      maxLength={10}
      defaultValue={value}
      onBlur={({ currentTarget }) => take(currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && take(currentTarget.value)}
    />
  );
}

function Found({
  cards,
  isNarrowed,
  isSearched,
  onShowAll,
}: {
  cards: MarketCard[];
  isNarrowed: boolean;
  /** Whether the visitor has typed words into the search. */
  isSearched: boolean;
  onShowAll: () => void;
}) {
  if (cards.length === 0) {
    return (
      <EmptyState
        title={isNarrowed ? 'No cards found' : 'No cards yet'}
        {...(isNarrowed && {
          text: isSearched
            ? 'No card with these words, or a similar name, matches these filters.'
            : 'No card matches these filters.',
          action: (
            <Button variant="secondary" onClick={onShowAll}>
              Show all cards
            </Button>
          ),
        })}
      />
    );
  }
  return (
    <ul aria-label="Cards" className={GRID}>
      {cards.map((card, at) => (
        <li key={card.id} className="group relative min-w-0">
          <CardImage
            src={card.image}
            alt=""
            eager={at < 6}
            first={at === 0}
            sizes="(min-width: 1024px) 176px, (min-width: 640px) 30vw, 45vw"
            className="w-full shadow-art"
          />
          <p className="mt-3 text-small font-semibold break-words">
            <Link
              to="/card/$cardId"
              params={{ cardId: card.id }}
              className="text-text no-underline group-hover:underline after:absolute after:inset-0 after:rounded-card"
            >
              {card.name}
            </Link>
          </p>
          <p className="mt-0.5 text-small text-text-2">
            {card.set_name} · {card.number} · {printingWords(card)}
          </p>
          <p className="mt-1 text-small text-text-2">
            Market <Price amount={card.marketValue} />
          </p>
          {card.singleFrom !== null && (
            <p className="text-small font-semibold">
              On sale from <Price amount={card.singleFrom} />
            </p>
          )}
          <p className="mt-1.5">
            <RarityBadge rarity={card.rarity} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function Sets({
  sets,
  chosen,
  isSignedIn,
}: {
  sets: CardSet[];
  chosen: string | undefined;
  isSignedIn: boolean;
}) {
  const had = useSetProgress(isSignedIn);
  return (
    <section aria-labelledby="sets" className="mt-12">
      <h2 id="sets" className="text-h3 md:text-h2">
        Sets
      </h2>
      <ul className="mt-4 grid gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
        {sets.map((set) => (
          <li
            key={set.id}
            className="relative min-h-22 rounded-card border border-line bg-surface p-4"
          >
            <Link
              to="/cards"
              search={{ set: set.id }}
              aria-current={set.id === chosen || undefined}
              className="font-semibold text-text no-underline hover:underline after:absolute after:inset-0 after:rounded-card"
            >
              {set.name}
            </Link>
            <p className="mt-0.5 text-small text-text-2">
              <GameName id={set.game} /> ·{' '}
              {progressWords(set, had?.get(set.id) ?? 0, had !== undefined)}
            </p>
            {had !== undefined && (
              <progress
                aria-hidden="true"
                max={set.cards}
                value={had.get(set.id) ?? 0}
                className="mt-2 h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-surface-3 [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-surface-3 [&::-webkit-progress-value]:bg-brand"
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function progressWords({ cards }: CardSet, had: number, isKnown: boolean): string {
  return isKnown ? `you have had ${had} of ${cards}` : countOf(cards, 'card');
}

function CardsPending() {
  return (
    <Loading text="Loading cards...">
      <div className={`mt-6 ${GRID}`}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((one) => (
          <Skeleton key={one} className="aspect-[63/88] rounded-card" />
        ))}
      </div>
    </Loading>
  );
}
