// Works of many people in one transaction. What a statement costs to begin, and a transaction to commit, is paid once for all of
// them where they ask for the same (`sharedStatement`); who comes while others are at work goes with the next ones (choice 703).
import { AsyncResource } from 'node:async_hooks';
import { attemptTransaction, inTransaction, type Database, type Work } from './database.ts';

type Waiting = {
  who: string;
  work: Work<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
};

/** Those of one pool who wait for their turn. */
type Line = {
  waiting: Waiting[];
  /** Who has a work in hand: two works of one person are never in one transaction, nor wait for each other in the database. */
  atWork: Set<string>;
  transactions: number;
  /** How many go together at present: fewer once one of them failed, as all others are done twice then. */
  most: number;
};

/** So many transactions are enough to keep Postgres busy while the shop thinks; where nobody shares one, so many. */
const TRANSACTIONS_MOST = 2;
const ALONE_MOST = 8;
const TOGETHER_MOST = 16;
/** One that takes longer waits for something, and holds up nobody who comes after it. */
const PATIENCE_MS = 50;

const lines = new WeakMap<Database['client'], Line>();

/**
 * Does a work in a transaction that others may share, and commits: their works are all done or none is. If one of them fails,
 * all are undone and each is done again in a transaction of its own (`inTransaction`), where only its own failure counts. So a work
 * must keep nothing outside the database. `who`: whose works wait for each other.
 */
export function inSharedTransaction<Result>(
  db: Database,
  who: string,
  work: Work<Result>,
): Promise<Result> {
  const line = lineOf(db);
  return new Promise<Result>((resolve, reject) => {
    line.waiting.push({
      who,
      // In what belongs to its request, whoever lets it begin.
      work: AsyncResource.bind(work),
      resolve: resolve as (result: unknown) => void,
      reject,
    });
    letIn(db, line);
  });
}

function lineOf({ client }: Database): Line {
  const known = lines.get(client);
  if (known !== undefined) return known;
  const line = { waiting: [], atWork: new Set<string>(), transactions: 0, most: TOGETHER_MOST };
  lines.set(client, line);
  return line;
}

function letIn(db: Database, line: Line): void {
  while (line.transactions < (line.most > 1 ? TRANSACTIONS_MOST : ALONE_MOST)) {
    const together = takeFrom(line);
    if (together.length === 0) return;
    void doTogether(db, line, together);
  }
}

/** The first who wait, each person once. */
function takeFrom(line: Line): Waiting[] {
  const taken: Waiting[] = [];
  const left: Waiting[] = [];
  for (const one of line.waiting) {
    const isFree = taken.length < line.most && !line.atWork.has(one.who);
    (isFree ? taken : left).push(one);
    if (isFree) line.atWork.add(one.who);
  }
  line.waiting = left;
  return taken;
}

async function doTogether(db: Database, line: Line, together: Waiting[]): Promise<void> {
  line.transactions += 1;
  let hasPlace = true;
  const leavePlace = () => {
    if (hasPlace) line.transactions -= 1;
    hasPlace = false;
    letIn(db, line);
  };
  const patience = setTimeout(leavePlace, PATIENCE_MS);
  const areDone =
    together.length > 1 ? await doAll(db, line, together) : await doAlone(db, line, together[0]!);
  line.most = areDone ? Math.min(line.most + 1, TOGETHER_MOST) : Math.ceil(line.most / 2);
  clearTimeout(patience);
  leavePlace();
}

/** Never throws: each of them is told. Returns whether all were done together. */
async function doAll(db: Database, line: Line, together: Waiting[]): Promise<boolean> {
  const works = together.map(({ work }) => work);
  const outcome = await attemptTransaction(db, true, works).catch((error: unknown) => {
    return { isDone: false, error, isUndone: false } as const;
  });
  if (!outcome.isDone && outcome.isUndone) {
    await Promise.all(together.map((one) => doAlone(db, line, one)));
    return false;
  }
  for (const [at, { who, resolve, reject }] of together.entries()) {
    line.atWork.delete(who);
    if (outcome.isDone) resolve(outcome.results[at]);
    else reject(outcome.error);
  }
  return outcome.isDone;
}

/** Never throws. Returns whether it was done. */
async function doAlone(
  db: Database,
  line: Line,
  { who, work, resolve, reject }: Waiting,
): Promise<boolean> {
  let isDone = true;
  await inTransaction(db, work, { keepsPlans: true }).then(resolve, (error: unknown) => {
    isDone = false;
    reject(error);
  });
  line.atWork.delete(who);
  letIn(db, line);
  return isDone;
}
