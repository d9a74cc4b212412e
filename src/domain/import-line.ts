// What a line of an import would do, and whether that is still what its operator saw in the preview.
import type { LineOutcome } from './import-file.ts';
import { PACK_TYPE_FIELD_WORDS } from './pack-type.ts';

/** A drop that fixes a price, and when it ends at the latest, in JSON's text form. */
export type HeldBy = { number: number; closesBy: string };

/**
 * A field that a line changes. `isShared`: other lines of the file may change it too, such as the name of a set, so it
 * may already be as this line says. `heldBy`: the change waits for the end of this drop.
 */
export type LineChange = {
  field: string;
  before: string | null;
  after: string;
  isShared?: boolean | undefined;
  heldBy?: HeldBy | undefined;
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
  const otherDrop = dropSincePreview(seen, now);
  if (otherDrop !== null) return otherDrop;
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

/** Why a price would wait for another drop than in the preview, or no longer. Null: it would not. */
function dropSincePreview(seen: LineJudgement, now: LineJudgement): string | null {
  const [saw, holds] = [seen, now].map(
    ({ changes }) => changes.find(({ heldBy }) => heldBy !== undefined)?.heldBy?.number,
  );
  if (saw === holds) return null;
  if (holds !== undefined) return `drop ${holds} fixes its price since the preview`;
  // Somebody else may have set the same price meanwhile. Only a price that holds at once is of no drop.
  const isFree = now.changes.some(({ field }) => field === PACK_TYPE_FIELD_WORDS.price);
  return isFree ? `drop ${saw} is over since the preview` : null;
}

function changed(field: string, from: string | null, to: string | null): string {
  return `${field} was changed from ${from ?? 'nothing'} to ${to ?? 'nothing'} since the preview`;
}
