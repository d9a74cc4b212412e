// The fields of a pack type that may change at any time. A row of PACK_TYPE_FIELDS says what operators read, what a new
// type has, and how CSV files write the field. A new field also needs a column of its name, its schemas in
// `contract/catalogue.ts` and `catalogue-admin.ts`, and its place in the form (`web/catalogue/admin/pack-drawer.tsx`).
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

/** How a cell of a CSV file writes a field. */
export type PackTypeCell = 'text' | 'word' | 'amount' | 'yes or no' | 'number or none' | 'list';

type FieldRow<Value> = {
  /** What operators read. The column of CSV files has the same name. */
  words: string;
  /** The value in a new pack type whose operator says none. */
  unsaid: Value;
  /** If omitted, CSV files don't have the field. `hint`: what an operator reads about the column. */
  inFiles?: { cell: PackTypeCell; hint: string };
};

export const PACK_TYPE_FIELDS: {
  [Field in keyof PackTypeFields]: FieldRow<PackTypeFields[Field]>;
} = {
  name: {
    words: 'name',
    unsaid: '',
    inFiles: {
      cell: 'text',
      hint: 'needed for a new pack type, as are game, set, price and card count',
    },
  },
  description: {
    words: 'description',
    unsaid: '',
    inFiles: { cell: 'text', hint: 'what shoppers read' },
  },
  price: {
    words: 'price',
    unsaid: ZERO,
    inFiles: { cell: 'amount', hint: 'in CAD, such as 12.50' },
  },
  nextPrice: { words: 'price from the next drop', unsaid: null },
  sealKind: {
    words: 'seal kind',
    unsaid: 'resealed',
    inFiles: { cell: 'word', hint: 'resealed or assembled' },
  },
  purchaseLimit: {
    words: 'purchase limit',
    unsaid: 1,
    inFiles: { cell: 'number or none', hint: 'how many one person may buy, or none' },
  },
  guaranteed: {
    words: 'guaranteed',
    unsaid: false,
    inFiles: { cell: 'yes or no', hint: 'yes or no' },
  },
  isAvailable: {
    words: 'is available',
    unsaid: true,
    inFiles: { cell: 'yes or no', hint: 'yes or no' },
  },
  tags: { words: 'tags', unsaid: [], inFiles: { cell: 'list', hint: 'separated by |' } },
  details: { words: 'details', unsaid: [], inFiles: { cell: 'list', hint: 'separated by |' } },
  promisesFoil: { words: 'promises a foil', unsaid: false },
  promisesRarity: { words: 'promised rarity', unsaid: null },
  promisesHits: { words: 'promised hits', unsaid: null },
};

export const PACK_TYPE_FIELD_NAMES = Object.keys(PACK_TYPE_FIELDS) as (keyof PackTypeFields)[];

/** The same of each field, by the fields' names. */
function ofEachField<Key extends 'words' | 'unsaid'>(key: Key) {
  return Object.fromEntries(
    PACK_TYPE_FIELD_NAMES.map((name) => [name, PACK_TYPE_FIELDS[name][key]]),
  );
}

/** What operators read for the fields. */
export const PACK_TYPE_FIELD_WORDS = ofEachField('words') as Record<keyof PackTypeFields, string>;

/** The fields of a new pack type whose operator says none. */
const UNSAID = ofEachField('unsaid') as PackTypeFields;

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
  return Object.fromEntries(
    PACK_TYPE_FIELD_NAMES.flatMap((name) => (said[name] === undefined ? [] : [[name, said[name]]])),
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
