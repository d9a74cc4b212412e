// A Postgres that can't be worked with, in one line that names the setting in which it stands.
import { postgresError } from '#engine/database.ts';

/** The database at `url` can't be used. `namingSetting` says where that address stands. */
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

/** Of a connection or a login that was refused, of a database that is not there, of a server that stops or is full. */
const REFUSES = /^(08|28|3D|42501|53|57P)/;
/** The codes of Node's network. */
const NETWORK = /^(E[A-Z]+|EAI_[A-Z]+)$/;

/** What the server's certificate lacks, as Node says it: nobody here has signed it, it is of another name, or over. */
const CERTIFICATE = /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_|ERR_TLS_CERT_)/;
/** By a plain error, as the driver says it. */
const NO_TLS = /does not support SSL connections/;

/** What kept somebody from working at `url`, if it was the address; else the error as it is. */
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
    // Node adds advice of its own.
    const [what] = error.message.split(';');
    return `its certificate is signed by nobody that is known here (${what}). Name the file with the certificate of who signed it, in the address: sslmode=verify-full&sslrootcert=FILE.`;
  }
  if (NO_TLS.test(error.message)) {
    return 'it speaks no TLS, which sslmode in the address asks for. Turn it on there (ssl = on), or leave sslmode out on a network of your own.';
  }
  return NETWORK.test(code) ? `${networkReason(error)}.` : null;
}

/** A name with several addresses is tried at each, and the error of all says nothing itself. */
function networkReason(error: Error): string {
  if (!(error instanceof AggregateError)) return error.message;
  return error.errors.map((one: Error) => one.message).join(', ');
}

/** Names the setting whose address a database problem is of. One that follows from another has that one's name. */
export function namingSetting(error: unknown, settings: Record<string, string | null>): unknown {
  if (!(error instanceof DatabaseProblem)) return error;
  const given = Object.entries(settings).filter(([, url]) => url !== null);
  const [setting] = given.find(([, url]) => url === error.url) ?? given[0] ?? [];
  return new DatabaseProblem(error.url, error.reason, error.cause, setting);
}
