// Operators change many pack types at once. The change is one entry of the audit log, and is undone as one (docs/product.md §13).
import { randomUUID } from 'node:crypto';
import * as rows from '#contract/catalogue-admin.ts';
import type { Input } from '#contract/endpoint.ts';
import {
  changedPackTypeFields,
  packTypeFieldsOf,
  withTypedPrice,
  type PackTypeFields,
} from '#domain/pack-type.ts';
import {
  fieldsOfWire,
  isTooLateToUndo,
  undoProblem,
  type ChangedFields,
} from '#domain/pack-type-changes.ts';
import { Rejection } from '#domain/rejection.ts';
import type { NewAuditEntry } from '../../audit-log/audit-log-queries.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { handler } from '../../http/handler.ts';
import { assertWorthwhile, isRepriced, wireFactsOf } from './edit-pack-types.ts';
import {
  findPackTypeChange,
  listChangedTypes,
  listLastOrders,
  listPackTypeChangeRows,
  storeChangedPackTypes,
  type PackTypeChangeRow,
} from './pack-type-changes-queries.ts';
import { findAdminPackTypes, lockPackTypes, type AdminPackTypeRow } from './pack-types-queries.ts';

type Asked = Input<typeof rows.changePackTypes>['types'][number];

export const changePackTypes = handler(
  rows.changePackTypes,
  async (context, caller, { types: asked, confirmBelowExpectedValue }) => {
    const { db } = context;
    const ids = [...new Set(asked.map(({ id }) => id))].toSorted();
    if (ids.length < asked.length) throw Rejection.ofField('types', 'A pack type is named twice');
    await lockPackTypes(db, ids);
    const known = new Map((await findAdminPackTypes(db, ids)).map((row) => [row.id, row]));
    const changes = asked.map((one) => changeOf(known.get(one.id), one));
    assertUnchanged(changes);
    assertWorthwhile(
      changes.flatMap(({ asked: { price }, old, fields }) =>
        price !== undefined && isRepriced(old, fields) ? [{ type: old, price }] : [],
      ),
      confirmBelowExpectedValue,
    );
    const changed = changes.filter(({ after }) => Object.keys(after).length > 0);
    if (changed.length === 0) return { changeId: null, changed: 0 };
    await storeChangedPackTypes(
      db,
      changed.map(({ old, fields }) => ({ id: old.id, ...fields })),
    );
    const changeId = randomUUID();
    await recordAuditEntry(context, caller, undoableEntry(changeId, changed));
    return { changeId, changed: changed.length };
  },
);

type Change = {
  asked: Asked;
  old: AdminPackTypeRow;
  fields: PackTypeFields;
  before: ChangedFields;
  after: ChangedFields;
};

function changeOf(old: AdminPackTypeRow | undefined, asked: Asked): Change {
  if (old === undefined) throw new Rejection('PACK_NOT_FOUND');
  const { id: _id, seen: _seen, price: typed, ...others } = asked;
  const changed = changedPackTypeFields(old, others);
  const fields =
    typed === undefined ? changed : withTypedPrice(changed, typed, old.held_by !== null);
  return { asked, old, fields, ...differenceOf(old, fields) };
}

/** The audit entry of a change of pack types that is undone as one. `id`: of the change. */
export function undoableEntry(
  id: string,
  changed: readonly { old: AdminPackTypeRow; before: ChangedFields; after: ChangedFields }[],
): NewAuditEntry {
  return {
    action: 'change_pack_types',
    subject: { kind: 'pack_types', id },
    before: Object.fromEntries(changed.map(({ old, before }) => [old.id, before])),
    after: Object.fromEntries(changed.map(({ old, after }) => [old.id, after])),
  };
}

/**
 * The fields that change, with their values before and after. If the price or the limit changes,
 * both are included, because the database compares both with the audit entry.
 */
export function differenceOf(old: PackTypeFields, fields: PackTypeFields) {
  const [before, after] = [wireFactsOf(old), wireFactsOf(fields)];
  const isOther = (name: string) => JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  const terms = ['price', 'nextPrice', 'purchaseLimit'];
  const names = Object.keys(after).filter(
    (name) => isOther(name) || (terms.includes(name) && terms.some(isOther)),
  );
  const only = (from: Record<string, unknown>): ChangedFields =>
    Object.fromEntries(names.map((name) => [name, from[name]]));
  return { before: only(before), after: only(after) };
}

function assertUnchanged(changes: Change[]): void {
  const stale = changes.filter(
    ({ asked, old }) => asked.seen.getTime() !== old.updated_at.getTime(),
  );
  if (stale.length === 0) return;
  const names = stale.map(({ old }) => old.name).join(', ');
  throw new Rejection('INVALID_TRANSITION', `Changed since you looked: ${names}. Look again`);
}

export const listPackTypeChanges = handler(rows.listPackTypeChanges, async ({ db, now }) => {
  const changes = await listPackTypeChangeRows(db);
  const at = now();
  const open = changes.filter((one) => !one.isUndone && !isTooLateToUndo(one.at, at));
  const idsOf = (some: PackTypeChangeRow[]) => [
    ...new Set(some.flatMap(({ after }) => Object.keys(after))),
  ];
  const [types, lastOrders] = await Promise.all([
    listChangedTypes(db, idsOf(changes)),
    open.length === 0 ? new Map() : listLastOrders(db, idsOf(open), open.at(-1)!.at),
  ]);
  const known = { types: new Map(types.map((type) => [type.id, type])), lastOrders, now: at };
  return changes.map((change) => ({
    id: change.id,
    at: change.at,
    by: change.by,
    types: Object.keys(change.after).length,
    fields: fieldsOf(change),
    problem: undoProblem({ ...change, ...known }),
  }));
});

function fieldsOf({ before, after }: PackTypeChangeRow): string[] {
  const changed = Object.entries(after).flatMap(([id, fields]) => {
    const old = new Map(Object.entries(before[id]!));
    return Object.entries(fields).flatMap(([name, value]) =>
      JSON.stringify(value) === JSON.stringify(old.get(name)) ? [] : [name],
    );
  });
  return [...new Set(changed)];
}

export const undoPackTypeChange = handler(
  rows.undoPackTypeChange,
  async (context, caller, { id, confirmBelowExpectedValue }) => {
    const { db } = context;
    const change = await findPackTypeChange(db, id);
    if (change === null) throw new Rejection('NOT_FOUND');
    const ids = Object.keys(change.after);
    await lockPackTypes(db, ids);
    const types = new Map((await listChangedTypes(db, ids)).map((type) => [type.id, type]));
    // Reads the change again, because another operator may have undone it while this request waited
    // for the lock.
    const current = (await findPackTypeChange(db, id))!;
    const now = context.now();
    const lastOrders = isTooLateToUndo(change.at, now)
      ? new Map()
      : await listLastOrders(db, ids, change.at);
    const problem = undoProblem({ ...current, types, lastOrders, now });
    if (problem !== null) throw new Rejection('INVALID_TRANSITION', problem);
    const restored = (await findAdminPackTypes(db, ids)).map((type) => ({
      type,
      fields: { ...packTypeFieldsOf(type), ...fieldsOfWire(change.before[type.id]!) },
    }));
    assertWorthwhile(
      restored.flatMap(({ type, fields }) =>
        isRepriced(type, fields) ? [{ type, price: fields.nextPrice ?? fields.price }] : [],
      ),
      confirmBelowExpectedValue,
    );
    await storeChangedPackTypes(
      db,
      restored.map(({ type, fields }) => ({ id: type.id, ...fields })),
    );
    await recordAuditEntry(context, caller, {
      action: 'undo_pack_types',
      subject: { kind: 'pack_types', id },
      before: change.after,
      after: change.before,
    });
    return { changed: ids.length };
  },
);
