// Texts of the operators' shipping pages.
import type { moveShipments } from '#contract/shipping-admin.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { ShipmentStatus } from '#domain/shipping.ts';
import { SHIPMENT_WORDS } from '../shipment-words.ts';

const HOUR_MS = 3_600_000;

/** Says how long a user has waited since `since`: "3 days", "5 h", "under 1 h". `now` is in epoch milliseconds. */
export function waitedWords(since: Date, now: number): string {
  const hours = Math.floor((now - since.getTime()) / HOUR_MS);
  if (hours < 1) return 'under 1 h';
  if (hours < 48) return `${hours} h`;
  return `${Math.floor(hours / 24)} days`;
}

/** Returns the number of shipments in words: "1 shipment", "3 shipments". */
export function countShipments(count: number): string {
  return count === 1 ? '1 shipment' : `${count} shipments`;
}

/** Returns a short form of an id, which people can compare easily. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

/** Returns the message after a bulk move. It says how many shipments were moved, and why the others were not. */
export function movedWords(
  { results }: Reply<typeof moveShipments>,
  to: ShipmentStatus,
): { title: string; failures: string[] } {
  const failures = results.flatMap(({ id, error }) =>
    error === null ? [] : [`${shortId(id)}: ${error.message}`],
  );
  const word = SHIPMENT_WORDS[to].word.toLowerCase();
  return { title: `${countShipments(results.length - failures.length)} ${word}`, failures };
}
