import type { Cents } from '#domain/money.ts';
import { classNames } from './class-names.ts';
import { Price } from './price.tsx';

type WorthProps = {
  /** The market value. */
  market: Cents;
  /** The price that the shop would pay for it now. */
  sellPrice: Cents;
  /** `line`: the amounts are next to each other, with a dot between them. `stack`: one amount is below the other. */
  as?: 'line' | 'stack';
  className?: string;
};

/** The worth of one or more cards, as two amounts with labels. All pages use the same labels. */
export function Worth({ market, sellPrice, as = 'line', className }: WorthProps) {
  const isStack = as === 'stack';
  return (
    <span className={classNames(isStack ? 'inline-grid' : 'inline-block', className)}>
      <span className="whitespace-nowrap">
        Sells for <Price amount={sellPrice} className="font-semibold" />
      </span>
      {isStack ? ' ' : <span aria-hidden="true"> · </span>}
      <span className="whitespace-nowrap text-text-2">
        Market <Price amount={market} />
      </span>
    </span>
  );
}
