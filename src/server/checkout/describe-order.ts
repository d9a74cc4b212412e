/** "2 x Midnight Hunt, 1 x Scarlet & Violet": the description in a transaction. */
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
