// Shows the cost of a shipment, its delivery time, and its cards.
import type { ShippingQuote } from '#contract/shipping.ts';
import type { Cents } from '#domain/money.ts';
import type { ShippedCard } from '../collection/navigation-state.ts';
import { CardImage } from '../ui/art.tsx';
import { Price } from '../ui/price.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { SumLine } from '../ui/sum-line.tsx';
import { countCards } from '../collection/card-words.ts';
import { FeeLines } from './fee-lines.tsx';
import { FreeFrom } from './service-panel.tsx';

/** The maximum number of cards that are named. Further cards are only counted. */
const NAMED_MOST = 5;

type CostPanelProps = {
  quote: ShippingQuote | null;
  /** The market value of the cards. Null while it is unknown. */
  marketValue: Cents | null;
  /** Whether the cards are added to another parcel that is not packed yet. */
  isBeside: boolean;
  /** Whether the shop is calculating a new fee. Meanwhile, the fee for the previous address may be visible. */
  isCalculating: boolean;
  cards: readonly ShippedCard[];
  cardCount: number;
};

export function CostPanel({
  quote,
  marketValue,
  isBeside,
  isCalculating,
  cards,
  cardCount,
}: CostPanelProps) {
  const fee = quote?.fee;
  const named = cards.slice(0, NAMED_MOST);
  return (
    <section
      aria-labelledby="shipping-cost"
      className="rounded-card border border-line bg-surface p-5 max-lg:order-first lg:sticky lg:top-[calc(var(--header)+20px)]"
    >
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="shipping-cost" className="text-h3">
          Shipping Cost
        </h2>
        <output className="flex min-h-6 items-center gap-2 text-small text-text-2">
          {isCalculating && (
            <>
              <Spinner /> Calculating
            </>
          )}
        </output>
      </div>
      <dl className="mt-4 grid gap-2.5 text-small">
        <FeeLines fee={fee} isBeside={isBeside} needsRegion={quote?.needsRegion} />
        <div className="mt-2 flex items-baseline justify-between gap-4 border-t border-line pt-4">
          <dt className="text-price font-semibold">Total Fee</dt>
          <dd className="text-h3 font-[680]">{fee ? <Price amount={fee.totalFee} /> : '–'}</dd>
        </div>
        <div className="flex items-baseline justify-between gap-4">
          <dt className="text-text-2">Estimated Delivery</dt>
          <dd className="text-right">{quote?.estimatedDelivery ?? '–'}</dd>
        </div>
        {quote !== null && quote.insuredValue > 0 && (
          <SumLine label="Insured" amount={quote.insuredValue} />
        )}
      </dl>
      {fee && marketValue !== null && marketValue < fee.totalFee && (
        <p className="mt-4 rounded-control bg-warn-soft p-3 text-small text-on-warn-soft">
          {countCards(cardCount)} worth <Price amount={marketValue} /> on the market: less than the
          parcel costs.
        </p>
      )}
      {quote !== null && marketValue !== null && !isBeside && (
        <FreeFrom quote={quote} marketValue={marketValue} />
      )}
      <div className="mt-5 border-t border-line pt-5 text-small">
        <p className="font-semibold">{countCards(cardCount)}</p>
        {named.length > 0 && (
          <ul aria-label="Cards to ship" className="mt-3 grid gap-2 max-lg:hidden">
            {named.map((card) => (
              <li key={card.id} className="flex min-w-0 items-center gap-3">
                <CardImage src={card.imageUrl} alt="" className="w-8 shrink-0" />
                <span className="min-w-0 break-words">{card.name}</span>
              </li>
            ))}
            {cardCount > named.length && (
              <li className="text-text-2">and {cardCount - named.length} more</li>
            )}
          </ul>
        )}
      </div>
    </section>
  );
}
