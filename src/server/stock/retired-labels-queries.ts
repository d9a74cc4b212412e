import { statement, type Database } from '#engine/database.ts';

/**
 * Returns the hashes (in hex, ascending) of labels that a log must still retire. These are the labels of graded cards
 * that came back to the shop before today.
 */
export async function listLabelsToRetire(db: Database, log: number): Promise<string[]> {
  const rows = await statement<{ label: string }>(db, 'select labels_to_retire($1) as label', [
    log,
  ]);
  return rows.map(({ label }) => label);
}

/** Returns those of the given graders' numbers that are retired, each with the log entry that retired it. */
export async function listRetiredLabels(
  db: Database,
  labels: string[],
): Promise<Map<string, number>> {
  const rows = await statement<{ label: string; index: number }>(
    db,
    `select w.label, r.index from unnest($1::text[]) w (label)
     join retired_labels r on r.label_hash = label_hash(w.label) order by r.log`,
    [labels],
  );
  return new Map(rows.map(({ label, index }) => [label, index]));
}
