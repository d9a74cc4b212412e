// Notes above the pay button: which packs of a drop the buyer gets, how much such packs return on average, and how much
// the buyer has recently spent and got back.
import { formatCad, sum, times } from '#domain/money.ts';
import { NextPlace } from '../fairness/next-place.tsx';
import type { ShownLine } from './cart-lines.tsx';
import { SpendingLine } from './spending-line.tsx';

export function BuyersNotes({ lines }: { lines: readonly ShownLine[] }) {
  return (
    <div className="mt-4 grid gap-1 border-t border-line pt-4 max-lg:mt-1 max-lg:pt-3 text-small text-text-2">
      {lines.map(({ packTypeId, quantity, name }) => (
        <NextPlace
          key={packTypeId}
          packTypeId={packTypeId}
          packs={quantity}
          {...(lines.length > 1 && { name })}
        />
      ))}
      {lines.length > 0 && <p>{returnWords(lines)}</p>}
      <SpendingLine />
    </div>
  );
}

/**
 * Says how much packs of these types return on average, according to counted sealed packs. If the packs of any type
 * have not been counted, says that the average is unknown.
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
