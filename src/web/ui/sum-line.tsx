import type { Cents } from '#domain/money.ts';
import { classNames } from './class-names.ts';
import { Price } from './price.tsx';

type SumLineProps = {
  label: string;
  /** The amount; undefined while unknown. */
  amount: Cents | undefined;
  sign?: string;
  isStrong?: boolean;
};

/** Label and amount as a line of a `<dl>`. */
export function SumLine({ label, amount, sign, isStrong = false }: SumLineProps) {
  return (
    <div className={classNames('flex items-baseline justify-between', isStrong && 'font-semibold')}>
      <dt className={isStrong ? undefined : 'text-text-2'}>{label}</dt>
      <dd>
        {amount === undefined ? (
          '–'
        ) : (
          <>
            {sign}
            <Price amount={amount} />
          </>
        )}
      </dd>
    </div>
  );
}
