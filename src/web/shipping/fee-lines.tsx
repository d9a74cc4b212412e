import type { Shipment } from '#contract/shipping.ts';
import { taxLabel } from '#domain/tax-lines.ts';
import { SumLine } from '../ui/sum-line.tsx';

type FeeLinesProps = {
  /** The fee. Undefined while it is unknown. */
  fee: Shipment['fee'] | undefined;
  /** Whether the cards are added to another parcel. */
  isBeside: boolean;
  /** Whether the tax on the fee is unknown, because the buyer's region is unknown. */
  needsRegion?: boolean | undefined;
};

/** The parts of a parcel's fee, as lines of a `<dl>`. They add up to `totalFee`. */
export function FeeLines({ fee, isBeside, needsRegion = false }: FeeLinesProps) {
  return (
    <>
      <SumLine label="Base Fee" amount={fee?.baseFee} />
      <SumLine
        label="Weight Fee"
        amount={fee?.weightFee}
        hint={
          fee?.weightFee === 0
            ? 'Nothing: the base fee covers these cards.'
            : 'For the cards that the base fee does not cover.'
        }
      />
      {fee !== undefined && fee.insuranceFee > 0 && (
        <SumLine label="Insurance" amount={fee.insuranceFee} />
      )}
      {fee !== undefined && fee.reduction > 0 && (
        <SumLine
          label={isBeside ? 'Paid with the parcel' : 'Free shipping'}
          amount={fee.reduction}
          sign="−"
        />
      )}
      {needsRegion && <SumLine label="Tax" amount={undefined} />}
      {fee?.taxes.map((line) => (
        <SumLine key={line.name} label={taxLabel(line)} amount={line.amount} />
      ))}
    </>
  );
}
