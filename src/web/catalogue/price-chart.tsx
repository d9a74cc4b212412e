// Shows a card's market prices as a chart. Each price is valid until the next one. The table below the chart lists
// every price.
import type { CardPrice } from '#contract/prices.ts';
import { formatMinor } from '#domain/decimals.ts';
import { formatCad, type Cents } from '#domain/money.ts';
import { ChartTable } from '../ui/chart.tsx';
import { dayInUtc } from '#domain/day-in-utc.ts';
import { LineChart, type ChartLine } from '../ui/line-chart.tsx';
import { Price } from '../ui/price.tsx';

const DAY_MS = 86_400_000;
const MARKETS: Record<string, string> = { tcgplayer: 'TCGplayer', cardmarket: 'Cardmarket' };

/** Returns the name of the market for a price source. */
function marketName(source: string): string {
  return MARKETS[source] ?? (source.startsWith('manual') ? 'Set by the shop' : source);
}

type PriceChartProps = {
  /** The prices, oldest first. For each market they include the price that was valid at the start of the period. */
  prices: readonly CardPrice[];
  /** The last day of the chart, as `2026-11-21`. */
  today: string;
  days: number;
};

export function PriceChart({ prices, today, days }: PriceChartProps) {
  const from = Date.parse(today) - days * DAY_MS;
  const told = withinDays(prices, from);
  if (told.length === 0) {
    return <p className="text-small text-text-2">No market has reported a price for this card.</p>;
  }
  // The markets with prices in USD come first, because the shop derives its own value of a card from these prices
  // (docs/product.md §4).
  const byMarket = [...Map.groupBy(told, ({ source }) => marketName(source))].toSorted(
    ([, [one]], [, [other]]) => Number(other!.currency === 'USD') - Number(one!.currency === 'USD'),
  );
  const xOf = (date: string) =>
    Math.min(1, Math.max(0, (Date.parse(date) - from) / (days * DAY_MS)));
  return (
    <div className="min-w-0">
      <LineChart
        summary={summaryOf(byMarket, days)}
        lines={byMarket.map(([market, itsPrices], at) => ({
          name: nameOf(market, itsPrices.at(-1)!),
          variant: VARIANTS[at % VARIANTS.length]!,
          points: stepsOf(itsPrices, xOf),
        }))}
        ends={[dayInUtc(new Date(from)), dayInUtc(new Date(today))]}
      />
      <PriceTable prices={told} />
    </div>
  );
}

/** Returns the name of a market's line. All lines show CAD, like the axis. */
function nameOf(market: string, { currency }: CardPrice): string {
  return `${market}, in CAD${currency === 'CAD' ? '' : ` (reported in ${currency})`}`;
}

const VARIANTS = ['main', 'second', 'third'] as const;

/** Returns the prices within the period and, for each market, the last price before the period. */
function withinDays(prices: readonly CardPrice[], from: number): CardPrice[] {
  const isIn = ({ date }: CardPrice) => Date.parse(date) > from;
  const before = new Map<string, CardPrice>();
  for (const price of prices) if (!isIn(price)) before.set(marketName(price.source), price);
  return [...before.values(), ...prices.filter(isIn)];
}

/** Returns the points of a step line. From each price the line is horizontal until the next price, then vertical. */
function stepsOf(prices: CardPrice[], xOf: (date: string) => number): ChartLine['points'] {
  return prices.flatMap(({ date, marketValue }, at) => {
    const until = prices[at + 1];
    return [[xOf(date), marketValue] as const, [until ? xOf(until.date) : 1, marketValue] as const];
  });
}

function summaryOf(byMarket: [string, CardPrice[]][], days: number): string {
  const ofMarkets = byMarket.map(([market, prices]) => {
    const cents = prices.map(({ marketValue }) => marketValue);
    const newest = prices.at(-1)!;
    const range =
      prices.length === 1
        ? ''
        : `, between ${formatCad(Math.min(...cents) as Cents)} and ${formatCad(Math.max(...cents) as Cents)}`;
    return `${market}: ${formatCad(newest.marketValue)} since ${dayInUtc(new Date(newest.date))}${range}`;
  });
  return `Prices of the last ${days} days in CAD. ${ofMarkets.join('. ')}. Each price is in the table below.`;
}

function PriceTable({ prices }: { prices: CardPrice[] }) {
  const newestFirst = prices.toSorted((a, b) => b.date.localeCompare(a.date));
  return (
    <ChartTable
      caption="Prices that markets reported"
      heads={['Day', 'Source', 'Price']}
      words={2}
      rows={newestFirst.map((price) => ({
        key: `${price.source} ${price.date}`,
        cells: [
          dayInUtc(new Date(price.date)),
          marketName(price.source),
          <PriceCell key="price" {...price} />,
        ],
      }))}
    />
  );
}

function PriceCell({ amount, currency, marketValue }: CardPrice) {
  return (
    <>
      <Price amount={marketValue} />
      {currency !== 'CAD' && (
        <span className="ml-2 whitespace-nowrap text-text-3">{formatMinor(amount, currency)}</span>
      )}
    </>
  );
}
