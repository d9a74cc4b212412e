import { formatCad, type Cents } from '#domain/money.ts';
import { classNames } from './class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

type PriceProps = {
  amount: Cents | null | undefined;
  /** The price before the discount, which is struck through. Null or omitted if there is no discount. */
  was?: Cents | null;
  className?: string;
};

/** An amount such as "CAD 25.00". No line breaks inside it. */
export function Price({ amount, was, className }: PriceProps) {
  const now = <span className="whitespace-nowrap">{formatCad(amount)}</span>;
  if (was === null || was === undefined) {
    return <span className={classNames('whitespace-nowrap', className)}>{formatCad(amount)}</span>;
  }
  return (
    <span className={className}>
      <s className="mr-2 inline-block text-[0.8em] font-normal whitespace-nowrap text-text-3">
        <VisuallyHidden>Was </VisuallyHidden>
        {formatCad(was)}
      </s>
      <VisuallyHidden>Now </VisuallyHidden>
      {now}
    </span>
  );
}
