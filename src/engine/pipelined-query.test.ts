// Tests the internals of the driver on which pipelined queries rely, and which the driver's types don't declare. If an
// upgrade changes one of them, this test fails before requests fail under load.
import pg from 'pg';
import { expect, test } from 'vitest';
import { COLUMN_TYPES } from './column-types.ts';
import { PipelinedQuery } from './pipelined-query.ts';

type Private = Record<string, unknown>;

const client = new pg.Client({ pipeline: true }) as unknown as Private;
const connection = client['connection'] as Private;

test('the driver’s connection has the messages of the extended protocol, and records what it prepared', () => {
  for (const message of ['parse', 'bind', 'describe', 'execute', 'flush', 'sync']) {
    expect([message, typeof connection[message]]).toEqual([message, 'function']);
  }
  expect(connection).toMatchObject({ parsedStatements: {}, submittedNamedStatements: {} });
  const { cork, uncork } = connection['stream'] as Private;
  expect([typeof cork, typeof uncork]).toEqual(['function', 'function']);
  expect((pg as unknown as { utils: Private }).utils['prepareValue']).toBeTypeOf('function');
});

test('the driver gives a query of our own kind its connection and the messages of Postgres', () => {
  const source = (name: string) => String(pg.Client.prototype[name as 'query']);
  expect(new PipelinedQuery(COLUMN_TYPES)).toBeInstanceOf(pg.Query);
  expect(source('_pulsePipelinedQueryQueue') + source('_pulseQueryQueue')).toContain(
    '.submit(this.connection)',
  );
  for (const kind of ['RowDescription', 'DataRow', 'CommandComplete', 'ReadyForQuery']) {
    expect(source(`_handle${kind}`)).toContain(`.handle${kind}(`);
  }
  expect(source('_handleErrorMessage')).toContain('.handleError(');
  // When Postgres answers a parse, the driver records a prepared statement under the query's current name.
  expect(source('_handleParseComplete')).toContain('parsedStatements[');
  expect(source('query')).toContain('config.query_timeout');
});

/** A connection that records the messages sent to it. */
function recorder() {
  const said: string[] = [];
  const say = (word: string) => (message?: { name?: string; statement?: string }) =>
    void said.push([word, message?.name ?? message?.statement].filter(Boolean).join(' '));
  const messages = ['parse', 'bind', 'describe', 'execute', 'flush', 'sync'] as const;
  return {
    said,
    parsedStatements: {},
    submittedNamedStatements: {},
    stream: { cork: say('cork'), uncork: say('uncork') },
    ...Object.fromEntries(messages.map((word) => [word, say(word)])),
  };
}

test('the statements of one pipelined query have one end, and each is prepared and described once a connection', async () => {
  const driven = recorder();
  const first = new PipelinedQuery(COLUMN_TYPES);
  const results = [first.add('one', 'select 1', []), first.add('two', 'select 2', [], true)];
  expect(first.submit(driven)).toBeNull();
  expect(driven.said).toEqual(
    ['cork', 'parse one', 'bind one', 'describe', 'execute'].concat([
      'parse two',
      'bind two',
      'describe',
      'execute',
      'flush',
      'sync',
      'uncork',
    ]),
  );
  for (const value of ['1', '2']) {
    first.handleRowDescription({ fields: [{ name: 'n', dataTypeID: 20 }] });
    first.handleDataRow({ fields: [value] });
    first.handleCommandComplete({ text: 'SELECT 1' });
  }
  first.handleReadyForQuery();
  expect(await Promise.all(results)).toMatchObject([{ rows: [{ n: 1 }] }, { rows: [{ n: 2 }] }]);

  driven.said.length = 0;
  const second = new PipelinedQuery(COLUMN_TYPES);
  void second.add('one', 'select 1', []);
  second.submit(driven);
  expect(driven.said).toEqual(['cork', 'bind one', 'execute', 'sync', 'uncork']);
});

test('statements after a failed one get no result, and each reports why', async () => {
  const pipelined = new PipelinedQuery(COLUMN_TYPES);
  const results = [1, 2, 3].map((at) => pipelined.add(`s${at}`, `select ${at}`, []));
  pipelined.submit(recorder());
  pipelined.handleCommandComplete({ text: 'SELECT 0' });
  pipelined.handleError(new Error('division by zero'));
  pipelined.handleReadyForQuery();
  expect(await Promise.allSettled(results)).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { message: 'division by zero' } },
    { status: 'rejected', reason: { message: 'division by zero' } },
  ]);
});
