// Makes the shop's log. It has one JSON line per event, with times in UTC and without secrets.
import { pino, type DestinationStream, type Logger } from 'pino';

/**
 * Makes a logger, which removes tokens, passwords and keys from all fields that may hold them. `to`: where lines are
 * written, by default the standard output.
 */
export function makeLog(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        '*.password',
        '*.access_token',
        '*.refresh_token',
        '*.client_secret',
        '*.clientSecret',
      ],
      censor: '[redacted]',
    },
  };
  return to === undefined ? pino(options) : pino(options, to);
}

/** The log shows at most this many nested causes of an error. */
const CAUSES_MAX = 4;

type Described = {
  type: string;
  message: string;
  code?: string;
  constraint?: string;
  stack?: string | undefined;
  cause?: Described;
};

/**
 * Returns an error's name, message and stack. Other properties are left out, because they may hold secrets. For
 * example, Postgres adds values of a row, Stripe adds the response with the payment's secret, and HTTP clients add the
 * headers.
 */
export function describeError(error: unknown, depth = 0): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    stack: error.stack,
    ...(error.cause === undefined || depth === CAUSES_MAX
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
  };
}
