// Uncaught errors. A promise that failed while nobody waited for it is logged, and the shop goes
// on: whatever it was about is in a transaction that is rolled back. After an exception outside of any
// promise nothing is certain: it is logged, running requests are finished, and the process ends, to be
// started again by whoever keeps it running.
import type { Logger } from 'pino';

/** Catches what is left. `stop` ends the process when its work is done. */
export function catchTheRest(log: Logger, stop: (exitCode: number) => Promise<void>): void {
  process.on('unhandledRejection', (reason) => {
    log.error({ event: 'unhandled_rejection', err: reason }, 'Unhandled rejection');
  });
  process.on('uncaughtException', (error) => {
    log.fatal({ event: 'uncaught_exception', err: error }, 'Uncaught exception: the process ends');
    void stop(1);
  });
}
