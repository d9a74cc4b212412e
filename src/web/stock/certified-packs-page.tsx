// A type's packs in stock, with their certifications but not their numbers. Sorted by id, so that nobody learns which
// pack is sold next.

import { createLazyRoute, Link } from '@tanstack/react-router';
import { Icon } from '../ui/icon.tsx';
import { useDropOnSale } from '../fairness/drop-on-sale.ts';
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
  const { page, turn } = useListPage('/pack/$packId/certification', screen.useSearch());
  const packs = useCertifiedPacks(packId, page);
  useExistingPage(page, packs.data?.pagination.totalPages, turn);
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
      <h1 className="mt-2 text-[30px] leading-[1.08] md:text-h1">Certified packs in stock</h1>
      <CertificationProof />
      <p className="mb-6 max-w-[64ch] text-small text-text-2">
        Every pack has a serial and a certification number of its own. They are shown once it is
        opened: somebody who knew what one serial holds could otherwise pick it out. Until then a
        pack goes by an id. <WhichOfThem packTypeId={packId} />
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
    </div>
  );
}

/** While a drop of the type is on sale, says that these are the packs of that drop. */
function WhichOfThem({ packTypeId }: { packTypeId: string }) {
  const shown = useDropOnSale(packTypeId);
  if (shown === undefined) return null;
  if (shown === null) {
    return 'Which of them you get is decided by chance, fixed when it came in; the order here has nothing to do with it.';
  }
  return (
    <>
      Which of them you get was set by a public number, after their records were locked; the order
      here has nothing to do with it.
      <Link to="/drops/$hash" params={{ hash: shown.drop.hash }} className="link mt-2 block w-fit">
        How to check: drop {shown.drop.number}
      </Link>
    </>
  );
}
