// Says before the purchase what a drop reveals about its packs and what it can't reveal. Both texts have the same type
// size. This browser stores the drop, so that it can later detect a pack from another drop.
import type { Manifest } from '#domain/packproof/log-objects.ts';
import { Link } from '@tanstack/react-router';
import { useSignedInUser } from '../api/session.ts';
import { dayInUtc, momentInUtc } from '#domain/day-in-utc.ts';
import { CouldAndCouldnt, DemoBadge, numberWord } from './about-drops.tsx';
import { useComingDrop, useDropOnSale, useNotedDrop } from './drop-on-sale.ts';

/** If no drop of the pack type is on sale, the panel has only one sentence. */
export function SealedPanel({ packTypeId }: { packTypeId: string }) {
  const shown = useDropOnSale(packTypeId);
  useNotedDrop(shown);
  const isStaff = (useSignedInUser()?.role ?? 'user') !== 'user';
  if (shown === undefined) return null;
  if (shown === null) return <InNoDrop packTypeId={packTypeId} />;
  const { drop, manifest, practiceChain } = shown;
  const { publishedAt, staffMayBuy } = JSON.parse(manifest) as Manifest;
  const lockedAt = new Date(publishedAt * 1000);
  return (
    <section
      aria-labelledby="sealed"
      className="mt-7 rounded-card border border-line bg-surface px-5 py-4"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="sealed" className="text-h3">
          Fixed before sale
        </h2>
        {practiceChain && <DemoBadge />}
      </div>
      <p className="mt-2 text-small">
        What each of these {drop.packs} packs holds was written down and locked on{' '}
        {dayInUtc(lockedAt)}, before the first was sold. Then a {numberWord(practiceChain !== null)}{' '}
        put them in a row. You get the next one, and your browser checks it.
      </p>
      <CouldAndCouldnt isPractice={practiceChain !== null} className="mt-2 text-small" />
      {isStaff && !staffMayBuy && (
        <p className="mt-2 text-small font-semibold">
          Yours is a staff account: it can’t buy packs of this drop.
        </p>
      )}
      <p className="mt-1 flex flex-wrap gap-x-5 text-small">
        <Link
          to="/drops/$hash"
          params={{ hash: drop.hash }}
          className="link inline-flex min-h-11 items-center"
        >
          How to check: drop {drop.number}, {drop.hash.slice(0, 8)}
        </Link>
        <Link to="/fairness" className="link inline-flex min-h-11 items-center">
          What you can check
        </Link>
      </p>
    </section>
  );
}

function InNoDrop({ packTypeId }: { packTypeId: string }) {
  const comesAt = useComingDrop(packTypeId);
  return (
    <>
      <p className="mt-5 text-small text-text-2">
        These packs aren’t in a drop, so you can’t check that their contents were fixed before the
        sale.{' '}
        <Link to="/fairness" className="link">
          What you can check
        </Link>
      </p>
      {comesAt && (
        <p className="mt-1 text-small">
          <Link
            to="/pack/$packId/drop-night"
            params={{ packId: packTypeId }}
            className="link inline-flex min-h-11 items-center"
          >
            The next drop: {momentInUtc(comesAt)}
          </Link>
        </p>
      )}
    </>
  );
}
