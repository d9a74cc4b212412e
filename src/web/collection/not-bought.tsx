/** Replaces the sell button of a card for which the shop pays nothing (choice 775). */
export function NotBought() {
  return <span className="self-center text-center text-small text-text-2">Not bought back</span>;
}
