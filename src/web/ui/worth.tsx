import type { Cents } from '#domain/money.ts';
import { classNames } from './class-names.ts';
import { Price } from './price.tsx';

type WorthProps = {
  /** The market value. */
  market: Cents;
  /** The price that the shop pays now. */
  sellPrice: Cents;
  /** `line`: the amounts side by side, with a dot between. `stack`: one below the other. */
  as?: 'line' | 'stack';
  className?: string;
};

/** The worth of one or several cards: two amounts with labels, in the same words on all pages. */
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
