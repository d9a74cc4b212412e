/** Makes an identifier readable: `ledger_sums_to_zero` becomes "Ledger sums to zero". */
export function wordsOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
