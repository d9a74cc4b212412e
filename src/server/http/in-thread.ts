// Work in a thread of its own, one task at a time: it takes milliseconds of processor or more, in which the thread that answers
// everybody goes on.
import { Worker } from 'node:worker_threads';
import { makeGate } from './gate.ts';

/** The thread failed at a task, or took longer than it may. */
export class ThreadFailed extends Error {}

/**
 * Makes the function that has `script` do a task: it gets one as a message, and answers with one. The thread is kept from the first
 * task on; one that fails, or takes more than `limitMs`, ends it. Rejects with ThreadFailed, and with UNAVAILABLE who waited too long.
 */
export function inThread<Task, Result>(
  script: URL,
  { limitMs }: { limitMs: number },
): (task: Task) => Promise<Result> {
  const oneAtATime = makeGate({ running: 1, waiting: 1_000, waitMs: 25_000 });
  let thread: Worker | null = null;

  function startThread(): Worker {
    const worker = new Worker(script);
    const forget = (): void => {
      if (thread === worker) thread = null;
    };
    worker.on('error', forget);
    worker.on('exit', forget);
    worker.unref();
    return worker;
  }

  async function work(worker: Worker, task: Task): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const fail = (cause: unknown) =>
      reject(new ThreadFailed('A thread failed at its task', { cause }));
    const timer = setTimeout(() => {
      if (thread === worker) thread = null;
      void worker.terminate();
      fail(`It took longer than ${limitMs} ms`);
    }, limitMs);
    worker.on('message', resolve).on('error', fail).on('exit', fail);
    worker.ref();
    try {
      worker.postMessage(task);
      return await promise;
    } finally {
      clearTimeout(timer);
      worker.unref();
      worker.off('message', resolve).off('error', fail).off('exit', fail);
    }
  }

  return (task) => oneAtATime(() => work((thread ??= startThread()), task));
}
