// Lists paid packs that are still sealed. All packs of a type share one line.
import { listPackHistory, type SealedType } from '#contract/checkout.ts';
import type { Reply } from '#contract/endpoint.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAsk } from '../api/ask.ts';
import { messageOf } from '../api/messages.ts';
import { PackImage } from '../ui/art.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { formatDay } from '../ui/moments.ts';
import { Pagination } from '../ui/pagination.tsx';
import { Banner, Loading, Skeleton } from '../ui/states.tsx';

type Pack = Reply<typeof listPackHistory>['packs'][number];

/** The number of packs on one page of the list of a type's packs. */
const SHOWN = 10;

export function SealedPacks({ types }: { types: readonly SealedType[] }) {
  return (
    <ul aria-label="Sealed packs" className="grid gap-3">
      {types.map((type) => (
        <SealedLine key={type.packTypeId} type={type} />
      ))}
    </ul>
  );
}

/** Returns "1 sealed pack" or "19 sealed packs". */
function countSealed(count: number): string {
  return count === 1 ? '1 sealed pack' : `${count} sealed packs`;
}

function SealedLine({ type }: { type: SealedType }) {
  const { packTypeId, packName, count, disputed, next } = type;
  const [showsAll, setShowsAll] = useState(false);
  return (
    <li className="min-w-0 rounded-card border border-line bg-surface p-4">
      <div className="flex items-center gap-4">
        <PackImage src={type.image} alt="" className="w-12 shrink-0" />
        <div className="grid min-w-0 flex-1 gap-1 text-small">
          <p className="text-body font-semibold break-words">{packName}</p>
          <p className="flex flex-wrap items-center gap-2 text-text-2">
            {countSealed(count)}
            {disputed > 0 && (
              <Badge tone="warn">{disputed === count ? 'Disputed' : `${disputed} disputed`}</Badge>
            )}
          </p>
        </div>
        {next !== null && (
          <OpenNow
            pack={{ packId: next.packId, packName, packTypeId }}
            paymentIntentId={next.paymentIntentId}
          />
        )}
      </div>
      {/* If there is only one pack, no list is needed. Otherwise the user can open a list of the packs. */}
      {count === 1 && next !== null ? (
        <p className="mt-2 pl-16 text-small">
          <VerifyLink packId={next.packId} packName={packName} />
        </p>
      ) : (
        <div className="mt-2 pl-16 max-sm:pl-0">
          <Button
            variant="ghost"
            size="small"
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll ? 'Hide' : 'Show'} each pack<span className="sr-only"> of {packName}</span>
          </Button>
          {showsAll && <EachPack packTypeId={packTypeId} packName={packName} />}
        </div>
      )}
    </li>
  );
}

/** Lists the packs of one type page by page, for users who want to open or verify a particular pack. */
function EachPack({ packTypeId, packName }: { packTypeId: string; packName: string }) {
  const [page, setPage] = useState(1);
  const packs = useAsk(
    listPackHistory,
    { status: 'purchased', packTypeId, page, limit: SHOWN },
    { keepsPrevious: true },
  );
  if (packs.isError && packs.data === undefined) {
    return <Banner>{messageOf(packs.error)}</Banner>;
  }
  if (packs.data === undefined) {
    return (
      <Loading text="Loading packs...">
        <Skeleton className="mt-2 h-20" />
      </Loading>
    );
  }
  return (
    <div className="mt-2 grid gap-3">
      <ul aria-label={`Packs of ${packName}`} className="grid text-small">
        {packs.data.packs.map((pack) => (
          <PackLine key={pack.packId} pack={pack} />
        ))}
      </ul>
      <Pagination
        label={`Packs of ${packName}`}
        page={page}
        totalPages={packs.data.pagination.totalPages}
        onPage={setPage}
      />
    </div>
  );
}

function PackLine({ pack }: { pack: Pack }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2">
      <span className="text-text-2">Bought {formatDay(pack.purchasedAt)}</span>
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 max-sm:w-full">
        <VerifyLink packId={pack.packId} packName={pack.packName} />
        {pack.isDisputed ? (
          <Badge tone="warn">Disputed</Badge>
        ) : (
          <OpenNow pack={pack} paymentIntentId={pack.paymentIntentId} isQuiet />
        )}
      </span>
    </li>
  );
}

function VerifyLink({ packId, packName }: { packId: string; packName: string }) {
  return (
    <Link to="/verify/$physicalPackId" params={{ physicalPackId: packId }} className="link hit-44">
      Verify certification<span className="sr-only"> of {packName}</span>
    </Link>
  );
}

function OpenNow({
  pack: { packId, packName: name, packTypeId },
  paymentIntentId,
  isQuiet = false,
}: {
  pack: Pick<Pack, 'packId' | 'packName' | 'packTypeId'>;
  paymentIntentId: string | null;
  isQuiet?: boolean;
}) {
  return (
    <Link
      to="/card-opening"
      search={paymentIntentId === null ? {} : { payment_intent: paymentIntentId }}
      state={{ unopenedPack: { packId, name, packTypeId } }}
      className={buttonClass({ size: 'small', ...(isQuiet ? { variant: 'secondary' } : {}) })}
    >
      Open now<span className="sr-only">: {name}</span>
    </Link>
  );
}
