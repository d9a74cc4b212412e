// Several users' requests share a batched transaction. They get the guarantees that each would have
// in a separate transaction.
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import {
  afterCommit,
  batchedStatement,
  statement,
  withoutTableScans,
  type Database,
  type Transaction,
} from '#engine/database.ts';
import { PipelinedQuery } from '#engine/pipelined-query.ts';
import { inColumns, type BatchedStatement } from '#engine/batched-statement.ts';
import { BatchQueue } from '#engine/batch-queue.ts';

const shop = useTestApp();
let batches: BatchQueue;
beforeAll(() => {
  batches = new BatchQueue(shop.context.db);
});

beforeEach(async () => {
  await shop.owner
    .query(`create table if not exists marks (id serial, who text primary key, xact xid8 default pg_current_xact_id());
    grant all on marks, marks_id_seq to felt_and_foil_app`);
});
afterEach(async () => {
  await shop.owner.query('drop table marks');
});

const MARKS: BatchedStatement<{ who: string; times: number }> = {
  text: `with made as (insert into marks (who) select who from unnest($1::text[]) as w (who) returning who)
    select w.at, made.who from unnest($1::text[], $2::int[]) with ordinality as w (who, times, at)
    join made on made.who = w.who cross join generate_series(1, w.times)`,
  valuesOf: (items) => inColumns(items.map(({ who, times }) => [who, times])),
};

function mark(tx: Database, who: string, times = 1): Promise<{ who: string }[]> {
  return batchedStatement<{ who: string }, { who: string; times: number }>(tx, MARKS, {
    who,
    times,
  });
}

/**
 * Runs `work` for each name. Two earlier requests each occupy a transaction, so that all these
 * requests meet in the queue.
 */
function together<Result>(
  names: string[],
  work: (tx: Transaction, name: string) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const first = ['first', 'second'].map((name) =>
    batches.run(name, (tx) => statement(tx, 'select pg_sleep(0.02)', [])),
  );
  const others = names.map((name) => batches.run(name, (tx) => work(tx, name)));
  const settled = Promise.allSettled(others);
  return Promise.all(first).then(() => settled);
}

async function marked(): Promise<{ who: string; xact: string }[]> {
  return (
    await shop.owner.query<{ who: string; xact: string }>(
      'select who, xact::text from marks order by id',
    )
  ).rows;
}

const NAMES = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve'];

test('concurrent requests share one transaction and one statement, and each gets its own result', async () => {
  const sent = vi.spyOn(PipelinedQuery.prototype, 'add');
  const served = await together(NAMES, (tx, name) => mark(tx, name, NAMES.indexOf(name)));
  const marks = sent.mock.calls.filter(([, text]) => text === MARKS.text);
  sent.mockRestore();
  expect(marks).toHaveLength(1);
  expect(served).toEqual(
    NAMES.map((who, times) => ({
      status: 'fulfilled',
      value: Array.from({ length: times }, () => expect.objectContaining({ who })),
    })),
  );
  expect(new Set((await marked()).map(({ xact }) => xact)).size).toBe(1);
});

test('a statement that each request asks twice, with another in between, is shared twice', async () => {
  const sent = vi.spyOn(PipelinedQuery.prototype, 'add');
  await together(NAMES, async (tx, name) => {
    await Promise.all([
      mark(tx, `${name} 1`),
      withoutTableScans(tx, () => mark(tx, `${name} 2`)),
      withoutTableScans(tx, () => mark(tx, `${name} 3`)),
    ]);
  });
  const texts = sent.mock.calls.map(([, text]) => text);
  sent.mockRestore();
  expect(texts.filter((text) => text === MARKS.text)).toHaveLength(3);
  expect(texts.filter((text) => text.includes('enable_seqscan'))).toHaveLength(4);
  expect(await marked()).toHaveLength(3 * NAMES.length);
});

test('what requests leave for the end is one statement, in the pipeline of the commit, and of a failed request nothing', async () => {
  const sent = vi.spyOn(PipelinedQuery.prototype, 'add');
  await together(NAMES, async (tx, name) => {
    tx.beforeCommit(() => mark(tx, `${name} at the end`));
    // Some requests take more turns than others.
    for (let turn = 0; turn < name.length; turn += 1) await statement(tx, 'select 1', []);
  });
  const names = sent.mock.calls.map(([name, text]) => (text === MARKS.text ? 'marks' : name));
  sent.mockRestore();
  expect(names.filter((name) => name === 'marks')).toHaveLength(1);
  expect(names[names.indexOf('marks') + 1]).toBe('commit');
  expect(await marked()).toHaveLength(NAMES.length);

  const served = await together(['Fay', 'Gil'], async (tx, name) => {
    tx.beforeCommit(() => mark(tx, name));
    if (name === 'Gil') throw new Error('No credits');
  });
  expect(served.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect((await marked()).slice(NAMES.length).map(({ who }) => who)).toEqual(['Fay']);
});

test('each request’s statements run in their order, whatever others send', async () => {
  await together(['Ada', 'Ben'], async (tx, name) => {
    const one = () => mark(tx, `${name} shared`);
    const alone = () => statement(tx, 'insert into marks (who) values ($1)', [`${name} alone`]);
    const asked = name === 'Ada' ? [one, alone] : [alone, one];
    await Promise.all(asked.map((ask) => ask()));
  });
  const order = (await marked()).map(({ who }) => who);
  expect(order.indexOf('Ada shared')).toBeLessThan(order.indexOf('Ada alone'));
  expect(order.indexOf('Ben alone')).toBeLessThan(order.indexOf('Ben shared'));
});

test('a failed request fails alone: the others are repeated, each in its own transaction', async () => {
  const told: string[] = [];
  const served = await together(NAMES, async (tx, name) => {
    await mark(tx, name);
    afterCommit(tx, () => told.push(name));
    if (name === 'Cleo') throw new Error('No credits');
  });
  expect(served.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(served[2]).toMatchObject({ reason: { message: 'No credits' } });
  const done = await marked();
  expect(done.map(({ who }) => who).toSorted()).toEqual(['Ada', 'Ben', 'Dan', 'Eve']);
  expect(new Set(done.map(({ xact }) => xact)).size).toBe(4);
  // Notifications after the commit are sent once, and never for work that the batch rolled back.
  expect(told.toSorted()).toEqual(['Ada', 'Ben', 'Dan', 'Eve']);
});

test('the same if the database refuses one of them, even in a deferred check', async () => {
  const served = await together(NAMES, async (tx, name) => {
    await mark(tx, name);
    if (name === 'Dan') tx.later(statement(tx, 'select 1 / 0', []));
  });
  expect(served.map(({ status }) => status === 'fulfilled')).toEqual(
    NAMES.map((name) => name !== 'Dan'),
  );
  expect(served[3]).toMatchObject({ reason: { message: 'division by zero' } });
  expect(await marked()).toHaveLength(4);
});

test('a possibly committed request is not repeated', async () => {
  let times = 0;
  const served = await together(NAMES, async (tx, name) => {
    times += 1;
    await mark(tx, name);
    // This statement ends the session. It is sent together with the commit, so no request learns
    // whether the commit succeeded.
    if (name === 'Eve')
      tx.later(statement(tx, 'select pg_terminate_backend(pg_backend_pid())', []));
  });
  expect(served.map(({ status }) => status)).toEqual(NAMES.map(() => 'rejected'));
  expect(times).toBe(NAMES.length);
  expect(await marked()).toEqual([]);
});

test('a connection that is lost before the commit is not a failure: each request is repeated alone', async () => {
  let times = 0;
  const served = await together(NAMES, async (tx, name) => {
    times += 1;
    await mark(tx, name);
    if (name === 'Ada' && times <= NAMES.length) {
      await statement(tx, 'select pg_terminate_backend(pg_backend_pid())', []);
    }
  });
  expect(served.map(({ status }) => status)).toEqual(NAMES.map(() => 'fulfilled'));
  expect((await marked()).map(({ who }) => who).toSorted()).toEqual(NAMES);
});

test('nobody waits long for a lock that blocks one of the batch', async () => {
  await shop.owner.query(`insert into marks (who) values ('locked')`);
  const locker = await shop.owner.connect();
  await locker.query(`begin; update marks set who = who where who = 'locked'`);
  const ended: string[] = [];
  const works = together(NAMES, async (tx, name) => {
    if (name === 'Ada')
      await statement(tx, `select from marks where who = 'locked' for update`, []);
    await mark(tx, name);
    afterCommit(tx, () => ended.push(name));
  });
  await expect.poll(() => ended.toSorted()).toEqual(NAMES.slice(1));
  await locker.query('commit');
  locker.release();
  expect((await works).map(({ status }) => status)).toEqual(NAMES.map(() => 'fulfilled'));
  expect(await batches.run('Fay', (tx) => mark(tx, 'Fay'))).toHaveLength(1);
});

test('after many refusals fewer requests share a transaction, and later all again', async () => {
  const sizes = async (isRefused: boolean) => {
    const sent = vi.spyOn(PipelinedQuery.prototype, 'add');
    await together(
      Array.from({ length: 40 }, (_, at) => `${isRefused} ${at}`),
      async (tx, name) => {
        await mark(tx, `${name} ${Math.random()}`);
        if (isRefused) throw new Error('Sold out');
      },
    );
    const marks = sent.mock.calls.filter(([, text]) => text === MARKS.text).length;
    sent.mockRestore();
    return marks;
  };
  await sizes(true);
  // From here on each request runs in a separate transaction, so that a refused request does not
  // make others repeat.
  expect(await sizes(true)).toBe(40);
  for (let time = 0; time < 3; time += 1) await sizes(false);
  expect(await sizes(false)).toBeLessThan(8);
});

test('concurrent requests of one user run one after the other, and the next sees the changes', async () => {
  let inHand = 0;
  const found = await Promise.all(
    NAMES.map((name) =>
      batches.run('the same person', async (tx) => {
        inHand += 1;
        expect(inHand).toBe(1);
        const before = await statement(tx, 'select from marks', []);
        await mark(tx, name);
        inHand -= 1;
        return before.length;
      }),
    ),
  );
  expect(found).toEqual([0, 1, 2, 3, 4]);
});

test('a request that has to wait does not delay later ones', async () => {
  const ended: string[] = [];
  const note = (name: string) => () => ended.push(name);
  const slow = ['slow one', 'slow two'].map((name) =>
    batches.run(name, (tx) => statement(tx, 'select pg_sleep(1)', [])).then(note(name)),
  );
  const quick = NAMES.map((name) => batches.run(name, (tx) => mark(tx, name)).then(note(name)));
  await Promise.all(quick);
  expect(ended.toSorted()).toEqual(NAMES);
  await Promise.all(slow);
});

test('a request that needs its own transaction gets one', async () => {
  let refused = 0;
  const WAITS: BatchedStatement<string> = {
    text: MARKS.text,
    valuesOf: (names) => [names, names.map(() => 1)],
    mayWait: true,
  };
  const served = await together(NAMES, async (tx, name) => {
    await mark(tx, name);
    try {
      if (name === 'Ben') await batchedStatement(tx, WAITS, 'Ben waited');
    } catch (error) {
      refused += 1;
      throw error;
    }
  });
  expect(served.map(({ status }) => status)).toEqual(NAMES.map(() => 'fulfilled'));
  expect(refused).toBe(1);
  expect(await marked()).toHaveLength(6);
});
