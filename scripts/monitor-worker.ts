// One look at a log in a thread of its own, which `monitor.ts` can end at any moment: posts what is to be printed, then the code.
import { parentPort, workerData } from 'node:worker_threads';
import { watchLog } from './monitor.ts';

const { address, folder } = workerData as { address: string; folder: string };
const post = (said: string | number) => parentPort!.postMessage(said);
post(await watchLog(address, folder, post));
