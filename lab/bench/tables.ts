// Prints the benchmark's results: a line for each row and server once it is measured, and at the end the ratios with
// their limits.
import { percentile } from '../kit/figures.ts';
import { type Figures, type Next } from './load.ts';
import type { Shop } from './sides.ts';

/** One measurement. If `yardstick` is null, the yardstick has no such request, and only shops are compared. */
export type Row = {
  what: string;
  clients: number;
  /** The things that run around the shop (mail, jobs, a proxy), or those that are left out. */
  around: string;
  /** The lowest allowed ratio of the shop's responses a second to the yardstick's. */
  wanted?: number;
  isMain?: boolean;
  /** How many requests a round has, unless it ends by time. */
  most?: number;
  /** The number of rounds, and the length of a shop's round if it differs from that of the yardstick. */
  rounds: number;
  shopMs?: number;
  yardstick: Next | null;
  /** If set, the shop is compared with itself in place of the yardstick, answering these requests. */
  beside?: (shop: Shop) => Next;
  shop: (shop: Shop) => Next;
};

/** A row on one server: the figures of the yardstick and of each shop. */
export type Measured = {
  row: Row;
  server: string;
  yardstick: Figures | null;
  shops: Figures[];
  /** By how many the number of unsent mails grew during the measurement. Null if the shop sends no mail. */
  mailsLeft: number | null;
};

/** The lowest allowed ratio of another Postgres to the embedded one, for the purchases per second. */
const BESIDE_EMBEDDED_LEAST = 0.9;

export function nameOf({ what, clients, around }: Row): string {
  return `${what}, ${clients} ${clients === 1 ? 'client' : 'clients'}, ${around}`;
}

export function headOf(shops: string[]): string[] {
  return headLines([
    'what',
    'Postgres',
    'yardstick /s',
    ...shops.map((name) => `${name} /s`),
    'ratio',
    ...['p50 / p99 ms', 'CPU ms of server', 'CPU ms of Postgres'].map(
      (figure) => `${figure}: ${['yardstick', ...shops].join(', ')}`,
    ),
    'mails still to send',
    ...(shops.length > 1 ? ['CPU of shop / before'] : []),
  ]);
}

export function lineOf({ row, server, yardstick, shops, mailsLeft }: Measured): string {
  const [shop, before] = shops as [Figures, Figures?];
  const each = (show: (one: Figures) => string) =>
    [...(yardstick === null ? [] : [yardstick]), ...shops].map(show).join(', ');
  return inCells([
    nameOf(row),
    server,
    yardstick === null ? '' : rateOf(yardstick).toFixed(0),
    ...shops.map((one) => rateOf(one).toFixed(0)),
    yardstick === null ? '' : (rateOf(shop) / rateOf(yardstick)).toFixed(2),
    each(
      ({ latencies }) =>
        `${percentile(latencies, 0.5).toFixed(1)} / ${percentile(latencies, 0.99).toFixed(1)}`,
    ),
    each((one) => (one.serverCpuMs / one.requests).toFixed(2)),
    each((one) => (one.postgresCpuMs / one.requests).toFixed(2)),
    mailsLeft ?? '',
    ...(before === undefined ? [] : [(cpuOf(shop) / cpuOf(before)).toFixed(2)]),
  ]);
}

/** Prints a table with the ratios of all servers, and whether they reach their limits. */
export function listRatios(measured: Measured[], servers: string[], embedded: string | null): void {
  const others = servers.filter((server) => server !== embedded);
  const isCompared = embedded !== null && others.length > 0;
  const columns = isCompared ? [`beside ${embedded}, ${BESIDE_EMBEDDED_LEAST} wanted`] : [];
  for (const line of headLines([
    'ratio to the yardstick',
    ...servers,
    'wanted',
    ...columns,
    'reached',
  ]))
    console.log(line);
  const missed: string[] = [];
  for (const row of new Set(measured.map(({ row }) => row))) {
    if (row.wanted === undefined) continue;
    const ratios = new Map(
      measured.filter((one) => one.row === row).map((one) => [one.server, ratioOf(one)]),
    );
    const beside = isCompared ? others.map((one) => ratios.get(one)! / ratios.get(embedded)!) : [];
    const isReached =
      [...ratios.values()].every((ratio) => ratio >= row.wanted!) &&
      (!row.what.startsWith('purchase') || beside.every((one) => one >= BESIDE_EMBEDDED_LEAST));
    if (!isReached) missed.push(nameOf(row));
    console.log(
      inCells([
        nameOf(row),
        ...servers.map((server) => ratios.get(server)!.toFixed(2)),
        row.wanted.toFixed(2),
        ...(isCompared ? [beside.map((one) => one.toFixed(2)).join(', ')] : []),
        isReached ? 'yes' : 'no',
      ]),
    );
  }
  console.log(missed.length === 0 ? '\nAll is reached.' : `\nNot reached: ${missed.join('; ')}.`);
}

/** The CPU milliseconds that a request costs the server and Postgres together. */
export function cpuOf(one: Figures): number {
  return (one.serverCpuMs + one.postgresCpuMs) / one.requests;
}

function ratioOf({ yardstick, shops }: Measured): number {
  return rateOf(shops[0]!) / rateOf(yardstick!);
}

function rateOf(one: Figures): number {
  return one.requests / (one.ms / 1000);
}

function headLines(columns: string[]): string[] {
  return [`\n${inCells(columns)}`, `|${'---|'.repeat(columns.length)}`];
}

function inCells(cells: (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}
