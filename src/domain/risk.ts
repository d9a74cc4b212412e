// Signs of a stolen card. They hold a parcel until an operator has checked it (docs/product.md §15).

export const RISKS = ['risk_word', 'several_cards', 'several_accounts'] as const;
export type Risk = (typeof RISKS)[number];

/**
 * The card provider's words for a payment's risk that hold a parcel. The words `normal` and `not_assessed` hold
 * none.
 */
export const RISKY_WORDS: readonly string[] = ['elevated', 'highest'];

/** The number of days for which a payment holds its buyer's next parcel. */
export const RISK_DAYS = 30;

/**
 * A parcel is held if one account used this many cards within RISK_HOURS, or if this many accounts used one card in
 * that time.
 */
export const RISK_COUNT = 3;
export const RISK_HOURS = 24;

/** The number of days within which an operator checks a held parcel. The shop tells the parcel's owner the date. */
export const CHECK_DAYS = 2;

/** Why a parcel is held, for operators. */
export const RISK_WORDS: Record<Risk, string> = {
  risk_word: 'The card provider calls a payment of this account risky.',
  several_cards: `This account paid with ${RISK_COUNT} or more cards within ${RISK_HOURS} hours.`,
  several_accounts: `${RISK_COUNT} or more accounts paid with one card within ${RISK_HOURS} hours.`,
};
