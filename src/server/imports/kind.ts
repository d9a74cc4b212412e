import type { Caller } from '#domain/access.ts';
import type { LineValues } from '#domain/import-file.ts';
import type { Transaction } from '#engine/database.ts';
import type { NewAuditEntry } from '../audit-log/audit-log-queries.ts';
import type { Context } from '../runtime/context.ts';
import type { JudgedLine } from './import-lines-queries.ts';

export type Line = { line: number; values: LineValues };

/** The operator in whose name the lines of an import are applied. */
export type Actor = Pick<Caller, 'userId' | 'sessionId'> & { importId: string };

/** Audit entries are written last in a transaction, because others wait for them. */
export type JudgedBatch = {
  judged: JudgedLine[];
  /** The entries about what the operator found out by these lines. */
  entries: NewAuditEntry[];
  /** Stores some lines of the batch, and returns the entries about it. Locks must be held since before it was judged. */
  store: (
    context: Context<Transaction>,
    actor: Actor,
    lines: Set<number>,
  ) => Promise<NewAuditEntry[]>;
};

/** How the lines of one kind of import are judged and stored, in batches. */
export type Kind = {
  /** Locks what the lines name, in the order of all transactions. */
  lock: (db: Transaction, lines: Line[]) => Promise<unknown>;
  /** Judges lines. `actor` is null for a preview, which must not say more than its operator may know. */
  judge: (context: Context, lines: Line[], actor: Actor | null) => Promise<JudgedBatch>;
  /** Updates what depends on all lines, after the last batch. */
  finish: (context: Context<Transaction>) => Promise<void>;
};

export function wrongLine(line: number, problem: string): JudgedLine {
  return { line, outcome: 'wrong', subject: null, problem, warning: null, changes: [] };
}
