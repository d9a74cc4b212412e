/** Loopback hosts. A port may follow the host, because earlier versions wrote the port into a log's name. */
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/;

type Address = { host: string; hostname: string };

/**
 * The host with which the name of a shop's log begins. A loopback host is written without its port, because a shop
 * that restarts on another port is the same shop.
 */
export function logHostOf({ host, hostname }: Address): string {
  return LOOPBACK.test(hostname) ? hostname : host;
}

/** Whether a log's name begins with a loopback host. */
export function isOnThisMachine(origin: string): boolean {
  return LOOPBACK.test(hostOf(origin));
}

/**
 * Whether a log may be requested from the shop at an address. All loopback hosts count as one address (choice 580),
 * so the address does not show whose log it is. Therefore every check also compares the log's name and key.
 */
export function isLogAt(origin: string, address: Address): boolean {
  return (
    hostOf(origin) === logHostOf(address) ||
    (isOnThisMachine(origin) && LOOPBACK.test(address.hostname))
  );
}

/**
 * The path at which a shop serves the log of this name. It is `log` for the shop's first log, and `log/2` for the
 * log that replaced the first one.
 */
export function logPathOf(origin: string): string {
  return /\/(log(?:\/[1-9]\d*)?)$/.exec(origin)?.[1] ?? FIRST_LOG;
}

export const FIRST_LOG = 'log';

const hostOf = (origin: string) => origin.split('/')[0]!;
