import type { PackType } from '#contract/catalogue.ts';
import { rarityRank } from '#domain/card.ts';
import { RarityBadge } from '../ui/badge.tsx';
import { dayInUtc } from '../ui/day-in-utc.ts';
import { formatChance } from './format-chance.ts';

/** How often a pack holds which rarity, and how good that figure is; or that nobody knows it yet. */
export function OddsPanel({ pack }: { pack: PackType }) {
  const rarestFirst = pack.odds.toSorted((a, b) => rarityRank(b.rarity) - rarityRank(a.rarity));
  return (
    <section
      aria-labelledby="odds"
      className="mt-7 rounded-card border border-line bg-surface px-5 py-4"
    >
      <h2 id="odds" className="text-h3">
        Odds
      </h2>
      <p className="mt-1 text-small text-text-2">
        {rarestFirst.length === 0
          ? 'Not known yet: they are published once 20 packs of this type have come in.'
          : 'How packs of this type are filled: so many hold at least one card of the rarity.'}
      </p>
      <dl className="mt-3 empty:hidden">
        {rarestFirst.map(({ rarity, chance }) => (
          <div
            key={rarity}
            className="flex min-h-10 items-center justify-between gap-4 border-t border-line py-1.5"
          >
            <dt>
              <RarityBadge rarity={rarity} withOther />
            </dt>
            <dd className="text-right text-small font-[560]">{formatChance(chance)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-small text-text-3">
        The cards in a pack may be worth less than the pack costs.
        {pack.pricesAsOf && ` Card prices are those of ${dayInUtc(pack.pricesAsOf)}.`}
      </p>
    </section>
  );
}
