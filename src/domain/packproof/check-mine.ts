// The checks V1 and V2. The drop must be the one that the reader saw, and the ticket must have been made for the
// reader.
import { bytesOfHex } from './bytes.ts';
import { amber, green, red, type Finding } from './check.ts';
import type { Evidence } from './evidence.ts';
import { CLOCK_LEEWAY } from './limits.ts';
import { refOf } from './log-objects.ts';
import { tagged } from './primitives.ts';

/** V1: this browser saw this manifest before the purchase. */
export function checkSeen({ mine, manifest, manifestHash }: Evidence): Finding {
  const seen = (mine?.manifests ?? []).filter(
    ({ shop, packType, number }) =>
      shop === manifest.shop && packType === manifest.packType && number === manifest.number,
  );
  if (seen.some(({ hash }) => hash !== manifestHash)) {
    return red('You were shown another drop of this number. Save this proof: it is evidence.');
  }
  return mine?.manifests.some(({ hash }) => hash === manifestHash)
    ? green('This is the drop that you saw before paying.')
    : amber('This browser did not see the drop before the purchase.');
}

/** V2: the ticket is signed for this manifest, and was made for the reader. */
export function checkTicket(evidence: Evidence): Finding {
  const { primitives, proof, manifest, manifestHash, ticket, ticketHash, mine, now } = evidence;
  const key = bytesOfHex(manifest.ticketKey);
  const message = tagged(primitives, 'ticket', primitives.utf8(proof.ticket));
  const signature = bytesOfHex(proof.ticketSignature);
  if (ticket.manifest !== manifestHash) return red('The ticket is for another drop.');
  if (!primitives.isEd25519Key(key)) return red('The ticket’s key is not a safe Ed25519 key.');
  if (!primitives.ed25519Verify(key, message, signature)) {
    return red('The ticket is not signed by the shop for this drop.');
  }
  if (ticket.issuedAt > now + CLOCK_LEEWAY) return red('The ticket is dated in the future.');
  const own = (mine?.tickets ?? []).map(({ hash, secret }) => ({
    isThis: hash === ticketHash,
    isForMe: refOf(primitives, bytesOfHex(secret)) === ticket.ref,
  }));
  if (own.some(({ isThis, isForMe }) => isThis && !isForMe)) {
    return red('You were given this ticket, but it was made for somebody else’s secret.');
  }
  if (own.some(({ isThis, isForMe }) => !isThis && isForMe)) {
    return red('The shop made another ticket for your secret.');
  }
  return own.some(({ isThis }) => isThis)
    ? green('The ticket was made for you and for nobody else.')
    : amber('The ticket is signed. That it was made for you is the shop’s word.');
}
