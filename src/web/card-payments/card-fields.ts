// Formats and validates card data, with the card provider's own messages. Only the sandbox's form uses this code,
// because real cards are typed into the provider's form.

export type CardFields = { number: string; expiry: string; cvc: string; postalCode: string };
export type CardField = keyof CardFields;
export type CardProblems = Partial<Record<CardField, string>>;

/** Formats a card number: "4242 4242 4242 4242", or "3782 822463 10005" for a card of 15 digits. */
export function formatNumber(text: string): string {
  const digits = digitsOf(text).slice(0, 19);
  const groups = /^3[47]/.test(digits) ? [4, 6, 5] : [4, 4, 4, 4, 3];
  let at = 0;
  return groups
    .map((length) => digits.slice(at, (at += length)))
    .filter((group) => group !== '')
    .join(' ');
}

/** Formats an expiry date: "12 / 29". If the first digit is 2 to 9, puts a zero before it. */
export function formatExpiry(text: string): string {
  let digits = digitsOf(text).slice(0, 4);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`.slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

/** Returns the error of each invalid field; empty if all fields are valid. `today`: the current year and month. */
export function cardProblems(
  fields: CardFields,
  today: { year: number; month: number },
): CardProblems {
  const problems: CardProblems = {};
  const number = digitsOf(fields.number);
  if (number.length < 13) problems.number = 'Your card number is incomplete.';
  else if (!passesLuhn(number)) problems.number = 'Your card number is invalid.';

  const { month, year } = expiryOf(fields.expiry);
  if (digitsOf(fields.expiry).length < 4)
    problems.expiry = "Your card's expiration date is incomplete.";
  else if (month < 1 || month > 12) problems.expiry = "Your card's expiration month is invalid.";
  else if (year < today.year || (year === today.year && month < today.month)) {
    problems.expiry = "Your card's expiration date is in the past.";
  }

  if (digitsOf(fields.cvc).length < 3) problems.cvc = "Your card's security code is incomplete.";
  if (fields.postalCode.trim() === '') problems.postalCode = 'Your postal code is incomplete.';
  return problems;
}

/** Splits an expiry date into its month (1 to 12) and its full year. */
export function expiryOf(expiry: string): { month: number; year: number } {
  const digits = digitsOf(expiry);
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2, 4)) };
}

export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

function passesLuhn(number: string): boolean {
  const sum = Array.from(number)
    .reverse()
    .reduce((total, digit, at) => {
      const doubled = at % 2 === 1 ? Number(digit) * 2 : Number(digit);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}
