// Texts of the operators' shipping pages.
import type { moveShipments } from '#contract/shipping-admin.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { ShipmentStatus } from '#domain/shipping.ts';
import { SHIPMENT_WORDS } from '../shipment-words.ts';

const HOUR_MS = 3_600_000;

/** How long a user has waited since `since`: "3 days", "5 h", "under 1 h". `now` in ms. */
export function waitedWords(since: Date, now: number): string {
  const hours = Math.floor((now - since.getTime()) / HOUR_MS);
  if (hours < 1) return 'under 1 h';
  if (hours < 48) return `${hours} h`;
  return `${Math.floor(hours / 24)} days`;
}

/** "1 shipment", "3 shipments". */
export function countShipments(count: number): string {
  return count === 1 ? '1 shipment' : `${count} shipments`;
}

/** The short form of an id, for comparing by eye. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

/** The message after a bulk move: how many shipments moved, and why others did not. */
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
