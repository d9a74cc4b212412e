// A file with tracking numbers from a carrier or a post office (docs/product.md §15): the shop's own file of packed
// parcels with its last columns filled in, or any table with these columns.
import type { FileLine } from './elsewhere-file.ts';

export const TRACKING_COLUMNS = {
  shipment: 'Shipment',
  carrier: 'Carrier',
  trackingNumber: 'Tracking number',
} as const;

/** `shipment`: the beginning of the parcel's id, in small letters without hyphens. */
export type TrackingLine = {
  line: number;
  shipment: string;
  carrier: string;
  trackingNumber: string;
};

export type TrackingFile = {
  lines: TrackingLine[];
  problems: { line: number; problem: string }[];
};

/** The beginning of a parcel's id. Pages show its first eight characters, which distinguish parcels. */
const ID_START = /^[0-9a-f]{8,32}$/;
const LINE_LENGTH_MAX = 100;
/** A long number as spreadsheets abbreviate it, such as 9.4001E+21. */
const SPREADSHEET_NUMBER = /^\d[.,]?\d*e\+?\d+$/i;

/** Reads the tracking numbers of a file. Skips lines without a number, whose parcels have not left. */
export function readTrackingFile(
  file: readonly FileLine[],
  carrierOtherwise: string,
): TrackingFile {
  const [head, ...rest] = file;
  if (head === undefined)
    return { lines: [], problems: [{ line: 1, problem: 'the file is empty' }] };
  const places = new Map(head.cells.map((cell, place) => [cell.trim().toLowerCase(), place]));
  const missing = [TRACKING_COLUMNS.shipment, TRACKING_COLUMNS.trackingNumber].filter(
    (name) => !places.has(name.toLowerCase()),
  );
  if (missing.length > 0) {
    const problem = `the column ${missing.map((name) => `“${name}”`).join(', ')} is missing`;
    return { lines: [], problems: [{ line: head.line, problem }] };
  }
  const read: TrackingFile = { lines: [], problems: [] };
  const lineOf = new Map<string, number>();
  for (const { line, cells } of rest) {
    const cell = (name: string) => cells[places.get(name.toLowerCase()) ?? -1]?.trim() ?? '';
    const trackingNumber = cell(TRACKING_COLUMNS.trackingNumber);
    if (trackingNumber === '') continue;
    const shipment = cell(TRACKING_COLUMNS.shipment).toLowerCase().replaceAll('-', '');
    const carrier = cell(TRACKING_COLUMNS.carrier) || carrierOtherwise;
    const before = lineOf.get(shipment);
    lineOf.set(shipment, line);
    const problem = !ID_START.test(shipment)
      ? 'the shipment is not at least the first 8 characters of an id'
      : Math.max(carrier.length, trackingNumber.length) > LINE_LENGTH_MAX
        ? 'the carrier or the tracking number is too long'
        : SPREADSHEET_NUMBER.test(trackingNumber)
          ? 'a spreadsheet has rounded the tracking number: format its column as text'
          : before === undefined
            ? null
            : `the shipment is in line ${before} already`;
    if (problem === null) read.lines.push({ line, shipment, carrier, trackingNumber });
    else read.problems.push({ line, problem });
  }
  return read;
}
