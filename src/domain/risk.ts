// Signs of a stolen card. They hold a parcel until an operator has checked it (docs/product.md §15).

export const RISKS = ['risk_word', 'several_cards', 'several_accounts'] as const;
export type Risk = (typeof RISKS)[number];

/** The card provider's words for a payment's risk that hold a parcel; `normal` and `not_assessed` don't. */
export const RISKY_WORDS: readonly string[] = ['elevated', 'highest'];

/** Days for which a payment holds its buyer's next parcel. */
export const RISK_DAYS = 30;

/**
 * A parcel is held if one account used this many cards, or one card was used by this many accounts, within RISK_HOURS.
 */
export const RISK_COUNT = 3;
export const RISK_HOURS = 24;

/** Days within which an operator checks a held parcel. The shop tells its owner the date. */
export const CHECK_DAYS = 2;

/** Why a parcel is held, for operators. */
export const RISK_WORDS: Record<Risk, string> = {
  risk_word: 'The card provider calls a payment of this account risky.',
  several_cards: `This account paid with ${RISK_COUNT} or more cards within ${RISK_HOURS} hours.`,
  several_accounts: `${RISK_COUNT} or more accounts paid with one card within ${RISK_HOURS} hours.`,
};
