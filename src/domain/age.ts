// The minimum age of a buyer, which depends on where the buyer lives (docs/product.md §16). The shop stores that a
// buyer confirmed their age, but no date of birth.

import { provinceOf, type Province } from './region.ts';

/**
 * The ages of majority of Canada's provinces and territories, which a shop asks for unless its operator sets others.
 * Law changes, so operators can change these ages too. Sources: Nova Scotia's act, R.S.N.S. 1989, c. 4, s. 2; for the
 * whole list LegalLine ("What is the age of majority?", answer 1930) and DivorceOptions BC's glossary, which agree.
 * Compared 2026-11-23.
 */
export const AGES_OF_MAJORITY = {
  AB: 18,
  BC: 19,
  MB: 18,
  NB: 19,
  NL: 19,
  NS: 19,
  NT: 19,
  NU: 19,
  ON: 18,
  PE: 18,
  QC: 18,
  SK: 18,
  YT: 19,
} as const satisfies Record<Province, number>;

/**
 * `isAsked` says whether buyers confirm their age at their first purchase. `elsewhere` is the minimum age outside
 * Canada.
 */
export type AgeCheck = {
  isAsked: boolean;
  provinces: Record<Province, number>;
  elsewhere: number;
};

export const AGE_LEAST = 13;
export const AGE_MOST = 25;

/** Where a buyer lives. Both parts are null if the buyer hasn't said. */
export type Residence = { country: string | null; state: string | null };

/**
 * The age that a buyer must confirm, which depends on where the buyer lives. If the place isn't known, this is the
 * highest age that the shop asks for.
 */
export function ageToConfirm(
  { provinces, elsewhere }: AgeCheck,
  { country, state }: Residence,
): number {
  const highest = Math.max(elsewhere, ...Object.values(provinces));
  if (country === null) return highest;
  if (country !== 'CA') return elsewhere;
  const province = provinceOf(state ?? '');
  return province === null ? Math.max(...Object.values(provinces)) : provinces[province];
}

/** The buyer's place at the confirmation, as the shop stores it: "CA-ON", "US", or null. */
export function regionNameOf({ country, state }: Residence): string | null {
  if (country !== 'CA') return country;
  const province = provinceOf(state ?? '');
  return province === null ? country : `${country}-${province}`;
}
