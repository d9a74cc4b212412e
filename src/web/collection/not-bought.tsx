/** Replaces the sell button of cards for which the shop would pay nothing (choice 775). */
export function NotBought() {
  return <span className="self-center text-center text-small text-text-2">Not bought back</span>;
}
