// Saves a new version of some settings. The new version must follow the version that the operator saw (choice 300).
import type { SubjectKind } from '#domain/audit-subject.ts';
import type { Caller } from '#domain/access.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import type { Database, Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { recordAuditEntry } from './record-audit-entry.ts';

type Fields = Record<string, unknown>;

/** Describes a kind of settings: where its versions are stored, and how the audit log describes them. */
export type Versions<Version> = {
  findNewest: (db: Database) => Promise<Version | null>;
  action: string;
  kind: SubjectKind;
  /** The fields to compare. The audit log records only the fields that differ. */
  fields: (version: Version) => Fields;
};

type Saving<Version> = {
  /** The version that the operator saw and changed. */
  seen: number;
  /** The version that applies until somebody saves one. */
  first: Version;
  /**
   * Stores the new version under a number. Returns false if another operator has already used that number. `before`:
   * the previous version.
   */
  insert: (version: number, before: Version) => Promise<boolean>;
  /** Fields of the new version that the audit log always records. */
  also?: (after: Version) => Fields;
};

/**
 * Saves an operator's changes. If another operator saved a version that this operator has not seen, rejects with
 * CHANGED_MEANWHILE.
 */
export async function saveVersion<Version extends { version: number }>(
  context: Context<Transaction>,
  caller: Caller,
  { findNewest, action, kind, fields }: Versions<Version>,
  { seen, first, insert, also }: Saving<Version>,
): Promise<Version> {
  const { db } = context;
  const before = (await findNewest(db)) ?? first;
  if (before.version !== seen || !(await insert(seen + 1, before)))
    throw new Rejection('CHANGED_MEANWHILE');
  const after = await findNewest(db);
  assert(after !== null, 'what was saved is there');
  const [was, is] = changesOf(fields(before), fields(after));
  await recordAuditEntry(context, caller, {
    action,
    subject: { kind, id: String(after.version) },
    before: was,
    after: { ...is, ...also?.(after) },
  });
  return after;
}

/**
 * Returns the fields that differ, with their values before and after. If only one version has a field, the field is
 * null in the other.
 */
function changesOf(before: Fields, after: Fields): [before: Fields, after: Fields] {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const only = (fields: Fields) =>
    Object.fromEntries(changed.map((name) => [name, fields[name] ?? null]));
  return [only(before), only(after)];
}
