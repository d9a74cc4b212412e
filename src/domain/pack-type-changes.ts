// Changes of many pack types at once, and whether they can be undone (docs/product.md §13).
import { centsOf } from './decimals.ts';
import type { PackTypeFields } from './pack-type.ts';

/** The fields of a pack type that one change of many types can set. */
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

/**
 * Whether packs can have been sold under this change. Tags, and a price that waits for the end of a drop, have no
 * effect on a sale.
 */
function takesEffect(before: ChangedFields, after: ChangedFields): boolean {
  return (['price', 'is_available', 'purchaseLimit'] as const).some(
    (name) => before[name] !== after[name],
  );
}

/**
 * The number of hours in which a change of many types can be undone. To undo it, the shop reads all orders since the
 * change.
 */
const UNDO_HOURS = 24;

/** Whether a change is too old to be undone. */
export function isTooLateToUndo(at: Date, now: Date): boolean {
  return now.getTime() - at.getTime() > UNDO_HOURS * 3_600_000;
}

/** A type as it is now. */
export type CurrentType = ChangeableFields & { id: string; name: string; isInDrop: boolean };

/** Why a change can't be undone, as a sentence. Null if it can. */
export function undoProblem({
  at,
  before,
  after,
  isUndone,
  types,
  lastOrders,
  now,
}: {
  at: Date;
  before: Record<string, ChangedFields>;
  after: Record<string, ChangedFields>;
  isUndone: boolean;
  types: ReadonlyMap<string, CurrentType>;
  /** The time of each type's last order. Types without an order since the change may be missing. */
  lastOrders: ReadonlyMap<string, Date>;
  now: Date;
}): string | null {
  if (isUndone) return 'It is undone already';
  if (isTooLateToUndo(at, now)) {
    const changedAt = at.toISOString().slice(0, 16).replace('T', ' ');
    return `It was changed at ${changedAt} UTC: too late to undo`;
  }
  const changed = Object.entries(after).map(([id, fields]) => ({ type: types.get(id)!, fields }));
  const other = changed.find(({ type, fields }) => !isAsSet(type, fields));
  if (other !== undefined) return `${other.type.name} has changed since`;
  const ordered = changed.find(({ type: { id }, fields }) => {
    const last = lastOrders.get(id);
    return last !== undefined && last >= at && takesEffect(before[id]!, fields);
  });
  if (ordered !== undefined) return `${ordered.type.name} was ordered since`;
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
