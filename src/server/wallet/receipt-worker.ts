// Draws one receipt after the other in a thread of its own. What it can't draw ends it: `draw-receipt.ts` starts another.
import { parentPort } from 'node:worker_threads';
import type { Receipt } from '#contract/wallet.ts';
import { receiptPdf } from './receipt-pdf.ts';

const port = parentPort!;
port.on('message', (receipt: Receipt) => {
  void receiptPdf(receipt).then((bytes) => port.postMessage(bytes));
});
