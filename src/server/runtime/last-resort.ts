// Handles uncaught errors. If a rejection is unhandled, it is logged, and the shop continues, because the work's
// transaction was rolled back. An exception outside of any promise leaves an unknown state. It is logged, running
// requests finish, and the process ends so that its supervisor restarts it.
import type { Logger } from 'pino';

/** Handles uncaught errors. `stop` finishes the running requests and ends the process. */
export function catchTheRest(log: Logger, stop: (exitCode: number) => Promise<void>): void {
  process.on('unhandledRejection', (reason) => {
    log.error({ event: 'unhandled_rejection', err: reason }, 'Unhandled rejection');
  });
  process.on('uncaughtException', (error) => {
    log.fatal({ event: 'uncaught_exception', err: error }, 'Uncaught exception: the process ends');
    void stop(1);
  });
}
