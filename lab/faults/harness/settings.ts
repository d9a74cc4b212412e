// How long a run takes. With the defaults, the whole suite takes less than ten minutes on two cores.

/** Seconds of load in each test that loads the shop for a fixed time: `FAULTS_SECONDS`. */
export const LOAD_SECONDS = numberOf('FAULTS_SECONDS', 20);

/** How often a test that kills a process does so: `FAULTS_KILLS`. */
export const KILLS = numberOf('FAULTS_KILLS', 6);

/** Minutes of the soak test: `FAULTS_SOAK_MINUTES`. At least five, because the first two are not judged. */
export const SOAK_MINUTES = Math.max(5, numberOf('FAULTS_SOAK_MINUTES', 10));

/** Minutes of the drop: `FAULTS_DROP_MINUTES`. */
export const DROP_MINUTES = numberOf('FAULTS_DROP_MINUTES', 10);

/**
 * The drop's load per second: `FAULTS_DROP_PAGES` and `FAULTS_DROP_PURCHASES`. Lower them on a machine that can't carry
 * the default.
 */
export const PAGES_A_SECOND = numberOf('FAULTS_DROP_PAGES', 500);
export const PURCHASES_A_SECOND = numberOf('FAULTS_DROP_PURCHASES', 50);

/** Number of concurrent requests. */
export const CLIENTS = 64;

/** More packs than all clients together can buy in this time. */
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
