import { hexOf } from '#domain/packproof/bytes.ts';
import { writeCanonical } from '#domain/packproof/canon.ts';
import { tagged } from '#domain/packproof/primitives.ts';
import type { Database } from '#engine/database.ts';
import { proofPrimitives } from '../public-log/proof-primitives.ts';
import { signerOfTickets } from '../public-log/sign-log.ts';
import type { Context } from '../runtime/context.ts';
import type { LiveTicket, SoldTicket } from './tickets-queries.ts';

/**
 * Writes a ticket as a text, in the form that its buyer gets. The seal in the log contains the hash
 * of this text.
 */
export function ticketText(manifest: string, { ref, place, issued_at }: SoldTicket): string {
  return writeCanonical({ v: 2, kind: 'ticket', manifest, place, ref, issuedAt: issued_at });
}

/** Presents a ticket in the response to its buyer. */
export async function presentTicket(context: Context<Database>, live: LiveTicket) {
  const ticket = ticketText(live.hash, live);
  const signature = await signTicket(context, live.shop, live.ticketKey, ticket);
  return { placeId: live.place_id, ticket, signature };
}

/** Signs a ticket. Returns null if the shop no longer has the signing key of the ticket's drop. */
export async function signTicket(
  context: Pick<Context, 'logKeys' | 'config'>,
  origin: string,
  ticketKey: string,
  ticket: string,
): Promise<string | null> {
  const signer = await signerOfTickets(context, origin, ticketKey);
  const message = tagged(proofPrimitives, 'ticket', proofPrimitives.utf8(ticket));
  return signer === null ? null : hexOf(signer.sign(message));
}
