// The page with the story of a type's drop, and with the packs of that type in stock. It shows certifications but not
// certification numbers. The packs are sorted by id, so that nobody learns which pack is sold next.
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { CouldAndCouldnt, DemoBadge, DropStory, numberWord } from '../fairness/about-drops.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { useDropOnSale, type ShownDrop } from '../fairness/drop-on-sale.ts';
import { Pagination } from '../ui/pagination.tsx';
import { EmptyState } from '../ui/states.tsx';
import { useExistingPage } from '../ui/use-existing-page.ts';
import { useListPage } from '../lists/use-list-page.ts';
import { WhenLoaded } from '../lists/when-loaded.tsx';
import { CertificationProof } from './certification-proof.tsx';
import { useCertifiedPacks } from './certification-queries.ts';
import { usePackType } from '../catalogue/queries.ts';

export const screen = createLazyRoute('/pack/$packId/certification')({
  component: CertifiedPacksPage,
  notFoundComponent: () => (
    <div className="page py-12">
      <EmptyState title="Pack not found" text="It is no longer in the shop." />
    </div>
  ),
});

function CertifiedPacksPage() {
  const { packId } = screen.useParams();
  const { data: type } = usePackType(packId);
  const shown = useDropOnSale(packId);
  return (
    <div className="page max-w-[920px] pt-4 pb-16">
      <Link
        to="/pack/$packId"
        params={{ packId }}
        className="-ml-2 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-small font-semibold no-underline hover:bg-surface-2"
      >
        <Icon name="left" size={16} />
        {type ? `Back to ${type.name}` : 'Back'}
      </Link>
      {shown ? (
        <OfDrop shown={shown} packTypeId={packId} />
      ) : (
        <>
          <h1 className="mt-2 text-[30px] leading-[1.08] md:text-h1">Certified packs in stock</h1>
          <CertificationProof />
          <AllPacks packTypeId={packId}>
            {shown === null &&
              'Which of them you get is decided by chance, fixed when it came in; the order here has nothing to do with it.'}
          </AllPacks>
        </>
      )}
    </div>
  );
}

/** Shown while a drop of the type is on sale, to which all packs in stock belong. The list of packs is folded. */
function OfDrop({ shown, packTypeId }: { shown: ShownDrop; packTypeId: string }) {
  const { drop, practiceChain } = shown;
  const { page } = screen.useSearch();
  const [isUnfolded, setUnfolded] = useState(page !== undefined);
  return (
    <>
      <div className="mt-2 mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-[30px] leading-[1.08] md:text-h1">The story of these packs</h1>
        {practiceChain && <DemoBadge />}
      </div>
      <DropStory shown={shown} />
      <CouldAndCouldnt isPractice={practiceChain !== null} className="mt-5 max-w-[64ch]" />
      <p className="mt-3">
        <Link
          to="/drops/$hash"
          params={{ hash: drop.hash }}
          className="link inline-flex min-h-11 items-center"
        >
          How to check: drop {drop.number}
        </Link>
      </p>
      <details
        // If the visitor unfolds the list before hydration, no handler receives the event. This ref then finds it
        // unfolded.
        ref={(details) => {
          if (details?.open === true) setUnfolded(true);
        }}
        open={isUnfolded}
        onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}
        className="mt-4 border-t border-line pt-2"
      >
        <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-h3">
          All packs
          <Icon
            name="down"
            size={16}
            className={classNames('shrink-0', isUnfolded && 'rotate-180')}
          />
        </summary>
        {isUnfolded && (
          <>
            <CertificationProof />
            <AllPacks packTypeId={packTypeId}>
              Which of them you get was set by a {numberWord(practiceChain !== null)}, after their
              records were locked; the order here has nothing to do with it.
            </AllPacks>
          </>
        )}
      </details>
    </>
  );
}

/** Lists the packs in stock by their ids. `children`: says what decides which of the packs a buyer gets. */
function AllPacks({ packTypeId, children }: { packTypeId: string; children: ReactNode }) {
  const { page, turn } = useListPage('/pack/$packId/certification', screen.useSearch());
  const packs = useCertifiedPacks(packTypeId, page);
  useExistingPage(page, packs.data?.pagination.totalPages, turn);
  return (
    <>
      <p className="mb-6 max-w-[64ch] text-small text-text-2">
        Every pack has a serial and a certification number of its own. They are shown once it is
        opened: somebody who knew what one serial holds could otherwise pick it out. Until then a
        pack goes by an id. {children}
      </p>
      <WhenLoaded list={packs} what="packs">
        {({ packs: stocked, pagination: { total, totalPages } }) =>
          stocked.length === 0 ? (
            <EmptyState title="None in stock" text="Packs appear here once they come in." />
          ) : (
            <>
              <ul className="grid gap-x-6 border-t border-line sm:grid-cols-2">
                {stocked.map((pack) => (
                  <li key={pack.id} className="border-b border-line">
                    <Link
                      to="/verify/$physicalPackId"
                      params={{ physicalPackId: pack.id }}
                      className="link flex min-h-11 items-center break-all"
                    >
                      {pack.id}
                    </Link>
                  </li>
                ))}
              </ul>
              <div className="mt-5 flex flex-wrap items-center justify-between gap-4">
                <p className="text-small text-text-2">{total.toLocaleString('en-CA')} in stock</p>
                <Pagination
                  label="Certified packs"
                  page={page}
                  totalPages={totalPages}
                  onPage={turn}
                />
              </div>
            </>
          )
        }
      </WhenLoaded>
    </>
  );
}
