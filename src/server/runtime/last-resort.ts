// Handles uncaught errors. An unhandled rejection is logged, and the shop continues, because the transaction in which
// it happened was rolled back. An exception outside of any promise leaves an unknown state: it is logged, running
// requests finish, and the process ends so that its supervisor restarts it.
import type { Logger } from 'pino';

/** Handles uncaught errors. `stop` finishes the running requests and ends the process. */
export function catchTheRest(log: Logger, stop: (exitCode: number) => Promise<void>): void {
  process.on('unhandledRejection', (reason) => {
    log.error(
      { event: 'unhandled_rejection', err: reason },
      'Unhandled rejection: the process goes on',
    );
  });
  process.on('uncaughtException', (error) => {
    log.fatal(
      { event: 'uncaught_exception', err: error },
      'Uncaught exception: the process finishes running requests and ends',
    );
    void stop(1);
  });
}
