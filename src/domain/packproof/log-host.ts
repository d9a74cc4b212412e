const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * What the name of a shop's log begins with, of the shop's address. On this machine alone the port is left out: a shop that is
 * opened at another one is the same.
 */
export function logHostOf({ host, hostname }: { host: string; hostname: string }): string {
  return LOOPBACK.test(hostname) ? hostname : host;
}
