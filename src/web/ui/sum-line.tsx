import type { Cents } from '#domain/money.ts';
import { classNames } from './class-names.ts';
import { Price } from './price.tsx';

type SumLineProps = {
  label: string;
  /** The amount. Undefined while it is unknown. */
  amount: Cents | undefined;
  sign?: string;
  isStrong?: boolean;
  /** Explains the amount in plain words, on a line of its own. */
  hint?: string;
};

/** A label and an amount, as a line of a `<dl>`. */
export function SumLine({ label, amount, sign, isStrong = false, hint }: SumLineProps) {
  return (
    <div
      className={classNames(
        'flex flex-wrap items-baseline justify-between',
        isStrong && 'font-semibold',
      )}
    >
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
      {hint !== undefined && <dd className="w-full text-[13px] text-text-2">{hint}</dd>}
    </div>
  );
}
