import { createLazyRoute } from '@tanstack/react-router';
import { Select } from '../ui/select.tsx';
import { EmptyState, Loading } from '../ui/states.tsx';
import { GAME_OPTIONS, gameOf } from './game-filter.ts';
import { PackCard, PackCardSkeleton } from './pack-card.tsx';
import { PacksError } from './packs-error.tsx';
import { usePackTypes } from './queries.ts';
import { TrendingPacks } from './suggested-packs.tsx';

export const screen = createLazyRoute('/packs')({ component: PacksPage });

const GRID = 'grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3';

function PacksPage() {
  const { game } = screen.useSearch();
  const navigate = screen.useNavigate();
  const packTypes = usePackTypes();
  const packs = packTypes.data?.filter((pack) => game === undefined || pack.game === game);

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
      <div className="page py-9 md:py-12">
        <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h1 className="text-[30px] leading-[1.08] md:text-h1">
            All Packs{packs && ` (${packs.length})`}
          </h1>
          <Select
            label="Game"
            labelAt="left"
            options={GAME_OPTIONS}
            value={game ?? ''}
            onChange={(event) =>
              void navigate({ search: gameOf({ game: event.target.value }), replace: true })
            }
          />
        </div>
        <p aria-live="polite" className="sr-only">
          {packs && `${packs.length} packs shown`}
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
        {packs?.length === 0 && <EmptyState title="No packs available at the moment." />}
        {packs !== undefined && packs.length > 0 && (
          <ul className={GRID}>
            {packs.map((pack, at) => (
              <PackCard key={pack.id} pack={pack} eager={at < 3} first={at === 0} />
            ))}
          </ul>
        )}
      </div>
      {/* Below the list, so that nothing moves when it comes. */}
      {packs !== undefined && <TrendingPacks />}
    </>
  );
}
