import type { CustomsForm } from '#contract/shipping-admin.ts';
import { sum } from '#domain/money.ts';
import { isAbroad, parcelGrams, type ParcelTariff } from '#domain/parcel-tariff.ts';
import type { ParcelCardRow } from './shipments-queries.ts';

/**
 * Makes the customs form of a parcel with the given cards. Returns null if the parcel needs no form, or if its address
 * was deleted.
 */
export function customsFormOf(
  tariff: ParcelTariff,
  country: string | null,
  cards: readonly ParcelCardRow[],
): CustomsForm | null {
  if (country === null || !isAbroad(tariff, country)) return null;
  return {
    ...tariff.customs,
    quantity: cards.length,
    value: sum(...cards.map((card) => card.market_value)),
    netGrams: tariff.cardGrams * cards.length,
    grossGrams: parcelGrams(tariff, cards.length),
    sender: tariff.sender,
  };
}
