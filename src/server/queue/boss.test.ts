import { expect, test } from 'vitest';
import { makeLog } from '../runtime/log.ts';
import { makeBoss } from './boss.ts';

test('a failure of the queue is logged with its reason and the name of the queue', () => {
  const lines: string[] = [];
  const log = makeLog('error', { write: (line) => void lines.push(line) });
  const boss = makeBoss({ over: 'pool', client: {} as never }, log, { works: false });
  const reason = new Error('connection reset');
  // Instead of an Error, pg-boss emits a plain object with an error's fields.
  const told = { code: '57P01', message: reason.message, stack: reason.stack, queue: 'send-mail' };
  boss.emit('error', told as unknown as Error);
  boss.emit('error', reason);
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({
      msg: 'Job queue reported an error (see err)',
      queue: 'send-mail',
      err: { type: 'Error', message: 'connection reset', code: '57P01', stack: reason.stack },
    }),
    expect.objectContaining({
      msg: 'Job queue reported an error (see err)',
      err: { type: 'Error', message: 'connection reset', stack: reason.stack },
    }),
  ]);
});
