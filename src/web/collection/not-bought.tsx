/** Shown instead of the sell button for a card that the shop doesn't buy back (choice 775). */
export function NotBought() {
  return <span className="self-center text-center text-small text-text-2">Not bought back</span>;
}
