import type { Rarity } from '#domain/card.ts';
import { rarityRank } from '#domain/card.ts';
import type { Manifest } from '#domain/packproof/log-objects.ts';
import { RarityBadge } from '../ui/badge.tsx';

/** The share of packs with each rarity, from the drop's manifest. They were counted before the first sale. */
export function DropOdds({ manifest: { odds, packCount } }: { manifest: Manifest }) {
  const rarestFirst = odds.toSorted(
    (one, other) => rarityRank(other.rarity as Rarity) - rarityRank(one.rarity as Rarity),
  );
  return (
    <section aria-label="Its odds" className="mt-9">
      <h2 className="text-h3">Its odds</h2>
      <p className="mt-1 text-small text-text-2">
        Counted over its packs before the first was sold. Until all of them are open, they are our
        word.
      </p>
      <dl className="mt-3 border-t border-line text-small">
        {rarestFirst.map(({ rarity, packs }) => (
          <div
            key={rarity}
            className="flex min-h-10 items-center justify-between gap-4 border-b border-line py-1.5"
          >
            <dt>
              <RarityBadge rarity={rarity as Rarity} />
            </dt>
            <dd>
              in {packs} of {packCount} packs
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
