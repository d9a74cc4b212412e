import { useDropOnSale } from './drop-on-sale.ts';

/** Says before the payment that the buyer gets the next packs in the drop's order, and that nobody chooses them. */
export function NextPlace({
  packTypeId,
  packs,
  name,
}: {
  packTypeId: string;
  packs: number;
  /** The name of the pack type. Set only if packs of other types are bought too. */
  name?: string;
}) {
  const shown = useDropOnSale(packTypeId);
  if (shown === null) return null;
  const places = packs === 1 ? 'the next place' : `the next ${packs} places`;
  return (
    // The space is reserved, so that nothing moves when the text loads.
    <p className="min-h-[1lh]">
      {shown !== undefined &&
        `${name === undefined ? 'You get' : `${name}:`} ${places} of a fixed order.`}
    </p>
  );
}
