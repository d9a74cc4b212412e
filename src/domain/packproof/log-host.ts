/** The names that a machine has for itself; logs of earlier versions have a port behind it. */
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/;

type Address = { host: string; hostname: string };

/**
 * What the name of a shop's log begins with, of the shop's address. On this machine alone the port is left out: a shop that is
 * opened at another one is the same.
 */
export function logHostOf({ host, hostname }: Address): string {
  return LOOPBACK.test(hostname) ? hostname : host;
}

/** Whether a log's name begins with a loopback host. */
export function isOnThisMachine(origin: string): boolean {
  return LOOPBACK.test(hostOf(origin));
}

/**
 * Whether a log can be that of the shop at an address. All names of this machine are one address (choice 580). It says where the
 * log may be asked for, and no more: whose it is its name and its key say, which every check compares.
 */
export function isLogAt(origin: string, address: Address): boolean {
  return (
    hostOf(origin) === logHostOf(address) ||
    (isOnThisMachine(origin) && LOOPBACK.test(address.hostname))
  );
}

/** Where a shop serves a log of that name: its first one at `log`, one that was begun anew at `log/2`. */
export function logPathOf(origin: string): string {
  return /\/(log(?:\/[1-9]\d*)?)$/.exec(origin)?.[1] ?? FIRST_LOG;
}

export const FIRST_LOG = 'log';

const hostOf = (origin: string) => origin.split('/')[0]!;
