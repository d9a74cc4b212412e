// The lines of a batch of cards, newest first.
import type { Single } from '#contract/singles-admin.ts';
import type { Condition } from '#domain/card.ts';

export type Line = {
  key: number;
  /** The number as it was typed or scanned. */
  number: string;
  /** The card. Null while the shop is asked for it, and if there is none. */
  single: Single | null;
  /** The condition as the operator sees it. Null while there is no card. */
  condition: Condition | null;
  /** Why the line can't be taken in hand. Null if it can, or if the shop has not said so yet. */
  problem: string | null;
};

export type Found = { single: Single | null; problem: string | null };

export function isWrong({ problem }: Line): boolean {
  return problem !== null;
}

/** Whether the shop has not answered about this line yet. */
export function isLoading({ single, problem }: Line): boolean {
  return single === null && problem === null;
}

/** Whether each line has a card that can be taken in hand. */
export function isBatchComplete(lines: readonly Line[]): boolean {
  return lines.length > 0 && lines.every((line) => line.single !== null && !isWrong(line));
}

/** Adds a line at the top. It replaces a refused line with the same number. */
export function addLine(lines: readonly Line[], line: Pick<Line, 'key' | 'number'>): Line[] {
  const others = lines.filter(
    (one) => !(isWrong(one) && one.number.toUpperCase() === line.number.toUpperCase()),
  );
  return [{ ...line, single: null, condition: null, problem: null }, ...others];
}

/**
 * Completes a line with its card. If another line has the same card, under its other number, this line gets a problem.
 */
export function foundLine(lines: readonly Line[], key: number, { single, problem }: Found): Line[] {
  const isRepeated = lines.some(
    (one) => one.key !== key && one.single?.id === single?.id && single !== null,
  );
  return lines.map((line) =>
    line.key === key
      ? {
          ...line,
          single,
          condition: single?.condition ?? null,
          problem: problem ?? (isRepeated ? 'This card is in the batch already' : null),
        }
      : line,
  );
}

/** Marks the lines that the shop refused. `sent`: the lines in the order in which they were sent. */
export function withProblems(
  lines: readonly Line[],
  sent: readonly Line[],
  fields: readonly { path: string; message: string }[],
): Line[] {
  const problems = new Map(
    fields.flatMap(({ path, message }) => {
      const [, at] = /^cards\.(\d+)\./.exec(path) ?? [];
      const line = at === undefined ? undefined : sent[Number(at)];
      return line === undefined ? [] : [[line.key, message] as const];
    }),
  );
  return lines.map((line) => ({ ...line, problem: problems.get(line.key) ?? line.problem }));
}
