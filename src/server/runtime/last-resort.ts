// Uncaught errors. An unhandled rejection is logged, and the shop goes on: its work was in a
// transaction, which is rolled back. After an exception outside of any promise the state is
// unknown. It is logged, running requests finish, and the process ends, for its supervisor to
// restart it.
import type { Logger } from 'pino';

/** Catches uncaught errors. `stop` finishes the running requests and ends the process. */
export function catchTheRest(log: Logger, stop: (exitCode: number) => Promise<void>): void {
  process.on('unhandledRejection', (reason) => {
    log.error({ event: 'unhandled_rejection', err: reason }, 'Unhandled rejection');
  });
  process.on('uncaughtException', (error) => {
    log.fatal({ event: 'uncaught_exception', err: error }, 'Uncaught exception: the process ends');
    void stop(1);
  });
}
