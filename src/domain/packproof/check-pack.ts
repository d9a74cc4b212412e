// The checks V5, V6 and V7. They check the public number, the pack that the number puts at the ticket's place, and the
// contents of that pack.
import { bytesOfHex, hexOf } from './bytes.ts';
import { amber, green, red, waiting, type Finding } from './check.ts';
import { isOverdue, OVERDUE, sealOf, type Evidence } from './evidence.ts';
import { packCommitment, readPackDocument } from './pack-document.ts';
import { isNumberOf, roundFor, timeOfRound } from './public-number.ts';
import { isIncluded, leafHash } from './tree.ts';
import { utcWords } from './utc.ts';

/** V5: the order uses the one public number that follows from the drop's time of publication. */
export function checkNumber(evidence: Evidence): Finding {
  const { primitives, proof, manifest, manifestHash, order, chain, isPractice } = evidence;
  if (!chain) return red('The number is from a chain that is not known here.');
  if (proof.chain && !isPractice) {
    return red(
      'The proof brings its own values of a public chain. Those are never taken from a shop.',
    );
  }
  if (order.manifest !== manifestHash) return red('The order is for another drop.');
  if (order.round !== roundFor(manifest.publishedAt, chain)) {
    return red('The order does not use the first number after the drop was published.');
  }
  if (!isNumberOf(primitives, order, chain)) return red('The number is not from its chain.');
  const since = `public since ${utcWords(timeOfRound(order.round, chain))}`;
  return isPractice
    ? amber(
        `Practice number ${order.round}, ${since}, made by this shop itself.`,
        'It shows how the check works. It does not prove that the shop did not choose.',
      )
    : green(`Number ${order.round} of the public drand network, ${since}.`);
}

/** V6: the order puts this pack at the ticket's place, and the seal lists the ticket at that place. */
export function checkPlace(evidence: Evidence): Finding {
  const { proof, manifestHash, places, ticket, ticketHash } = evidence;
  const leaf = places[ticket.place];
  if (leaf === undefined) return red('The ticket is for a place that the drop doesn’t have.');
  if (proof.leaf !== undefined && proof.leaf !== leaf) {
    return red('The order gives your place another pack.');
  }
  const seal = sealOf(evidence);
  if (!seal) {
    return isOverdue(evidence)
      ? red(OVERDUE)
      : waiting('The order gives your place this pack. Your ticket is not sealed yet.');
  }
  const isSealed =
    seal.manifest === manifestHash &&
    seal.tickets.some(({ hash, place }) => hash === ticketHash && place === ticket.place);
  return isSealed
    ? green('The order gives your place this pack, and your ticket is sealed for it.')
    : red('The seal does not have your ticket at your place.');
}

/** V7: the opened contents are those that the manifest committed to. */
export function checkContents(evidence: Evidence): Finding {
  const { primitives, proof, manifest, places, ticket } = evidence;
  const { document, salt, path } = proof;
  const index = proof.leaf ?? places[ticket.place];
  if (document === undefined) return waiting('The pack is still sealed.');
  if (salt === undefined || path === undefined || index === undefined) {
    return red('The proof shows contents, but not that they were locked.');
  }
  if (readPackDocument(document).packType !== manifest.packType) {
    return red('The contents are for another pack type.');
  }
  const commitment = packCommitment(primitives, bytesOfHex(salt), document);
  const isLocked = isIncluded(primitives, {
    leaf: leafHash(primitives, commitment),
    index,
    size: manifest.packCount,
    path: path.map(bytesOfHex),
    root: bytesOfHex(manifest.packsRoot),
  });
  return isLocked
    ? green(`What you got was locked as ${hexOf(commitment).slice(0, 8)} before the first sale.`)
    : red('What you got is not what was locked before the first sale.');
}
