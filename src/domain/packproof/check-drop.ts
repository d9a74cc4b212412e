// Check V8 shows whether the whole drop is consistent. The finding also lists what the log doesn't show yet.
import { bytesOfHex, hexOf } from './bytes.ts';
import { amber, green, red, waiting, type Finding } from './check.ts';
import { ensureFits, type DropReplay } from './drop-replay.ts';
import type { Evidence } from './evidence.ts';
import type { LogReplay } from './log-replay.ts';
import { packCommitment, readPackDocument, type PackDocument } from './pack-document.ts';

/** Green only if the drop is closed and all its packs were sold and opened. */
export function checkDrop(evidence: Evidence): Finding {
  const { log, manifestHash, ticketHash, ticket, mine } = evidence;
  if (!log) return waiting('Only the log can show whether the whole drop holds together.');
  if (log.fault !== undefined) return red(log.fault);
  for (const each of log.drops.values()) {
    const wrong = wrongOdds(each, log);
    if (wrong) return red(wrong);
  }
  const drop = log.drops.get(manifestHash);
  if (!drop) return red('The drop is not in the log.');
  const pack = ownPack(evidence, drop);
  if (pack) ensureFits(evidence.primitives, drop, pack.commitment, pack.document, log.shown);
  const back = drop.givenBack.find(({ ticket: hash }) => hash === ticketHash);
  if (back) {
    const isMine = mine?.tickets.some(({ hash }) => hash === ticketHash);
    const isAllowed = back.isSecret || back.isAfterClose;
    if (isMine || !isAllowed) return red('The log says that this ticket was returned.');
  }
  const says = [
    ...(back ? ['This ticket was returned.'] : []),
    ...unpublished(drop, log),
    ...unsold(drop, log),
    ...(drop.givenBack.some((one) => one.place === ticket.place && one.ticket !== ticketHash)
      ? ['This place was sold before, and returned.']
      : []),
    ...beside(drop, log),
  ];
  return says.length > 0
    ? amber(...says)
    : green('All packs of the drop are open, and its odds came true.');
}

/**
 * The pack of the proof, which the log may not show yet. Undefined if it is sealed, was not locked in the drop, or
 * can't be read: V7 judges these.
 */
function ownPack(
  { primitives, proof }: Evidence,
  { leaves }: DropReplay,
): { commitment: string; document: PackDocument } | undefined {
  const { document, salt } = proof;
  if (document === undefined || salt === undefined) return undefined;
  const commitment = hexOf(packCommitment(primitives, bytesOfHex(salt), document));
  if (!leaves.has(commitment)) return undefined;
  try {
    return { commitment, document: readPackDocument(document) };
  } catch {
    return undefined;
  }
}

/**
 * A sentence about the first rarity whose odds can't come true. Undefined if all odds can still come true. Packs
 * that are not shown yet may hold anything.
 */
export function wrongOdds(
  { manifest, commitments }: DropReplay,
  { shown }: LogReplay,
): string | undefined {
  const documents = commitments.flatMap((one) => shown.documents.get(one) ?? []);
  const found = rarityCounts(documents.map(({ cards }) => cards));
  const hidden = commitments.length - documents.length;
  const promised = new Map(manifest.odds.map(({ rarity, packs }) => [rarity, packs]));
  const rarities = new Set([...promised.keys(), ...found.keys()]);
  for (const rarity of rarities) {
    const [packs, has] = [promised.get(rarity) ?? 0, found.get(rarity) ?? 0];
    if (has > packs || has + hidden < packs) {
      return `Drop ${manifest.number} of ${manifest.packType} promised ${packs} packs with ${rarity}, and has ${has}.`;
    }
  }
  return undefined;
}

function unpublished({ commitments }: DropReplay, { shown }: LogReplay): string[] {
  const hidden = commitments.filter((one) => !shown.documents.has(one)).length;
  return hidden === 0
    ? []
    : [
        `The contents of ${hidden} of ${commitments.length} packs are not in the log: until they are, the odds are the shop’s word.`,
      ];
}

function unsold(drop: DropReplay, log: LogReplay): string[] {
  const fates = drop.commitments.map((commitment) => fateOf(drop, commitment, log));
  const count = (fate: string) => fates.filter((one) => one === fate).length;
  const [withdrawn, left] = [count('withdrawn'), count('unsold')];
  if (withdrawn + left === 0) return [];
  const documents = drop.commitments.flatMap((commitment, leaf) =>
    fates[leaf] === 'withdrawn' || fates[leaf] === 'unsold'
      ? (log.shown.documents.get(commitment) ?? [])
      : [],
  );
  const held = [...rarityCounts(documents.map(({ cards }) => cards))]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([rarity, packs]) => `${rarity} in ${packs}`);
  return [
    `${counted(withdrawn, 'pack')} withdrawn and ${left} stayed unsold, holding ${held.join(', ') || 'nothing'}.`,
  ];
}

type Fate = 'sold' | 'withdrawn' | 'unsold' | 'forSale';

/** What became of a pack. A pack that was carried over is followed into the next drop. */
function fateOf(drop: DropReplay, commitment: string, log: LogReplay): Fate {
  const leaf = drop.leaves.get(commitment)!;
  // A drop without an order has no places, so none of its packs was sold.
  const place = drop.placeByLeaf.get(leaf) ?? -1;
  if (drop.live.has(place)) return 'sold';
  if (drop.gone.has(place)) return 'withdrawn';
  if (!drop.close) return 'forSale';
  if (!drop.close.carried.includes(leaf)) return 'unsold';
  const next = [...log.drops.values()].find(
    ({ manifest }) =>
      manifest.packType === drop.manifest.packType && manifest.number === drop.manifest.number + 1,
  );
  return next ? fateOf(next, commitment, log) : 'forSale';
}

/**
 * Sentences about other drops that sold nothing, and about drops of unknown chains. Each of them is evidence against
 * the shop.
 */
function beside(drop: DropReplay, { drops }: LogReplay): string[] {
  const all = [...drops.values()];
  const empty = all.filter((one) => one !== drop && one.seals === 0);
  const over = empty.filter(({ close }) => close !== undefined).length;
  const unknown = all.filter(({ chain }) => !chain).length;
  return [
    ...(over > 0 ? [`${counted(over, 'other drop')} closed, of all types, and sold nothing.`] : []),
    ...(empty.length > over ? [notOver(empty.length - over)] : []),
    ...(unknown > 0
      ? [`${unknown} ${unknown === 1 ? 'drop is' : 'drops are'} of a chain that is not known here.`]
      : []),
  ];
}

/** A sentence about drops that are not over. They are counted separately from closed drops (choice 581). */
function notOver(drops: number): string {
  return drops === 1
    ? '1 other drop, of all types, is not over, and has sold nothing yet.'
    : `${drops} other drops, of all types, are not over, and have sold nothing yet.`;
}

function counted(count: number, thing: string): string {
  return count === 1 ? `1 ${thing} was` : `${count} ${thing}s were`;
}

/** For each rarity, the number of packs with at least one card of that rarity. */
function rarityCounts(packs: { rarity: string }[][]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const cards of packs) {
    for (const rarity of new Set(cards.map((card) => card.rarity))) {
      counts.set(rarity, (counts.get(rarity) ?? 0) + 1);
    }
  }
  return counts;
}
