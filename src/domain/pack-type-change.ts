// Decides what a line of an import file changes in a pack type, and whether the shop accepts the line.
import {
  changedPackTypeFields,
  newPackTypeFields,
  withTypedPrice,
  type PackTypeFields,
} from './pack-type.ts';
import { promisesTooMuch } from './pack-promises.ts';
import { SEAL_KIND_WORDS } from './seal.ts';

/** Fields that are left out stay as they are. `isAvailableIfNew` counts only if the line makes a new type. */
export type GivenPackType = {
  [Field in keyof PackTypeFields]?: PackTypeFields[Field] | undefined;
} & {
  id: string;
  setId?: string | undefined;
  cardCount?: number | undefined;
  isAvailableIfNew?: boolean | undefined;
};

/** What the shop knows about the pack type. */
export type PackTypeSoFar = {
  /** Null if the line makes a new type. */
  old: (PackTypeFields & { set_id: string; card_count: number }) | null;
  hasSet: boolean;
  hasPacks: boolean;
  isInDrop: boolean;
};

export type ChangedPackType = { setId: string; cardCount: number; fields: PackTypeFields };

/** The pack type after a line of a file, or why the shop refuses the line. */
export function judgePackType(
  given: GivenPackType,
  { old, hasSet, hasPacks, isInDrop }: PackTypeSoFar,
): ChangedPackType | { problem: string } {
  const { id, name, price } = given;
  const setId = given.setId ?? old?.set_id;
  const cardCount = given.cardCount ?? old?.card_count;
  if (given.setId !== undefined && !hasSet) {
    return { problem: `the catalogue has no set "${given.setId}": import its cards first` };
  }
  if (setId === undefined || cardCount === undefined) {
    return { problem: `"${id}" is new and needs a game, a set and a card count` };
  }
  if (old !== null && old.card_count !== cardCount) {
    return { problem: `"${id}" has packs of ${old.card_count} cards, not of ${cardCount}` };
  }
  if (old !== null && old.set_id !== setId) {
    return { problem: `"${id}" is of the set ${old.set_id}, not of ${setId}` };
  }
  if (old === null && (name === undefined || price === undefined)) {
    return { problem: `"${id}" is new and needs a name and a price` };
  }
  const { price: typed = old?.nextPrice ?? old?.price, ...others } = given;
  const fields =
    old === null
      ? newPackTypeFields({
          ...given,
          isAvailable: given.isAvailable ?? given.isAvailableIfNew,
          name: name!,
          price: price!,
        })
      : withTypedPrice(changedPackTypeFields(old, others), typed!, isInDrop);
  if (old !== null && fields.sealKind !== old.sealKind && hasPacks) {
    return { problem: `the packs of "${id}" are ${SEAL_KIND_WORDS[old.sealKind]}` };
  }
  const unfit = promisesTooMuch(fields, cardCount);
  return unfit === null ? { setId, cardCount, fields } : { problem: unfit };
}
