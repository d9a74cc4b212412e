import { useDropOnSale } from './drop-on-sale.ts';

/** That packs of a type on sale as a drop are not chosen for anybody, told before they are paid. */
export function NextPlace({
  packTypeId,
  packs,
  name,
}: {
  packTypeId: string;
  packs: number;
  /** Where packs of other types are bought beside them. */
  name?: string;
}) {
  const shown = useDropOnSale(packTypeId);
  if (shown === null) return null;
  const places = packs === 1 ? 'the next place' : `the next ${packs} places`;
  return (
    // Its place is kept: nothing moves when it is known.
    <p className="min-h-[1lh]">
      {shown !== undefined &&
        `${name === undefined ? 'You get' : `${name}:`} ${places} of a fixed order.`}
    </p>
  );
}
