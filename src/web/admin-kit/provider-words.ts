/** What the card provider says, for people: "Expired or canceled card" for `expired_or_canceled_card`. */
export function providerWords(problem: string): string {
  const words = problem.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
