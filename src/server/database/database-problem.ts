// A Postgres that can't be worked with, in one line that names the setting in which it stands.
import { postgresError } from './database.ts';

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

/** What kept somebody from working at `url`, if it was the address; else the error as it is. */
export function problemAt(url: string, error: unknown): unknown {
  const refused = postgresError(error);
  if (refused !== null) {
    const { code = '', message } = refused;
    return REFUSES.test(code) ? new DatabaseProblem(url, `${message}.`, error) : error;
  }
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && NETWORK.test(code)
    ? new DatabaseProblem(url, `${networkReason(error as Error)}.`, error)
    : error;
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
