// The settings that decide how long a run takes. With the defaults, the whole suite takes less than ten minutes on two
// cores.

/** The seconds of load in each test that loads the shop for a fixed time. Set by `FAULTS_SECONDS`. */
export const LOAD_SECONDS = numberOf('FAULTS_SECONDS', 20);

/** How often a test that kills a process does so. Set by `FAULTS_KILLS`. */
export const KILLS = numberOf('FAULTS_KILLS', 6);

/**
 * The minutes of the soak test, set by `FAULTS_SOAK_MINUTES`. There are at least five, because the first two are not
 * judged.
 */
export const SOAK_MINUTES = Math.max(5, numberOf('FAULTS_SOAK_MINUTES', 10));

/** The minutes of the drop. Set by `FAULTS_DROP_MINUTES`. */
export const DROP_MINUTES = numberOf('FAULTS_DROP_MINUTES', 10);

/**
 * The drop's load per second, set by `FAULTS_DROP_PAGES` and `FAULTS_DROP_PURCHASES`. Lower these on a machine that
 * can't carry the default load.
 */
export const PAGES_A_SECOND = numberOf('FAULTS_DROP_PAGES', 500);
export const PURCHASES_A_SECOND = numberOf('FAULTS_DROP_PURCHASES', 50);

/** The number of concurrent requests. */
export const CLIENTS = 64;

/** A number of packs that is larger than all clients together can buy in this time. */
export function packsFor(seconds: number): number {
  return 500 + seconds * 300;
}

function numberOf(name: string, otherwise: number): number {
  const text = process.env[name];
  if (text === undefined || text === '') return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} must be a whole number`);
  return value;
}
