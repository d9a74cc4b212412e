// Operators take the shop's cards in hand in batches: they type or scan the number on the sleeve, or the grader's
// label.
import * as rows from '#contract/singles-admin.ts';
import { conditionsFrom, takingProblem } from '#domain/house-card-moves.ts';
import type { Condition } from '#domain/card.ts';
import { Rejection } from '#domain/rejection.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { handler } from '../../http/handler.ts';
import { insertMoves } from '../moves-queries.ts';
import { priceSomeSingles } from '../price-by-rules.ts';
import {
  findNumbered,
  lockSingles,
  updateTaken,
  type LockedSingle,
  type NumberedCard,
} from './desk-queries.ts';
import { sleeveNumberOf, presentSingle } from './present-single.ts';
import { listSinglesById } from './singles-queries.ts';

export const findSingle = handler(rows.findSingle, async (context, _caller, { number }) => {
  const { db } = context;
  const [found] = await findNumbered(db, [number]);
  if (found!.id === null) return { single: null, problem: unknownWords(found!) };
  const [row] = await listSinglesById(db, [found!.id]);
  return { single: presentSingle(context, row!), problem: takingProblem(row!.state) };
});

/**
 * Takes cards in hand, all or none. If lines are wrong, rejects with VALIDATION_ERROR, which names each of these lines.
 */
export const takeInHand = handler(rows.takeInHand, async (context, caller, { shelf, cards }) => {
  const { db } = context;
  const found = await findNumbered(
    db,
    cards.map(({ number }) => number),
  );
  const known = new Map(
    (await lockSingles(db, [...new Set(found.flatMap(({ id }) => id ?? []))])).map((single) => [
      single.id,
      single,
    ]),
  );
  const lines = found.map((card, at) => ({
    ...card,
    condition: cards[at]!.condition,
    single: card.id === null ? null : known.get(card.id)!,
  }));
  refuseProblems(
    lines.map((line, at) => {
      const isRepeated = line.id !== null && found.findIndex(({ id }) => id === line.id) < at;
      return isRepeated ? 'This card is in the batch already' : problemOf(line);
    }),
  );
  const taken = lines.map(({ single, condition }) => ({ ...single!, seen: condition }));
  const ids = taken.map(({ id }) => id);
  await updateTaken(
    db,
    taken.map(({ id, seen, condition }) => ({ id, condition: seen, isWorse: seen !== condition })),
    shelf,
    caller.userId,
  );
  await insertMoves(db, ids, caller.userId, { move: 'taken_in_hand', detail: shelf });
  const worse = taken.filter(({ condition, seen }) => condition !== seen);
  for (const condition of new Set(worse.map(({ seen }) => seen))) {
    await insertMoves(
      db,
      worse.filter(({ seen }) => seen === condition).map(({ id }) => id),
      caller.userId,
      { move: 'got_worse', detail: condition },
    );
  }
  await priceSomeSingles(db, ids);
  const after = await listSinglesById(db, ids);
  await recordAuditEntry(context, caller, {
    action: 'take_in_hand',
    subject: { kind: 'single', id: ids[0]! },
    after: {
      shelf,
      cards: after.map(sleeveNumberOf),
      ...(worse.length > 0 && {
        worse: after
          .filter(({ id }) => worse.some((one) => one.id === id))
          .map((row) => `${sleeveNumberOf(row)}: ${row.condition}`),
      }),
    },
  });
  return { taken: ids.length, onSale: after.filter(({ state }) => state === 'on_sale').length };
});

type Line = NumberedCard & { single: LockedSingle | null; condition: Condition };

/** Returns why a line of a batch can't be taken in hand, or null if it can. */
function problemOf({ single, condition, ...card }: Line): string | null {
  if (single === null) return unknownWords(card);
  if (!conditionsFrom(single.condition).includes(condition)) {
    return `This card is recorded as ${single.condition}: it can be worse, but not better`;
  }
  return takingProblem(single.state);
}

function unknownWords({ isInPack }: Pick<NumberedCard, 'isInPack'>): string {
  return isInPack
    ? 'This card is not the shop’s: somebody has it, or it is still in its pack'
    : 'There is no card with this number';
}

function refuseProblems(problems: (string | null)[]): void {
  const details = problems.flatMap((message, at) =>
    message === null ? [] : [{ path: `cards.${at}.number`, message }],
  );
  if (details.length === 0) return;
  throw new Rejection('VALIDATION_ERROR', { sentence: details[0]!.message, details });
}
