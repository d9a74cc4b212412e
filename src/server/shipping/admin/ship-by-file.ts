// Exports packed parcels as a file for carriers, and imports the file with their tracking numbers, which marks them as
// shipped.
import * as rows from '#contract/shipping-tracking.ts';
import { TRACKED_AT_ONCE_MAX } from '#contract/shipping-tracking.ts';
import { csvLine } from '#domain/csv.ts';
import { parcelGrams } from '#domain/parcel-tariff.ts';
import { Rejection } from '#domain/rejection.ts';
import { readTrackingFile, TRACKING_COLUMNS, type TrackingLine } from '#domain/tracking-file.ts';
import { handler } from '../../http/handler.ts';
import { TextFile } from '../../http/text-file.ts';
import { readWholeCsv } from '../../http/read-csv.ts';
import { findCurrentTariff } from '../current-tariff.ts';
import { moveAsOperator } from '../move-shipment.ts';
import { findParcelsByIdStart, listPackedParcels, type BegunRow } from './tracking-queries.ts';

const HEAD = [
  TRACKING_COLUMNS.shipment,
  'Name',
  'Address',
  'Address 2',
  'City',
  'Province or state',
  'Postal code',
  'Country',
  'Service',
  'Cards',
  'Grams',
  TRACKING_COLUMNS.carrier,
  TRACKING_COLUMNS.trackingNumber,
];

export const exportPackedParcels = handler(rows.exportPackedParcels, async ({ db }) => {
  const [parcels, { tariff }] = await Promise.all([
    listPackedParcels(db, TRACKED_AT_ONCE_MAX),
    findCurrentTariff(db),
  ]);
  async function* lines() {
    yield csvLine(HEAD);
    for (const { id, address, service, cards } of parcels) {
      yield csvLine([
        id,
        address && `${address.firstName} ${address.lastName}`,
        address && address.addressLine1,
        address && address.addressLine2,
        address && address.city,
        address && address.state,
        address && address.postalCode,
        address && address.country,
        service,
        cards,
        parcelGrams(tariff, cards),
        null,
        null,
      ]);
    }
  }
  return new TextFile(lines());
});

export const shipByFile = handler(
  rows.shipByFile,
  async (context, caller, { file, carrier, isTrial }) => {
    const read = await readWholeCsv(file);
    if ('problem' in read) return { parcels: [], known: 0, problems: [read] };
    const { lines, problems } = readTrackingFile(read, carrier);
    if (lines.length > TRACKED_AT_ONCE_MAX) {
      const problem = `a file has at most ${TRACKED_AT_ONCE_MAX} parcels`;
      return { parcels: [], known: 0, problems: [{ line: read[0]!.line, problem }] };
    }
    const found = await findParcelsByIdStart(
      context.db,
      lines.map(({ shipment }) => shipment),
    );
    const parcels = [];
    let known = 0;
    const lineOf = new Map<string, number>();
    for (const [at, line] of lines.entries()) {
      const row = found[at]!;
      const problem = problemOf(line, row);
      const twice = row.id === null ? undefined : lineOf.get(row.id);
      if (row.id !== null) lineOf.set(row.id, line.line);
      if (problem !== null) problems.push({ line: line.line, problem });
      else if (twice !== undefined) {
        problems.push({ line: line.line, problem: `the shipment is in line ${twice} already` });
      } else if (row.state === 'packed')
        parcels.push({ ...line, id: row.id!, recipient: row.recipient });
      else known += 1;
    }
    if (problems.length === 0 && !isTrial) {
      for (const { line, id, carrier: by, trackingNumber } of parcels) {
        try {
          // oxlint-disable-next-line no-await-in-loop -- Each parcel is moved in a transaction of its own, in the order
          // of the lines.
          await moveAsOperator(context, caller, {
            id,
            status: 'shipped',
            parcel: { carrier: by, trackingNumber },
          });
        } catch (error) {
          if (!(error instanceof Rejection)) throw error;
          problems.push({ line, problem: error.message });
        }
      }
    }
    const wrong = new Set(problems.map(({ line }) => line));
    return {
      parcels: parcels.filter(({ line }) => !wrong.has(line)),
      known,
      problems: problems.toSorted((one, other) => one.line - other.line),
    };
  },
);

function problemOf({ trackingNumber }: TrackingLine, row: BegunRow): string | null {
  if (row.matches === 0) return 'there is no such shipment';
  if (row.matches > 1) return 'several shipments begin like this: name the whole id';
  if (row.state === 'packed') return null;
  if (row.state !== 'shipped' && row.state !== 'delivered') return `the shipment is ${row.state}`;
  return row.trackingNumber === trackingNumber
    ? null
    : `the shipment has left already, with the number ${row.trackingNumber}`;
}
