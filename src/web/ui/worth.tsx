import type { Cents } from '#domain/money.ts';
import { classNames } from './class-names.ts';
import { Price } from './price.tsx';

type WorthProps = {
  /** Its market value. */
  market: Cents;
  /** What the shop pays for it now. */
  sellPrice: Cents;
  /** `line`: one after the other, with a dot between; `stack`: one under the other. */
  as?: 'line' | 'stack';
  className?: string;
};

/**
 * What a card, or a number of them, is worth: the two figures are never shown without their names, and always in
 * these words.
 */
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
