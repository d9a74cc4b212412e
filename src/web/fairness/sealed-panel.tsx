// Says before the purchase what a drop reveals about its packs and what it can't reveal, both in the same type size.
// This browser stores the drop, so that it can later detect a pack from another drop.
import type { Manifest } from '#domain/packproof/log-objects.ts';
import { Link } from '@tanstack/react-router';
import { useSignedInUser } from '../api/session.ts';
import { Badge } from '../ui/badge.tsx';
import { dayInUtc } from '../ui/day-in-utc.ts';
import { useDropOnSale, useNotedDrop } from './drop-on-sale.ts';

/** If the pack type has no drop on sale, the panel has one sentence. */
export function SealedPanel({ packTypeId }: { packTypeId: string }) {
  const shown = useDropOnSale(packTypeId);
  useNotedDrop(shown);
  const isStaff = (useSignedInUser()?.role ?? 'user') !== 'user';
  if (shown === undefined) return null;
  if (shown === null) return <InNoDrop />;
  const { drop, manifest, practiceChain } = shown;
  const { publishedAt, staffMayBuy } = JSON.parse(manifest) as Manifest;
  const lockedAt = new Date(publishedAt * 1000);
  return (
    <section
      aria-labelledby="sealed"
      className="mt-7 rounded-card border border-line bg-surface px-5 py-4"
    >
      <h2 id="sealed" className="text-h3">
        Sealed before sale
      </h2>
      <p className="mt-2 text-small">
        The record of each of these {drop.packs} packs was locked on {dayInUtc(lockedAt)}, before
        the first was sold, and a public number set their order after that. You get the next one.
      </p>
      <p className="mt-2 text-small">
        We can’t show that a record matches the cardboard, nor that nobody who knows the order buys
        in front of you.
      </p>
      {isStaff && !staffMayBuy && (
        <p className="mt-2 text-small font-semibold">
          Yours is a staff account: it can’t buy packs of this drop.
        </p>
      )}
      {practiceChain && (
        <p className="mt-3 flex flex-wrap items-baseline gap-x-2 gap-y-1 text-small">
          <Badge tone="warn">Practice number</Badge>
          <span className="min-w-0">Made by this shop itself: it proves nothing about us.</span>
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

function InNoDrop() {
  return (
    <p className="mt-5 text-small text-text-2">
      These packs aren’t in a drop, so you can’t check that their contents were fixed before the
      sale.{' '}
      <Link to="/fairness" className="link">
        What you can check
      </Link>
    </p>
  );
}
