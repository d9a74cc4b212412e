/** A name of the shop or of the card provider, to read: `ledger_sums_to_zero` is "Ledger sums to zero". */
export function wordsOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
