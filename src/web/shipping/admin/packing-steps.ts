// What a packer does next, by the parcels on the table.
import type { AdminShipmentDetail } from '#contract/shipping-admin.ts';
import { countCards } from '../../collection/card-words.ts';
import { countShipments } from './shipping-words.ts';

/** `scan`: cards are missing. `send`: the packed parcel gets its label or its tracking number. */
export type PackingStep = 'find' | 'scan' | 'pack' | 'send' | 'done';

export const unpickedCards = ({ cards }: AdminShipmentDetail): number =>
  cards.filter(({ pickedAt }) => pickedAt === null).length;

/** The waiting parcels whose cards are all in their box. */
export function completeParcels(parcels: readonly AdminShipmentDetail[]): AdminShipmentDetail[] {
  return parcels.filter(
    (parcel) => parcel.shipment.status === 'requested' && unpickedCards(parcel) === 0,
  );
}

/** `isRun`: whether the packer chose the parcels beforehand and packs them together. */
export function packingStep(
  parcels: readonly AdminShipmentDetail[],
  { isRun }: { isRun: boolean },
): PackingStep {
  if (parcels.length === 0) return 'find';
  const waiting = parcels.filter(({ shipment }) => shipment.status === 'requested');
  if (waiting.some((parcel) => unpickedCards(parcel) > 0)) return 'scan';
  if (waiting.length > 0) return 'pack';
  return !isRun && parcels[0]!.shipment.status === 'packed' ? 'send' : 'done';
}

/** Says what to do now, below the field and to screen readers. */
export function stepWords(
  step: PackingStep,
  parcels: readonly AdminShipmentDetail[],
  seller: string | null,
): string {
  switch (step) {
    case 'find':
      return 'Scan a card, or press Enter for the parcel that has waited longest.';
    case 'scan': {
      const left = parcels.reduce((sum, parcel) => sum + unpickedCards(parcel), 0);
      const complete = completeParcels(parcels).length;
      const ready = `${countShipments(complete)} complete: press Enter to pack.`;
      return `${countCards(left)} to scan.${complete > 0 ? ` ${ready}` : ''}`;
    }
    case 'pack':
      return `All cards are here. Press Enter to mark ${countShipments(completeParcels(parcels).length)} packed.`;
    case 'send':
      return seller === null
        ? 'Packed. Scan the tracking number of its label, or press Enter for the next parcel.'
        : `Packed. Press Enter to buy its label from ${seller} and send it.`;
    case 'done':
      return 'Press Enter for the next parcel.';
  }
}
