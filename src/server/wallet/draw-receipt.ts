// Receipts are drawn in a thread of their own: each takes milliseconds of processor.
import type { Receipt } from '#contract/wallet.ts';
import { makeGate } from '../http/gate.ts';
import { inThread } from '../http/in-thread.ts';

/** The bytes of a receipt as PDF. Rejects with UNAVAILABLE who waited too long. */
export const drawReceipt = inThread<Receipt, Uint8Array>(
  new URL('./receipt-worker.ts', import.meta.url),
  { limitMs: 60_000 },
);

/** In front of it, so that mails, which send the same files along, wait for one reader at most. */
const readers = makeGate({ running: 1, waiting: 100, waitMs: 25_000 });

/** The same for somebody who asks for it. Also rejects with UNAVAILABLE, at once, if a hundred others wait. */
export function drawForReader(receipt: Receipt): Promise<Uint8Array> {
  return readers(() => drawReceipt(receipt));
}
