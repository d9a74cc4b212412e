import { createLazyRoute } from '@tanstack/react-router';
import { useGameName, useGameOptions, useKnownGame } from '../accounts/games.ts';
import { ChoiceField, FilterForm, SearchField } from '../lists/list-fields.tsx';
import { useListPage } from '../lists/use-list-page.ts';
import { Button } from '../ui/button.tsx';
import { countOf } from '../ui/count-of.ts';
import { EmptyState, Loading } from '../ui/states.tsx';
import { packsSearch, type PacksSearch } from './cards-search.ts';
import { findPacks } from './find-packs.ts';
import { PackCard, PackCardSkeleton } from './pack-card.tsx';
import { PacksError } from './packs-error.tsx';
import { usePackTypes } from './queries.ts';
import { TrendingPacks } from './suggested-packs.tsx';

export const screen = createLazyRoute('/packs')({ component: PacksPage });

const GRID = 'grid gap-3 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3';

const SORTS = [
  { value: 'cheapest', label: 'Lowest price first' },
  { value: 'dearest', label: 'Highest price first' },
  { value: 'name', label: 'By name' },
  { value: 'left', label: 'Fewest left first' },
];

function PacksPage() {
  // Drops all other query parameters, because they don't change the list.
  const search = useKnownGame(packsSearch(screen.useSearch()));
  const list = useListPage<PacksSearch & { page?: number }>('/packs', search, {
    selects: ['sort'],
  });
  const packTypes = usePackTypes();
  const games = useGameOptions();
  const nameOfGame = useGameName();
  const packs = packTypes.data && findPacks(packTypes.data, search, nameOfGame);

  if (packTypes.isError && packs === undefined) {
    return (
      <>
        <h1 className="sr-only">All Packs</h1>
        <PacksError error={packTypes.error} />
      </>
    );
  }
  return (
    <>
      <div className="page py-6 sm:py-9 md:py-12">
        <h1 className="text-[30px] leading-[1.08] md:text-h1">
          All Packs{packs && ` (${packs.length})`}
        </h1>
        <FilterForm
          label="Find packs"
          // On a phone the labels are for screen readers only, so that more packs fit below.
          className="my-6 grid-cols-2 max-sm:my-4 max-sm:gap-2 max-sm:[&_label>span]:sr-only md:grid-cols-[minmax(0,2fr)_repeat(2,minmax(0,1fr))]"
        >
          <SearchField
            label="Name or set"
            {...list.field('search')}
            placeholder="Name or set"
            className="col-span-2 sm:[&_input]:placeholder:text-transparent md:col-span-1"
          />
          <ChoiceField label="Game" any="All packs" options={games} {...list.field('game')} />
          <ChoiceField label="Sort" any="Shop’s order" options={SORTS} {...list.field('sort')} />
        </FilterForm>
        <p aria-live="polite" className="sr-only">
          {packs && `${countOf(packs.length, 'pack')} shown`}
        </p>
        {packs === undefined && (
          <Loading text="Loading packs...">
            <div className={`mt-6 ${GRID}`}>
              {['a', 'b', 'c', 'd', 'e', 'f'].map((one) => (
                <PackCardSkeleton key={one} />
              ))}
            </div>
          </Loading>
        )}
        {packs?.length === 0 &&
          (list.isNarrowed ? (
            <EmptyState
              title="No packs found"
              text="No pack matches these words and this game."
              action={
                <Button variant="secondary" onClick={list.showAll}>
                  Show all packs
                </Button>
              }
            />
          ) : (
            <EmptyState title="No packs available at the moment." />
          ))}
        {packs !== undefined && packs.length > 0 && (
          <ul className={GRID}>
            {packs.map((pack, at) => (
              <PackCard key={pack.id} pack={pack} eager={at < 3} first={at === 0} />
            ))}
          </ul>
        )}
      </div>
      {/* These packs are below the list, so that the list does not move when they load. */}
      {packs !== undefined && <TrendingPacks listed={packs} />}
    </>
  );
}
