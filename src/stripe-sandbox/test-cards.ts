// Lists Stripe's published test cards, and what happens when one of them is charged. Real numbers are refused. Only the
// brand and the last four digits of a card are ever stored.

/** What happens when a card is charged. */
export type CardOutcome = {
  /** Whether the bank wants to see the cardholder before it pays. */
  challenge: boolean;
  /** Why the bank declines, or null if the bank pays. */
  decline: { code: string; declineCode?: string; message: string } | null;
  /** What happens later to a refund. If omitted, the refund is paid at once and stays paid. */
  refund?: 'paid late' | 'sent back';
  /** The dispute that the cardholder raises after the charge. If omitted, the cardholder raises none. */
  dispute?: DisputeCause;
  /** How risky the provider says the charge is. If omitted, the level is `normal`. */
  risk?: { level: string; score: number };
  /** The country in which the card was issued. If omitted, it is Canada. */
  country?: string;
};

/** Why a cardholder disputes a charge. `isInquiry`: the bank only asks, and takes no money. */
export type DisputeCause = { reason: string; isInquiry: boolean };

export type TestCard = { brand: string; last4: string; outcome: CardOutcome };

const DECLINED = 'Your card was declined.';
const ACCEPTED: CardOutcome = { challenge: false, decline: null };
const CHALLENGED: CardOutcome = { challenge: true, decline: null };

function declined(declineCode: string, message = DECLINED, challenge = false): CardOutcome {
  return { challenge, decline: { code: 'card_declined', declineCode, message } };
}

function failed(code: string, message: string): CardOutcome {
  return { challenge: false, decline: { code, message } };
}

const INSUFFICIENT = 'Your card has insufficient funds.';

/** Each card's number, brand, ids as a payment method, and outcome. */
const CARDS: readonly (readonly [string, string, readonly string[], CardOutcome])[] = [
  ['4242424242424242', 'visa', ['pm_card_visa', 'pm_card_ca', 'pm_card_us'], ACCEPTED],
  ['4000056655665556', 'visa', ['pm_card_visa_debit'], ACCEPTED],
  ['5555555555554444', 'mastercard', ['pm_card_mastercard'], ACCEPTED],
  ['2223003122003222', 'mastercard', [], ACCEPTED],
  ['5200828282828210', 'mastercard', ['pm_card_mastercard_debit'], ACCEPTED],
  ['378282246310005', 'amex', ['pm_card_amex'], ACCEPTED],
  ['6011111111111117', 'discover', ['pm_card_discover'], ACCEPTED],
  ['3056930009020004', 'diners', ['pm_card_diners'], ACCEPTED],
  ['3566002020360505', 'jcb', ['pm_card_jcb'], ACCEPTED],
  ['6200000000000005', 'unionpay', ['pm_card_unionpay'], ACCEPTED],
  ['4000000000007726', 'visa', ['pm_card_pendingRefund'], { ...ACCEPTED, refund: 'paid late' }],
  ['4000000000005126', 'visa', ['pm_card_refundFail'], { ...ACCEPTED, refund: 'sent back' }],
  [
    '4000000000000259',
    'visa',
    ['pm_card_createDispute'],
    { ...ACCEPTED, dispute: { reason: 'fraudulent', isInquiry: false } },
  ],
  [
    '4000000000002685',
    'visa',
    ['pm_card_createDisputeProductNotReceived'],
    { ...ACCEPTED, dispute: { reason: 'product_not_received', isInquiry: false } },
  ],
  [
    '4000000000001976',
    'visa',
    ['pm_card_createDisputeInquiry'],
    { ...ACCEPTED, dispute: { reason: 'fraudulent', isInquiry: true } },
  ],
  [
    '4000000000009235',
    'visa',
    ['pm_card_riskLevelElevated'],
    { ...ACCEPTED, risk: { level: 'elevated', score: 70 } },
  ],
  ['4000002760000016', 'visa', ['pm_card_de'], { ...ACCEPTED, country: 'DE' }],
  [
    '4000000000000002',
    'visa',
    ['pm_card_visa_chargeDeclined', 'pm_card_chargeDeclined'],
    declined('generic_decline'),
  ],
  [
    '4000000000009995',
    'visa',
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'pm_card_chargeDeclinedInsufficientFunds'],
    declined('insufficient_funds', INSUFFICIENT),
  ],
  [
    '4000000000009987',
    'visa',
    ['pm_card_visa_chargeDeclinedLostCard', 'pm_card_chargeDeclinedLostCard'],
    declined('lost_card'),
  ],
  [
    '4000000000009979',
    'visa',
    ['pm_card_visa_chargeDeclinedStolenCard', 'pm_card_chargeDeclinedStolenCard'],
    declined('stolen_card'),
  ],
  [
    '4000000000006975',
    'visa',
    ['pm_card_visa_chargeDeclinedVelocityLimitExceeded'],
    declined('card_velocity_exceeded'),
  ],
  ['4100000000000019', 'visa', ['pm_card_radarBlock'], declined('fraudulent')],
  [
    '4000000000000069',
    'visa',
    ['pm_card_chargeDeclinedExpiredCard'],
    failed('expired_card', 'Your card has expired.'),
  ],
  [
    '4000000000000127',
    'visa',
    ['pm_card_chargeDeclinedIncorrectCvc'],
    failed('incorrect_cvc', "Your card's security code is incorrect."),
  ],
  [
    '4000000000000119',
    'visa',
    ['pm_card_chargeDeclinedProcessingError'],
    failed(
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ),
  ],
  ['4000002500003155', 'visa', ['pm_card_authenticationRequiredOnSetup'], CHALLENGED],
  ['4000002760003184', 'visa', ['pm_card_authenticationRequired'], CHALLENGED],
  [
    '4000000000003220',
    'visa',
    ['pm_card_threeDSecure2Required', 'pm_card_threeDSecureRequired'],
    CHALLENGED,
  ],
  [
    '4000008260003178',
    'visa',
    ['pm_card_authenticationRequiredChargeDeclinedInsufficientFunds'],
    declined('insufficient_funds', INSUFFICIENT, true),
  ],
  [
    '4000008400001629',
    'visa',
    ['pm_card_threeDSecureRequiredChargeDeclined'],
    declined('generic_decline', DECLINED, true),
  ],
];

/** Returns the test card with this number. For any other number, throws the refusal of Stripe's test mode. */
export function findCardByNumber(number: string): TestCard {
  const digits = number.replaceAll(/[\s-]/g, '');
  const known = CARDS.find(([one]) => one === digits);
  if (known !== undefined) return testCard(known);
  return {
    brand: 'unknown',
    last4: digits.slice(-4),
    outcome: isLuhnValid(digits)
      ? declined(
          'test_mode_live_card',
          'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
        )
      : failed('incorrect_number', 'Your card number is incorrect.'),
  };
}

/** Returns the test card with this published payment method id, or null if there is no such card. */
export function findCardById(id: string): TestCard | null {
  const known = CARDS.find(([, , ids]) => ids.includes(id));
  return known === undefined ? null : testCard(known);
}

function testCard([number, brand, , outcome]: (typeof CARDS)[number]): TestCard {
  return { brand, last4: number.slice(-4), outcome };
}

/** Whether a card number's check digit is right. */
function isLuhnValid(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = Array.from(digits, Number)
    .toReversed()
    .reduce((total, digit, index) => {
      const value = digit * (index % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
