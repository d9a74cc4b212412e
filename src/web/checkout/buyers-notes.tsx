// Quiet notes before the payment: which packs of a drop the buyer gets, what such packs return on average, and what the
// buyer has recently spent and got back.
import { formatCad, sum, times } from '#domain/money.ts';
import { NextPlace } from '../fairness/next-place.tsx';
import { useSpending } from '../wallet/use-spending.ts';
import type { ShownLine } from './cart-lines.tsx';

export function BuyersNotes({ lines }: { lines: readonly ShownLine[] }) {
  const spending = useSpending('month').data;
  return (
    <div className="mt-4 grid gap-1 border-t border-line pt-4 text-small text-text-2">
      {lines.map(({ packTypeId, quantity, name }) => (
        <NextPlace
          key={packTypeId}
          packTypeId={packTypeId}
          packs={quantity}
          {...(lines.length > 1 && { name })}
        />
      ))}
      <p>{returnWords(lines)}</p>
      {/* The space of this line is reserved, so that nothing moves when its text loads. */}
      <p className="min-h-[1lh]">
        {spending &&
          `Last 30 days: you spent ${formatCad(spending.totalSpent)} and got ${formatCad(spending.totalEarned)} back.`}
      </p>
    </div>
  );
}

/**
 * Says what such packs return on average, based on counted sealed packs. If the packs of one type have not been
 * counted, says that the average is not known.
 */
function returnWords(lines: readonly ShownLine[]): string {
  const counted = lines.flatMap(({ type, quantity }) =>
    type?.counted ? [{ counted: type.counted, quantity }] : [],
  );
  if (counted.length < lines.length) {
    return 'How much packs of this kind bring back is not known. Their cards may be worth less than the packs cost.';
  }
  const [first] = counted;
  if (counted.length === 1 && first !== undefined) {
    const { soldBack, bringPrice, packs } = first.counted;
    return `On average a pack’s cards sell back for ${formatCad(soldBack.mean)}. ${bringPrice.soldBack.packs} of ${packs} sell back for their price or more.`;
  }
  const mean = sum(...counted.map((one) => times(one.counted.soldBack.mean, one.quantity)));
  return `On average the cards of these packs sell back for ${formatCad(mean)} together.`;
}
