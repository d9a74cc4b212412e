// Errors about a Postgres that can't be used. Each error is one line with the setting and its
// address.
import { postgresError } from '#engine/database.ts';

/**
 * The error for a database at `url` that can't be used. `namingSetting` adds the name of the
 * setting that holds the URL.
 */
export class DatabaseProblem extends Error {
  override readonly name = 'DatabaseProblem';
  readonly url: string;
  readonly reason: string;

  constructor(url: string, reason: string, cause: unknown, setting = 'The database') {
    super(`${setting} can't be used: ${reason}`, { cause });
    this.url = url;
    this.reason = reason;
  }
}

/**
 * Prefixes of SQLSTATE codes. They mean a refused connection or login, a missing database, or a
 * server that is stopping or full.
 */
const REFUSES = /^(08|28|3D|42501|53|57P)/;
/** Node's codes for network errors. */
const NETWORK = /^(E[A-Z]+|EAI_[A-Z]+)$/;

/**
 * Node's codes for a server certificate that no known authority signed, that has another name, or
 * that has expired.
 */
const CERTIFICATE = /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_|ERR_TLS_CERT_)/;
/** The driver's message if the server has no TLS. This error has no code. */
const NO_TLS = /does not support SSL connections/;

/**
 * Returns a DatabaseProblem if the error comes from the database at `url`. Otherwise returns
 * `error` unchanged.
 */
export function problemAt(url: string, error: unknown): unknown {
  const refused = postgresError(error);
  if (refused !== null) {
    const { code = '', message } = refused;
    return REFUSES.test(code) ? new DatabaseProblem(url, `${message}.`, error) : error;
  }
  const reason = reasonOf(error);
  return reason === null ? error : new DatabaseProblem(url, reason, error);
}

function reasonOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `its certificate is of another name (${error.message}). The address has to name the server as the certificate does.`;
  }
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate has expired. It needs a new one.';
  if (CERTIFICATE.test(code)) {
    // Removes the advice that Node appends to the message.
    const [what] = error.message.split(';');
    return `its certificate is signed by nobody that is known here (${what}). Name the file with the certificate of who signed it, in the address: sslmode=verify-full&sslrootcert=FILE.`;
  }
  if (NO_TLS.test(error.message)) {
    return 'it speaks no TLS, which sslmode in the address asks for. Turn it on there (ssl = on), or leave sslmode out on a network of your own.';
  }
  return NETWORK.test(code) ? `${networkReason(error)}.` : null;
}

/**
 * Returns the reason of a network error. If a name has several addresses, the driver tries each of
 * them, and the combined error has no message.
 */
function networkReason(error: Error): string {
  if (!(error instanceof AggregateError)) return error.message;
  return error.errors.map((one: Error) => one.message).join(', ');
}

/**
 * Adds the name of the setting whose URL caused a database problem. If the URL was derived from
 * another setting, adds the name of that other setting.
 */
export function namingSetting(error: unknown, settings: Record<string, string | null>): unknown {
  if (!(error instanceof DatabaseProblem)) return error;
  const given = Object.entries(settings).filter(([, url]) => url !== null);
  const [setting] = given.find(([, url]) => url === error.url) ?? given[0] ?? [];
  return new DatabaseProblem(error.url, error.reason, error.cause, setting);
}
