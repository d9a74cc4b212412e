// Checks a log once, in a separate thread that `monitor.ts` can end at any moment. Posts the lines to print, then the
// code.
import { parentPort, workerData } from 'node:worker_threads';
import { watchLog } from './monitor.ts';

const { address, folder } = workerData as { address: string; folder: string };
const post = (said: string | number) => parentPort!.postMessage(said);
post(await watchLog(address, folder, post));
