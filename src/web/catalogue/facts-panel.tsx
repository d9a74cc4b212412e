import type { CountedFacts, PackType } from '#contract/catalogue.ts';
import { rarityRank, type Rarity } from '#domain/card.ts';
import { formatCad, type Cents } from '#domain/money.ts';
import { COUNTED_LEAST } from '#domain/pack-facts.ts';
import { RarityBadge } from '../ui/badge.tsx';
import { dayInUtc } from '#domain/day-in-utc.ts';
import { formatChance, formatShare } from '#domain/format-chance.ts';
import { stockInWords } from './stock-words.ts';

/**
 * Shows statistics about a pack type's sealed packs. If too few packs have been counted, a text replaces the statistics
 * (docs/product.md §4).
 */
export function FactsPanel({ pack }: { pack: PackType }) {
  const { counted } = pack;
  return (
    <section
      aria-labelledby="odds"
      className="mt-7 rounded-card md:mt-0 border border-line bg-surface px-5 py-4"
    >
      <h2 id="odds" className="text-h3">
        Odds
      </h2>
      <p className="mt-1 text-small text-text-2">{basisWords(pack)}</p>
      {counted && <Figures pack={pack} counted={counted} />}
      <Odds pack={pack} />
      {counted && <Values counted={counted} />}
      <p className="mt-2 text-small text-text-3">
        {counted
          ? lossWords(counted)
          : 'The cards in a pack may be worth less than the pack costs.'}
        {pack.pricesAsOf && ` Card prices are those of ${dayInUtc(pack.pricesAsOf)}.`}
      </p>
    </section>
  );
}

function basisWords({ counted, odds }: PackType): string {
  if (counted === null) {
    return odds.length === 0
      ? `Not known: odds are counted over sealed packs, ${COUNTED_LEAST} at least.`
      : 'An estimate from how packs of this type are filled, not counted over the packs for sale.';
  }
  const { packs, newerPacks, drop } = counted;
  const sealed = `${packs} sealed packs${drop === null ? '' : ' of this drop'}`;
  const newer =
    newerPacks === 0
      ? ''
      : `, ${newerPacks} newer ${newerPacks === 1 ? 'one' : 'ones'} not counted`;
  // Packs that wait for a coming drop are counted too, although nobody can buy them yet (choice 948).
  const which =
    drop === null
      ? ' Those for sale, those sold and not opened, and those set aside for a coming drop.'
      : '';
  return `Counted over ${sealed}${newer}.${which}`;
}

function Figures({ pack, counted }: { pack: PackType; counted: CountedFacts }) {
  const { soldBack, bringPrice, packs } = counted;
  const figures = [
    [formatCad(soldBack.mean), 'is what a pack’s cards sell back for, on average'],
    [
      `${bringPrice.soldBack.packs} of ${packs}`,
      `packs sell back for their price of ${formatCad(counted.price)} or more`,
    ],
    [stockInWords(pack), pack.availablePacksCount === 1 ? 'pack left' : 'packs left'],
  ] as const;
  return (
    <ul className="mt-3 grid gap-2">
      {figures.map(([figure, words]) => (
        <li key={words} className="flex flex-wrap items-baseline gap-x-3 text-small text-text-2">
          <span className="min-w-36 text-h2 font-bold whitespace-nowrap text-text">{figure}</span>
          <span className="min-w-0 flex-1 basis-36">{words}</span>
        </li>
      ))}
    </ul>
  );
}

function Odds({ pack: { odds, counted } }: { pack: PackType }) {
  return (
    <OddsList
      className="mt-4 empty:hidden"
      odds={odds.map(({ rarity, chance, packs }) => ({
        rarity,
        words:
          packs === null || counted === null
            ? formatChance(chance)
            : formatShare(packs, counted.packs),
      }))}
    />
  );
}

/** Lists the share of packs that contain each rarity. The rarest comes first. */
export function OddsList({
  odds,
  className,
}: {
  odds: readonly { rarity: Rarity; words: string }[];
  className?: string;
}) {
  const rarestFirst = odds.toSorted((a, b) => rarityRank(b.rarity) - rarityRank(a.rarity));
  return (
    <dl className={className}>
      {rarestFirst.map(({ rarity, words }) => (
        <div
          key={rarity}
          className="flex min-h-10 items-center justify-between gap-4 border-t border-line py-1.5"
        >
          <dt>
            <RarityBadge rarity={rarity} />
          </dt>
          <dd className="text-right text-small font-[560]">{words}</dd>
        </div>
      ))}
    </dl>
  );
}

function Values({ counted }: { counted: CountedFacts }) {
  const { market, soldBack, bringPrice, packs } = counted;
  const rows: [string, Cents | string, Cents | string][] = [
    ['Average', market.mean, soldBack.mean],
    ['Median', market.median, soldBack.median],
    ['Best pack', market.best, soldBack.best],
    [
      'Price or more',
      formatShare(bringPrice.market.packs, packs),
      formatShare(bringPrice.soldBack.packs, packs),
    ],
  ];
  return (
    <table className="mt-3 w-full border-collapse text-small">
      <caption className="sr-only">What all cards of a pack are worth together</caption>
      <thead>
        <tr className="border-t border-line text-text-2">
          <th scope="col" className="py-2 text-left font-normal">
            All cards of a pack
          </th>
          <th scope="col" className="py-2 pl-3 text-right font-normal">
            Market value
          </th>
          <th scope="col" className="py-2 pl-3 text-right font-normal">
            Sold back
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...values]) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="py-2 text-left font-normal text-text-2">
              {name}
            </th>
            {values.map((value, at) => (
              <td key={at === 0 ? 'market' : 'back'} className="py-2 pl-3 text-right font-[560]">
                {typeof value === 'string' ? value : formatCad(value)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Says in how many packs the cards are worth less than the price. In most pack types, most packs are like that. */
function lossWords({ packs, price, bringPrice }: CountedFacts): string {
  const less = packs - bringPrice.market.packs;
  if (less === packs) {
    return `All ${packs} packs hold cards worth less than ${formatCad(price)}, the price before tax.`;
  }
  const most = less * 2 > packs ? 'Most packs hold cards worth less than they cost: in ' : 'In ';
  return `${most}${less} of ${packs} the cards are worth less than ${formatCad(price)}, the price before tax.`;
}
