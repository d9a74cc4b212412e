import { singlesInWords } from '#domain/single-words.ts';

/**
 * The description of an order in the buyer's list of transactions, such as "2 x Midnight Hunt, Charizard ex 199, Near
 * Mint".
 */
export function describeOrder(
  wanted: { packTypeId: string; quantity: number }[],
  offers: { packTypeId: string; name: string }[],
  singles: { name: string }[],
): string {
  const packs = wanted.map(
    (line) =>
      `${line.quantity} x ${offers.find((offer) => offer.packTypeId === line.packTypeId)!.name}`,
  );
  return [...packs, ...singlesInWords(singles.map(({ name }) => name))].join(', ');
}
