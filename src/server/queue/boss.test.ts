import { expect, test } from 'vitest';
import { makeLog } from '../runtime/log.ts';
import { makeBoss } from './boss.ts';

test('a failure of the queue is logged with its reason and the name of the queue', () => {
  const lines: string[] = [];
  const log = makeLog('error', { write: (line) => void lines.push(line) });
  const boss = makeBoss({ over: 'pool', client: {} as never }, log, { works: false });
  const reason = new Error('connection reset');
  // pg-boss emits a plain object that has the fields of an error, and not an Error.
  const told = { code: '57P01', message: reason.message, stack: reason.stack, queue: 'send-mail' };
  boss.emit('error', told as unknown as Error);
  boss.emit('error', reason);
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({
      msg: 'Queue failed',
      queue: 'send-mail',
      err: { type: 'Error', message: 'connection reset', code: '57P01', stack: reason.stack },
    }),
    expect.objectContaining({
      msg: 'Queue failed',
      err: { type: 'Error', message: 'connection reset', stack: reason.stack },
    }),
  ]);
});
