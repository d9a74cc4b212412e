// Runs tasks in a worker thread, one at a time. A task takes at least milliseconds of processor
// time; meanwhile the main thread serves requests.
import { Worker } from 'node:worker_threads';
import { makeGate } from './gate.ts';

/** A task failed or exceeded its time limit. */
export class ThreadFailed extends Error {}

/**
 * Returns a function that runs a task in `script`. The script receives the task as a message and
 * replies with a message. The first task starts the thread, and later tasks reuse it. If a task
 * fails or exceeds `limitMs`, the thread ends. The function rejects with ThreadFailed, or with
 * UNAVAILABLE after too long a wait in the queue.
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
