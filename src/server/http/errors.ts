// The only place that writes the response envelope and turns thrown errors into responses.
import type { Duplex } from 'node:stream';
import { REJECTION_STATUS } from '#contract/rejections.ts';
import { Rejection } from '#domain/rejection.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AccessProblem } from '../database/app-role.ts';
import { postgresError } from '#engine/database.ts';

/** The body of a successful response, as text. `data` is in wire form. */
export function successBody(data: unknown, at: Date): string {
  return JSON.stringify({ success: true, data, timestamp: at.toISOString() });
}

function rejectionBody(rejection: Rejection, at: Date) {
  return {
    success: false,
    error: {
      code: rejection.code,
      message: rejection.sentence,
      ...(rejection.details === undefined ? {} : { details: rejection.details }),
    },
    timestamp: at.toISOString(),
  };
}

/** Seconds after which a client may retry when the shop is busy or the database is down. */
export const RETRY_AFTER_S = 1;

/**
 * Sends the response for a thrown error. A Rejection keeps its code. Any other error becomes an
 * internal error.
 */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const rejection = asRejection(error);
  const status = REJECTION_STATUS[rejection.code];
  if (error instanceof Rejection && status === 503)
    request.log.warn(
      { event: 'unavailable', err: error },
      'Responded 503: something is busy or unreachable (see err)',
    );
  else if (status >= 500)
    request.log.error(
      { event: 'request_failed', err: error },
      'Request failed: responded with an internal error',
    );
  const retryAfterS = rejection.retryAfterS ?? (status === 503 ? RETRY_AFTER_S : null);
  if (retryAfterS !== null) reply.header('retry-after', String(retryAfterS));
  return reply.code(status).send(rejectionBody(rejection, new Date()));
}

/** The status for error codes of Node's HTTP server. All other codes get 400. */
const BROKEN_STATUS: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/**
 * Responds to a request that is not valid HTTP. Writes directly to the connection and closes it.
 */
export function respondToBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  headers: Record<string, string>,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const status = BROKEN_STATUS[error.code ?? ''] ?? '400 Bad Request';
    const body = JSON.stringify(
      rejectionBody(new Rejection('VALIDATION_ERROR', 'The request can’t be read'), new Date()),
    );
    const lines = Object.entries({
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
  }
  socket.destroy(error);
}

/** Returns what a client may learn about an error. */
export function asRejection(error: unknown): Rejection {
  if (error instanceof Rejection) return error;
  const databaseRejection = fromDatabase(error);
  if (databaseRejection !== null) return databaseRejection;
  const { statusCode, code } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Rejection('VALIDATION_ERROR', 'The request body must be JSON');
  }
  if (statusCode === 413) return new Rejection('VALIDATION_ERROR', 'The request body is too large');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Rejection('VALIDATION_ERROR', 'The request body is not valid JSON');
  }
  return new Rejection('SERVER_ERROR');
}

const WITHIN_OWN_LIMITS = new Set(['payments_within_own_limits', 'openings_within_own_limit']);

/**
 * Returns the rejection for a Postgres error that is no bug of the shop, and null for any other error. Postgres may be
 * unable to store a value (class 22, such as a NUL in a text). Or the database is busy, stopping, down (lock, statement
 * and transaction time-outs, classes 53, 57 and 08) or no longer a primary.
 */
function fromDatabase(error: unknown): Rejection | null {
  const { code: state = '', constraint, severity = '' } = postgresError(error) ?? {};
  // Only the database checks the conditions of these constraints, in the statement that changes the data. So each
  // constraint becomes a rejection of the endpoint.
  if (constraint === 'drop_is_not_for_staff') return new Rejection('STAFF_CANNOT_BUY');
  if (constraint === 'sold_where_the_shop_sells') return new Rejection('NOT_SOLD_HERE');
  if (constraint === 'nothing_sold_on_a_break') return new Rejection('ON_A_BREAK');
  if (constraint === 'nothing_sold_to_barred_accounts') return new Rejection('NOT_SOLD_TO_ACCOUNT');
  if (constraint === 'breaks_are_never_shorter') {
    return new Rejection('INVALID_TRANSITION', 'You are on a break that lasts at least as long.');
  }
  if (constraint !== undefined && WITHIN_OWN_LIMITS.has(constraint))
    return new Rejection('OWN_LIMIT_REACHED');
  if (constraint === 'cards_wait_for_the_opening') return new Rejection('CARDS_NOT_OPEN');
  if (state.startsWith('22')) return new Rejection('VALIDATION_ERROR');
  // Postgres has ended the session. The error's code does not matter. It may even be XX000 (internal error), if a new
  // session can't write a file because the disk is full.
  if (severity === 'FATAL' || severity === 'PANIC') return new Rejection('UNAVAILABLE');
  // A pooler has swapped the session, so the session lacks the prepared statements, or has those of
  // another client.
  if (/^(26000|42P05)/.test(state)) return new Rejection('UNAVAILABLE');
  if (/^(40001|40P01|55P03|25P03|25006|53|57|08)/.test(state)) return new Rejection('UNAVAILABLE');
  if (isConnectionFailure(error) || error instanceof AccessProblem)
    return new Rejection('UNAVAILABLE');
  return null;
}

/**
 * Returns the error for a page that called an endpoint inside the process. As in `sendError`, Postgres errors that are
 * not bugs become rejections. A malformed id in a page's address causes such an error, because only the database checks
 * the ids of these calls.
 */
export function asPageError(error: unknown): unknown {
  return fromDatabase(error) ?? error;
}

const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/** Whether the connection to the database failed. */
function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined && CONNECTION_CODES.has(code)) return true;
  // The driver gives these errors no code, so this compares their messages.
  return /Connection terminated|timeout exceeded when trying to connect|not queryable|Query read timeout/.test(
    error.message,
  );
}
