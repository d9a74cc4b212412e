// A card's value by the shop's two measures, each amount with its label.
import type { OpenedCard } from '#contract/opening.ts';
import type { Cents } from '#domain/money.ts';
import { classNames } from '../ui/class-names.ts';
import { Price } from '../ui/price.tsx';

type Worth = Pick<OpenedCard, 'value' | 'sellPrice' | 'status'>;

/**
 * The label of the amount in credits: "sells for", or "sold for" or "converted for" if the user no longer has the card.
 */
export function creditWord({ status }: Pick<OpenedCard, 'status'>, soldFor: Cents | null = null) {
  if (soldFor !== null || status === 'sold') return 'sold for';
  return status === 'converted' ? 'converted for' : 'sells for';
}

/** `isStacked`: shows one amount below the other, for a narrow space. */
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
