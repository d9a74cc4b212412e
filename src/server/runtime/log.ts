// The shop's log: one JSON line an event, UTC, without secrets.
import { pino, type Logger } from 'pino';

/** A logger at a level. Tokens, passwords and keys are cut out wherever they could stand. */
export function makeLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        '*.password',
        '*.access_token',
        '*.refresh_token',
      ],
      censor: '[redacted]',
    },
  });
}
