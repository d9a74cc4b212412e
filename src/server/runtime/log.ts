// The shop's log: one JSON line an event, UTC, without secrets.
import { pino, type DestinationStream, type Logger } from 'pino';

/**
 * A logger at a level. Tokens, passwords and keys are cut out wherever they could be. `to`: where its
 * lines go in place of the standard output.
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
 * An error by what it says of itself, and nothing else that hangs on it: Postgres hangs the values of the
 * row there, Stripe the whole answer with the secret of the payment, HTTP clients the headers.
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
