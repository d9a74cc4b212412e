// The fields of a pack type that may change at any time. Each field is defined only here, and all code that creates,
// changes, stores or shows a pack type uses this list.
import { ZERO, type Cents } from './money.ts';
import type { PackPromises } from './pack-promises.ts';
import type { SealKind } from './seal-kind.ts';

export type PackTypeFields = PackPromises & {
  name: string;
  description: string;
  price: Cents;
  /** The price from the end of the drop that fixes `price` now. Null if the price stays. */
  nextPrice: Cents | null;
  /**
   * The kind of the type's packs. It can't change once packs were taken in, because the type's pages describe all of
   * its packs.
   */
  sealKind: SealKind;
  /** The number of packs that one user may ever buy. Null if there is no limit. */
  purchaseLimit: number | null;
  /** Whether packs of this type are certified, so that anybody can verify them. */
  guaranteed: boolean;
  /** The operator's switch. If false, no pack of the type is on sale. */
  isAvailable: boolean;
  /** Labels in the shop's own words, which promise nothing. */
  tags: string[];
  details: string[];
};

/** Fields as supplied by a caller. Omitted fields are undefined or missing. */
type GivenFields = { [Field in keyof PackTypeFields]?: PackTypeFields[Field] | undefined };

/** The defaults of a new pack type. */
const UNSAID: PackTypeFields = {
  name: '',
  description: '',
  price: ZERO,
  nextPrice: null,
  sealKind: 'resealed',
  purchaseLimit: 1,
  guaranteed: false,
  isAvailable: true,
  tags: [],
  details: [],
  promisesFoil: false,
  promisesRarity: null,
  promisesHits: null,
};

export function newPackTypeFields(
  said: GivenFields & Pick<PackTypeFields, 'name' | 'price'>,
): PackTypeFields {
  return { ...UNSAID, ...saidOf(said) };
}

/** The fields of a pack type after a change. Omitted fields stay as they were. */
export function changedPackTypeFields(old: PackTypeFields, said: GivenFields): PackTypeFields {
  return { ...packTypeFieldsOf(old), ...saidOf(said) };
}

/** Copies only these fields from an object that has more. */
export function packTypeFieldsOf(type: PackTypeFields): PackTypeFields {
  return { ...UNSAID, ...saidOf(type) };
}

function saidOf(said: GivenFields): Partial<PackTypeFields> {
  const names = Object.keys(UNSAID) as (keyof PackTypeFields)[];
  return Object.fromEntries(
    names.flatMap((name) => (said[name] === undefined ? [] : [[name, said[name]]])),
  );
}

/**
 * Sets the price that an operator typed. While a drop of the type is on sale, its price is fixed, so the typed price
 * holds once the drop is over.
 */
export function withTypedPrice(
  old: PackTypeFields,
  typed: Cents,
  isInDrop: boolean,
): PackTypeFields {
  if (!isInDrop) return { ...old, price: typed, nextPrice: null };
  return { ...old, nextPrice: typed === old.price ? null : typed };
}
