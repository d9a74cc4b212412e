// Draws receipts in a separate thread, because each receipt takes milliseconds of processor time.
import type { Receipt } from '#contract/wallet.ts';
import { inThread } from '../http/in-thread.ts';

/** Returns the bytes of a receipt as PDF. Rejects with UNAVAILABLE after too long a wait in the queue. */
export const drawReceipt = inThread<Receipt, Uint8Array>(
  new URL('./receipt-worker.ts', import.meta.url),
  { limitMs: 60_000 },
);
