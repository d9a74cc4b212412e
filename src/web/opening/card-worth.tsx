// A card's value by both measures of the shop: market value and credits. Each amount has a label.
import type { OpenedCard } from '#contract/opening.ts';
import type { Cents } from '#domain/money.ts';
import { classNames } from '../ui/class-names.ts';
import { Price } from '../ui/price.tsx';

type Worth = Pick<OpenedCard, 'value' | 'sellPrice' | 'status'>;

/**
 * Returns the label of the amount in credits: "sells for". If the user no longer has the card, the label is "sold for"
 * or "converted for", or no offer at all if the card left in another way.
 */
export function creditWord({ status }: Pick<OpenedCard, 'status'>, soldFor: Cents | null = null) {
  if (soldFor !== null || status === 'sold') return 'sold for';
  if (status === 'converted') return 'converted for';
  return status === 'available' || status === 'locked' ? 'sells for' : 'credit value';
}

/** `isStacked`: whether the amounts are below each other, because there is little width. */
export function CardWorth({
  card,
  isStacked = false,
  className,
}: {
  card: Worth;
  isStacked?: boolean;
  className?: string;
}) {
  return (
    <span className={classNames(isStacked ? 'grid' : 'inline-flex flex-wrap gap-x-1.5', className)}>
      <span>
        Market <Price amount={card.value} className="font-semibold" />
      </span>
      {!isStacked && <span aria-hidden="true">·</span>}
      <span>
        {creditWord(card)} <Price amount={card.sellPrice} className="font-semibold" />
      </span>
    </span>
  );
}
