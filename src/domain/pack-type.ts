// The facts about a pack type that may change at any time, each defined once. Who makes, changes, stores
// or shows a pack type takes them together.
import { ZERO, type Cents } from './money.ts';
import type { PackPromises } from './pack-promises.ts';

export type PackTypeFields = PackPromises & {
  name: string;
  description: string;
  price: Cents;
  /** The higher price that it is reduced from; null: it is not reduced. */
  originalPrice: Cents | null;
  /** Packs that one user may ever buy; null: no limit. */
  purchaseLimit: number | null;
  /** Its packs are certified, and anybody can verify that. */
  guaranteed: boolean;
  /** The operator's switch: false takes all of its packs off sale. */
  isAvailable: boolean;
  /** The shop's own words: they promise nothing. */
  tags: string[];
  details: string[];
};

/** Facts as supplied; omitted ones are undefined or missing. */
type GivenFields = { [Field in keyof PackTypeFields]?: PackTypeFields[Field] | undefined };

/** The defaults of a new pack type. */
const UNSAID: PackTypeFields = {
  name: '',
  description: '',
  price: ZERO,
  originalPrice: null,
  purchaseLimit: 1,
  guaranteed: false,
  isAvailable: true,
  tags: [],
  details: [],
  promisesFoil: false,
  promisesRarity: null,
  promisesHits: null,
};

/** The facts of a new pack type. */
export function newPackTypeFields(
  said: GivenFields & Pick<PackTypeFields, 'name' | 'price'>,
): PackTypeFields {
  return { ...UNSAID, ...saidOf(said) };
}

/**
 * The facts of a pack type after a change: omitted facts stay, but for a reduction that a new price has
 * overtaken.
 */
export function changedPackTypeFields(old: PackTypeFields, said: GivenFields): PackTypeFields {
  const fields = { ...packTypeFieldsOf(old), ...saidOf(said) };
  const isOvertaken = said.originalPrice === undefined && !isReduced(fields);
  return isOvertaken ? { ...fields, originalPrice: null } : fields;
}

/** The facts alone of something that has more. */
export function packTypeFieldsOf(type: PackTypeFields): PackTypeFields {
  return { ...UNSAID, ...saidOf(type) };
}

/** Whether a price is below the original price it is reduced from. */
function isReduced({ price, originalPrice }: PackTypeFields): boolean {
  return originalPrice !== null && originalPrice > price;
}

/** False: there is an original price, and the price is not below it. */
export function isPricedRight(fields: PackTypeFields): boolean {
  return fields.originalPrice === null || isReduced(fields);
}

function saidOf(said: GivenFields): Partial<PackTypeFields> {
  const names = Object.keys(UNSAID) as (keyof PackTypeFields)[];
  return Object.fromEntries(
    names.flatMap((name) => (said[name] === undefined ? [] : [[name, said[name]]])),
  );
}
