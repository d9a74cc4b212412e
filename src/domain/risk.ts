// Signs of a stolen card, for which a parcel waits until a person has looked (docs/product.md §15).

export const RISKS = ['risk_word', 'several_cards', 'several_accounts'] as const;
export type Risk = (typeof RISKS)[number];

/** The card provider's words that hold a parcel; `normal` and `not_assessed` don't. */
export const RISKY_WORDS: readonly string[] = ['elevated', 'highest'];

/** Days for which a payment holds its buyer's next parcel. */
export const RISK_DAYS = 30;

/** So many cards of one account, or accounts with one card, within RISK_HOURS hold a parcel. */
export const RISK_COUNT = 3;
export const RISK_HOURS = 24;

/** Days within which an operator looks at a held parcel. Its owner is told the date. */
export const CHECK_DAYS = 2;

/** Why a parcel is held, for operators. */
export const RISK_WORDS: Record<Risk, string> = {
  risk_word: 'The card provider calls a payment of this account risky.',
  several_cards: `This account paid with ${RISK_COUNT} or more cards within ${RISK_HOURS} hours.`,
  several_accounts: `${RISK_COUNT} or more accounts paid with one card within ${RISK_HOURS} hours.`,
};
