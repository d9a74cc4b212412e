// The file of packed parcels for carriers, and the file with their tracking numbers (docs/product.md §15).
import * as z from 'zod/mini';
import { LINE_LENGTH_MAX } from './address.ts';
import { endpoint } from './endpoint.ts';

/** The most parcels of a file. */
export const TRACKED_AT_ONCE_MAX = 500;

export const exportPackedParcels = endpoint({
  method: 'GET',
  path: '/admin/shipments/packed.csv',
  summary: `Packed parcels with their addresses, as CSV, oldest first: ${TRACKED_AT_ONCE_MAX} at most.`,
  audience: 'packing',
  repeat: 'none',
  reads: ['shipments'],
  file: 'text/csv',
  savedAs: 'packed-parcels.csv',
  reply: z.string(),
  rejections: [],
});

export const shipByFile = endpoint({
  method: 'POST',
  path: '/admin/shipments/tracking',
  summary:
    'Marks packed parcels shipped by a CSV file of tracking numbers, and mails their owners. If a line is wrong, nothing is done; the same file twice changes nothing.',
  audience: 'packing',
  repeat: 'natural',
  changes: ['shipments', 'cards', 'audit-log'],
  body: z.object({
    file: z
      .string('file must be a text')
      .check(z.minLength(1, 'file must not be empty'), z.maxLength(200_000, 'file is too long')),
    /** The carrier of lines that name none. */
    carrier: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'carrier is required'),
        z.maxLength(LINE_LENGTH_MAX, 'carrier is too long'),
      ),
    /** Whether the file is only checked. */
    isTrial: z.boolean('isTrial must be true or false'),
  }),
  reply: z.object({
    /** The parcels that are or would be marked shipped. */
    parcels: z.array(
      z.object({
        id: z.uuid(),
        recipient: z.nullable(z.string()),
        carrier: z.string(),
        trackingNumber: z.string(),
      }),
    ),
    /** The number of lines whose parcels were shipped with these numbers before. */
    known: z.int(),
    problems: z.array(z.object({ line: z.int(), problem: z.string() })),
  }),
  rejections: [],
});
