// The only place that writes the envelope, and that turns thrown errors into responses.
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

/** The body of a rejection. */
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
 * Sends the response for whatever a handler threw: a Rejection as it is, anything else as an
 * internal error.
 */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const rejection = asRejection(error);
  const status = REJECTION_STATUS[rejection.code];
  if (error instanceof Rejection && status === 503)
    request.log.warn(
      { event: 'unavailable', err: error },
      'Answered 503: err says what was busy or away',
    );
  else if (status >= 500)
    request.log.error({ event: 'request_failed', err: error }, 'Request failed');
  const retryAfterS = rejection.retryAfterS ?? (status === 503 ? RETRY_AFTER_S : null);
  if (retryAfterS !== null) reply.header('retry-after', String(retryAfterS));
  return reply.code(status).send(rejectionBody(rejection, new Date()));
}

/** The status for each error code of Node's HTTP parser. */
const BROKEN_STATUS: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** Responds to a request that is not valid HTTP, directly on the connection, and ends it. */
export function answerBrokenRequest(
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

function asRejection(error: unknown): Rejection {
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

/**
 * Postgres errors that are not bugs. Either Postgres can't store a value (class 22, such as a NUL
 * in a text). Or it is busy, stopping, down (lock, statement and transaction time-outs, classes 53,
 * 57 and 08) or no longer a primary.
 */
function fromDatabase(error: unknown): Rejection | null {
  const { code: state = '', constraint, severity = '' } = postgresError(error) ?? {};
  // Only the database knows which places a purchase gets; the statement that takes them checks
  // everything else too.
  if (constraint === 'drop_is_not_for_staff') return new Rejection('STAFF_CANNOT_BUY');
  if (constraint === 'sold_where_the_shop_sells') return new Rejection('NOT_SOLD_HERE');
  if (state.startsWith('22')) return new Rejection('VALIDATION_ERROR');
  // The session has ended, for whatever reason. A session that begins while the disk is full can't
  // write a file, which Postgres reports as XX000.
  if (severity === 'FATAL' || severity === 'PANIC') return new Rejection('UNAVAILABLE');
  // The prepared statements are gone or belong to another client: a pooler has swapped the session.
  if (/^(26000|42P05)/.test(state)) return new Rejection('UNAVAILABLE');
  if (/^(40001|40P01|55P03|25P03|25006|53|57|08)/.test(state)) return new Rejection('UNAVAILABLE');
  if (isConnectionFailure(error) || error instanceof AccessProblem)
    return new Rejection('UNAVAILABLE');
  return null;
}

/**
 * The error for a page that called an endpoint inside the process. Postgres errors that are not
 * bugs become rejections here, too. Ids in a page's address were not validated on this path, so it
 * is the database that rejects a malformed one.
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
  // The driver has no codes for these errors.
  return /Connection terminated|timeout exceeded when trying to connect|not queryable|Query read timeout/.test(
    error.message,
  );
}
