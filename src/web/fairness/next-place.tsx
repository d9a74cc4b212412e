import { useDropOnSale } from './drop-on-sale.ts';

/** Says before the payment that the packs of a drop are not chosen for a particular buyer. */
export function NextPlace({
  packTypeId,
  packs,
  name,
}: {
  packTypeId: string;
  packs: number;
  /** Given if packs of other types are bought together with these. */
  name?: string;
}) {
  const shown = useDropOnSale(packTypeId);
  if (shown === null) return null;
  const places = packs === 1 ? 'the next place' : `the next ${packs} places`;
  return (
    // Its space is reserved, so that nothing moves when it loads.
    <p className="min-h-[1lh]">
      {shown !== undefined &&
        `${name === undefined ? 'You get' : `${name}:`} ${places} of a fixed order.`}
    </p>
  );
}
