import type { Caller } from '#domain/access.ts';
import type { LineValues } from '#domain/import-file.ts';
import type { Transaction } from '#engine/database.ts';
import type { NewAuditEntry } from '../audit-log/audit-log-queries.ts';
import type { Context } from '../runtime/context.ts';
import type { JudgedLine } from './import-lines-queries.ts';

export type Line = { line: number; values: LineValues };

/**
 * The operator in whose name the lines of an import are applied. `isWhole`: they are all that the import applies, in one
 * transaction.
 */
export type Actor = Pick<Caller, 'userId' | 'sessionId'> & { importId: string; isWhole: boolean };

/**
 * A judged batch of lines. Audit entries are written last in a transaction, because other transactions wait for them.
 */
export type JudgedBatch = {
  judged: JudgedLine[];
  /** Audit entries about what the operator learned from the judgement. */
  entries: NewAuditEntry[];
  /**
   * Stores the given lines of the batch, and returns the audit entries about them. The caller must have locked, before
   * `judge`, what the lines name.
   */
  store: (
    context: Context<Transaction>,
    actor: Actor,
    lines: Set<number>,
  ) => Promise<NewAuditEntry[]>;
};

/** How the lines of one kind of import are judged and stored, in batches. */
export type Kind = {
  /** Locks the rows that the lines name, in the order in which all transactions take locks. */
  lock: (db: Transaction, lines: Line[]) => Promise<unknown>;
  /** Judges lines. `actor` is null for a preview, which must not reveal what its operator may not know. */
  judge: (context: Context, lines: Line[], actor: Actor | null) => Promise<JudgedBatch>;
  /** Runs after the last batch, and updates what depends on all lines. */
  finish: (context: Context<Transaction>) => Promise<void>;
};

export function wrongLine(line: number, problem: string): JudgedLine {
  return { line, outcome: 'wrong', subject: null, problem, warning: null, changes: [] };
}
