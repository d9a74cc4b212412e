// Receipts are drawn in a thread of their own, one at a time: each takes milliseconds of processor, in which the shop's
// thread goes on selling.
import { Worker } from 'node:worker_threads';
import type { Receipt } from '#contract/wallet.ts';
import { makeGate } from '../http/gate.ts';

const oneAtATime = makeGate({ running: 1, waiting: 1_000, waitMs: 25_000 });

let thread: Worker | null = null;

/** The bytes of a receipt as PDF. Rejects with UNAVAILABLE who waited too long. */
export function drawReceipt(receipt: Receipt): Promise<Uint8Array> {
  return oneAtATime(() => draw((thread ??= startThread()), receipt));
}

/** Kept from the first receipt on, with the faces that it has read. */
function startThread(): Worker {
  const worker = new Worker(new URL('./receipt-worker.ts', import.meta.url));
  const forget = (): void => {
    if (thread === worker) thread = null;
  };
  worker.on('error', forget);
  worker.on('exit', forget);
  worker.unref();
  return worker;
}

async function draw(worker: Worker, receipt: Receipt): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const ended = () => reject(new Error('The thread that draws receipts ended'));
  worker.on('message', resolve).on('error', reject).on('exit', ended);
  worker.ref();
  try {
    worker.postMessage(receipt);
    return await promise;
  } finally {
    worker.unref();
    worker.off('message', resolve).off('error', reject).off('exit', ended);
  }
}
