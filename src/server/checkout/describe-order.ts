/** "2 x Midnight Hunt, 1 x Scarlet & Violet": what a transaction says it was for. */
export function describeOrder(
  wanted: { packTypeId: string; quantity: number }[],
  offers: { packTypeId: string; name: string }[],
): string {
  return wanted
    .map(
      (line) =>
        `${line.quantity} x ${offers.find((offer) => offer.packTypeId === line.packTypeId)!.name}`,
    )
    .join(', ');
}
