// Receipts are drawn in a thread of their own: each takes milliseconds of processor.
import type { Receipt } from '#contract/wallet.ts';
import { inThread } from '../http/in-thread.ts';

/** The bytes of a receipt as PDF. Rejects with UNAVAILABLE who waited too long. */
export const drawReceipt = inThread<Receipt, Uint8Array>(
  new URL('./receipt-worker.ts', import.meta.url),
  { limitMs: 60_000 },
);
