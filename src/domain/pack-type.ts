// The fields of a pack type that may change at any time, each defined once. All code that creates, changes, stores or
// shows a pack type uses this list.
import { ZERO, type Cents } from './money.ts';
import type { PackPromises } from './pack-promises.ts';
import type { SealKind } from './seal-kind.ts';

export type PackTypeFields = PackPromises & {
  name: string;
  description: string;
  price: Cents;
  /**
   * The kind of the type's packs. Can't change once packs were taken in, because the type's pages describe all of its
   * packs.
   */
  sealKind: SealKind;
  /** Packs that one user may ever buy; null: no limit. */
  purchaseLimit: number | null;
  /** Whether packs of this type are certified, so that anybody can verify them. */
  guaranteed: boolean;
  /** The operator's switch. False takes all packs of the type off sale. */
  isAvailable: boolean;
  /** The shop's own words, which promise nothing. */
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

/** The fields of a pack type after a change. Omitted fields stay. */
export function changedPackTypeFields(old: PackTypeFields, said: GivenFields): PackTypeFields {
  return { ...packTypeFieldsOf(old), ...saidOf(said) };
}

/** Only these fields, from an object that has more. */
export function packTypeFieldsOf(type: PackTypeFields): PackTypeFields {
  return { ...UNSAID, ...saidOf(type) };
}

function saidOf(said: GivenFields): Partial<PackTypeFields> {
  const names = Object.keys(UNSAID) as (keyof PackTypeFields)[];
  return Object.fromEntries(
    names.flatMap((name) => (said[name] === undefined ? [] : [[name, said[name]]])),
  );
}
