// Draws one receipt after the other in a thread of its own. What it can't draw ends it: `draw-receipt.ts` starts another.
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Receipt } from '#contract/wallet.ts';
import { receiptPdf } from './receipt-pdf.ts';

// On Linux a thread has a priority of its own: Postgres and the thread that sells come first. Elsewhere the whole process would be slower.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

const port = parentPort!;
port.on('message', (receipt: Receipt) => {
  void receiptPdf(receipt).then((bytes) => port.postMessage(bytes));
});
