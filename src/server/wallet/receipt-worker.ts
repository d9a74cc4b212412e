// Draws receipts in a separate thread, one after the other. If a receipt can't be drawn, the thread
// ends, and `draw-receipt.ts` starts another thread.
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Receipt } from '#contract/wallet.ts';
import { receiptPdf } from './receipt-pdf.ts';

// Lets Postgres and the main thread run first. Only Linux can do this, because on other systems the
// priority would apply to the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

const port = parentPort!;
port.on('message', (receipt: Receipt) => {
  void receiptPdf(receipt).then((bytes) => port.postMessage(bytes));
});
