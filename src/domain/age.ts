// From which age somebody may buy, by where they live (docs/product.md §16). That a buyer said so is kept, and no date of birth.

import { provinceOf, type Province } from './region.ts';

/**
 * The ages of majority of Canada's provinces and territories, which a shop asks for unless it says otherwise. Sources: Nova
 * Scotia's act, R.S.N.S. 1989, c. 4, s. 2; the list of all as LegalLine ("What is the age of majority?", answer 1930) and
 * DivorceOptions BC's glossary have it, which agree. Compared 2026-11-23. Law changes: the operator can too.
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

/** `isAsked`: at somebody's first purchase. `elsewhere`: outside of Canada. */
export type AgeCheck = {
  isAsked: boolean;
  provinces: Record<Province, number>;
  elsewhere: number;
};

export const AGE_LEAST = 13;
export const AGE_MOST = 25;

/** Where somebody lives, as far as they have said. */
export type Residence = { country: string | null; state: string | null };

/** The age to confirm in a place. Where that is not known, the highest that the shop asks for anywhere. */
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

/** Where somebody was when they confirmed, as it is stored: "CA-ON", "US", or null. */
export function regionNameOf({ country, state }: Residence): string | null {
  if (country !== 'CA') return country;
  const province = provinceOf(state ?? '');
  return province === null ? country : `${country}-${province}`;
}
