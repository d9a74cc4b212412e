// Lists all packs that the user bought, newest first. For an opened pack, the user can watch its opening again.
import { listPackHistory } from '#contract/checkout.ts';
import type { Reply } from '#contract/endpoint.ts';
import { packInWords } from '#domain/drop.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAsk } from '../api/ask.ts';
import { PackImage } from '../ui/art.tsx';
import { Badge } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button.tsx';
import { formatDay } from '../ui/moments.ts';
import { Pagination } from '../ui/pagination.tsx';
import { Panel } from '../ui/panel.tsx';
import { Price } from '../ui/price.tsx';

type Pack = Reply<typeof listPackHistory>['packs'][number];

const PAGE_LIMIT = 5;

/** Renders nothing if the user has never bought a pack. */
export function PackHistory() {
  const [page, setPage] = useState(1);
  const history = useAsk(listPackHistory, { page, limit: PAGE_LIMIT }, { keepsPrevious: true });
  const { packs, pagination } = history.data ?? { packs: [], pagination: null };
  if (pagination === null || packs.length === 0) return null;
  return (
    <Panel title="Your packs">
      <ul className="grid gap-3">
        {packs.map((pack) => (
          <li key={pack.packId} className="flex items-center gap-4">
            <PackImage src={pack.image} alt="" className="w-9 shrink-0" />
            <span className="grid min-w-0 flex-1 text-small">
              <span className="font-[560]">{pack.packName}</span>
              <span className="text-text-2">
                {formatDay(pack.openedAt ?? pack.purchasedAt)} · price{' '}
                <Price amount={pack.pricePaid} />
              </span>
              <ProofLink pack={pack} />
            </span>
            <WatchAgain pack={pack} />
          </li>
        ))}
      </ul>
      {pagination.totalPages > 1 && (
        <div className="mt-4">
          <Pagination
            page={page}
            totalPages={pagination.totalPages}
            onPage={setPage}
            label="Your packs"
          />
        </div>
      )}
    </Panel>
  );
}

/** A link to the proof of a pack. Renders nothing if the pack belongs to no drop. */
function ProofLink({ pack: { inDrop, packName } }: { pack: Pack }) {
  if (inDrop === null) return null;
  return (
    <Link to="/verify" search={{ pack: inDrop.placeId }} className="link hit-44 justify-self-start">
      Proof
      <span className="sr-only">
        : {packName}, {packInWords(inDrop).toLowerCase()}
      </span>
    </Link>
  );
}

function WatchAgain({ pack }: { pack: Pack }) {
  if (pack.packOpeningId === null) return <Badge tone="outline">Sealed</Badge>;
  return (
    <Link
      to="/card-opening"
      search={{ opening: pack.packOpeningId }}
      className={buttonClass({ variant: 'secondary', size: 'small' })}
    >
      Watch again<span className="sr-only">: {pack.packName}</span>
    </Link>
  );
}
