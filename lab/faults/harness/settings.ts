// How long a run is. The defaults keep the whole suite under ten minutes on two cores.

/** Seconds of load of each test that loads the shop for a time: `FAULTS_SECONDS`. */
export const LOAD_SECONDS = numberOf('FAULTS_SECONDS', 20);

/** How often something is killed in each test that kills: `FAULTS_KILLS`. */
export const KILLS = numberOf('FAULTS_KILLS', 6);

/** Minutes of the soak test: `FAULTS_SOAK_MINUTES`, at least five, as the first two are not judged. */
export const SOAK_MINUTES = Math.max(5, numberOf('FAULTS_SOAK_MINUTES', 10));

/** Minutes of the drop: `FAULTS_DROP_MINUTES`. */
export const DROP_MINUTES = numberOf('FAULTS_DROP_MINUTES', 10);

/** What comes in a second of the drop: `FAULTS_DROP_PAGES` and `FAULTS_DROP_PURCHASES`, for a machine that can't have it all. */
export const PAGES_A_SECOND = numberOf('FAULTS_DROP_PAGES', 500);
export const PURCHASES_A_SECOND = numberOf('FAULTS_DROP_PURCHASES', 50);

/** Requests under way at the same time. */
export const CLIENTS = 64;

/** More packs than all clients together can buy in a time. */
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
