import { DemoBadge } from './about-drops.tsx';
import { useDropOnSale } from './drop-on-sale.ts';

/** Says before the payment that the buyer gets the next packs in the drop's order, in words for everybody. */
export function NextPlace({
  packTypeId,
  packs,
  name,
}: {
  packTypeId: string;
  packs: number;
  /** The name of the pack type. Given only if the buyer also buys packs of other types. */
  name?: string;
}) {
  const shown = useDropOnSale(packTypeId);
  if (shown === null) return null;
  const next = packs === 1 ? 'the next one' : `the next ${packs}`;
  return (
    // The space of the text is reserved, so that nothing moves when the text loads.
    <p className="min-h-[2lh] sm:max-lg:min-h-[1lh]">
      {shown !== undefined && (
        <>
          {name === undefined ? 'These' : name} packs wait in a row that nobody can rearrange. You
          get {next}. {shown.practiceChain && <DemoBadge />}
        </>
      )}
    </p>
  );
}
