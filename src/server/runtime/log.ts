// The shop's log: one JSON line an event, UTC, without secrets.
import { pino, type DestinationStream, type Logger } from 'pino';

/**
 * A logger at a level. Tokens, passwords and keys are removed wherever they could be. `to`: the
 * destination of its lines in place of the standard output.
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

/** How many nested causes of an error are logged. */
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
 * An error by its own name, message and stack, without other properties. Postgres adds the values
 * of a database row there, Stripe the whole response with the secret of the payment, HTTP clients
 * the headers.
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
