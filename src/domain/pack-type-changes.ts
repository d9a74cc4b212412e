// Changes of many pack types at once, and whether they can be undone (docs/product.md §13).
import { centsOf } from './decimals.ts';
import type { PackTypeFields } from './pack-type.ts';

/** The fields of a pack type that a change of many can set. */
export type ChangeableFields = Pick<
  PackTypeFields,
  'price' | 'nextPrice' | 'isAvailable' | 'purchaseLimit' | 'tags'
>;

/** The changed fields of one type, as the audit log has them: in wire format. */
export type ChangedFields = {
  price?: number;
  nextPrice?: number | null;
  is_available?: boolean;
  purchaseLimit?: number | null;
  tags?: string[];
};

export function fieldsOfWire(wire: ChangedFields): Partial<ChangeableFields> {
  const { price, nextPrice, is_available: isAvailable, purchaseLimit, tags } = wire;
  return {
    ...(price !== undefined && { price: centsOf(price) }),
    ...(nextPrice !== undefined && { nextPrice: nextPrice === null ? null : centsOf(nextPrice) }),
    ...(isAvailable !== undefined && { isAvailable }),
    ...(purchaseLimit !== undefined && { purchaseLimit }),
    ...(tags !== undefined && { tags }),
  };
}

/** Whether packs can have been sold by this change. A price that still waits and tags sell nothing. */
export function takesEffect(before: ChangedFields, after: ChangedFields): boolean {
  return (['price', 'is_available', 'purchaseLimit'] as const).some(
    (name) => before[name] !== after[name],
  );
}

/** A type as it is now. */
export type CurrentType = ChangeableFields & { id: string; name: string; isInDrop: boolean };

/** Why a change can't be undone, as a sentence. Null if it can. */
export function undoProblem({
  before,
  after,
  isUndone,
  types,
  ordered,
}: {
  before: Record<string, ChangedFields>;
  after: Record<string, ChangedFields>;
  isUndone: boolean;
  types: ReadonlyMap<string, CurrentType>;
  /** A type that somebody ordered since, if the change took effect for it. */
  ordered: string | null;
}): string | null {
  if (isUndone) return 'It is undone already';
  const changed = Object.entries(after).map(([id, fields]) => ({ type: types.get(id)!, fields }));
  const other = changed.find(({ type, fields }) => !isAsSet(type, fields));
  if (other !== undefined) return `${other.type.name} has changed since`;
  if (ordered !== null) return `${types.get(ordered)!.name} was ordered since`;
  const over = changed.find(
    ({ type }) => !type.isInDrop && (before[type.id]!.nextPrice ?? null) !== null,
  );
  if (over !== undefined)
    return `The drop of ${over.type.name} is over, and its price held until then`;
  const held = changed.find(
    ({ type, fields }) => type.isInDrop && fields.price !== before[type.id]!.price,
  );
  return held === undefined ? null : `A drop of ${held.type.name} fixes its price now`;
}

function isAsSet(type: CurrentType, wire: ChangedFields): boolean {
  return Object.entries(fieldsOfWire(wire)).every(
    ([name, value]) =>
      JSON.stringify(type[name as keyof ChangeableFields]) === JSON.stringify(value),
  );
}
