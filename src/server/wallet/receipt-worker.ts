// Draws one receipt after the other in a thread of its own. A receipt that it can't draw ends the
// thread: `draw-receipt.ts` starts another.
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Receipt } from '#contract/wallet.ts';
import { receiptPdf } from './receipt-pdf.ts';

// On Linux a thread has a priority of its own: Postgres and the main thread come first. Elsewhere
// this would slow down the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

const port = parentPort!;
port.on('message', (receipt: Receipt) => {
  void receiptPdf(receipt).then((bytes) => port.postMessage(bytes));
});
