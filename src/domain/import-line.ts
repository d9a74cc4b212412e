// What a line of an import would do, and whether that is still what its operator saw in the preview.
import type { LineOutcome } from './import-file.ts';

/**
 * A field that a line changes. `isShared`: other lines of the file may change it too, such as the name of a set, so it
 * may already be as this line says.
 */
export type LineChange = {
  field: string;
  before: string | null;
  after: string;
  isShared?: boolean | undefined;
};

export type LineJudgement = {
  outcome: LineOutcome;
  /** What the line is about, such as the id of a pack type. */
  subject: string | null;
  warning: string | null;
  changes: readonly LineChange[];
};

/** Why a line would now do something else than in the preview. Null if it would do the same. */
export function changedSincePreview(seen: LineJudgement, now: LineJudgement): string | null {
  if (seen.outcome !== now.outcome) {
    if (seen.outcome === 'new') return `${now.subject} has come in since the preview`;
    if (now.outcome === 'new') return `${now.subject} is no longer there since the preview`;
  }
  if (now.warning !== seen.warning) {
    return now.warning === null
      ? `since the preview it is no longer so that ${seen.warning}`
      : `${now.warning}, which the preview did not say`;
  }
  const after = new Map(now.changes.map((change) => [change.field, change]));
  for (const was of seen.changes) {
    const is = after.get(was.field);
    after.delete(was.field);
    if (is === undefined) {
      if (was.isShared !== true) return changed(was.field, was.before, was.after);
    } else if (is.before !== was.before) {
      return changed(was.field, was.before, is.before);
    }
  }
  const [more] = after.values();
  return more === undefined ? null : changed(more.field, more.after, more.before);
}

function changed(field: string, from: string | null, to: string | null): string {
  return `${field} was changed from ${from ?? 'nothing'} to ${to ?? 'nothing'} since the preview`;
}
