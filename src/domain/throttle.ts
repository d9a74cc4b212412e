// How often one may try (docs/product.md §8). The rules are data; `server/http/throttle.ts` keeps the
// counts, and a row of the endpoint table names the rule that it draws from.

/** At most `most` events in `seconds`, counted from the first of them. */
export type Limit = { most: number; seconds: number };

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
/** The longest that a count is remembered. */
export const DAY_S = 24 * HOUR_S;

/** What one network may do. The shorter window comes first: what it refuses doesn't count in the longer one. */
export const NETWORK_LIMITS = {
  sign_in: [{ most: 20, seconds: MINUTE_S }],
  /** Calls that reveal whether an address has an account. */
  email_probe: [
    { most: 10, seconds: MINUTE_S },
    { most: 60, seconds: HOUR_S },
  ],
  register: [{ most: 5, seconds: HOUR_S }],
  code: [{ most: 5, seconds: 10 * MINUTE_S }],
  /** Looking through the whole catalogue of cards, which anybody may, and which costs the most. */
  card_search: [{ most: 60, seconds: MINUTE_S }],
  /** Everything about one person in one answer. */
  export: [{ most: 10, seconds: 10 * MINUTE_S }],
  /** Browsers' reports of policy violations. */
  policy_report: [{ most: 20, seconds: MINUTE_S }],
} as const satisfies Record<string, readonly Limit[]>;

/** The rule that a row of the endpoint table draws from. */
export type Throttle = keyof typeof NETWORK_LIMITS;

/** Codes mailed for one account and purpose: with five tries each, 50 guesses a day at a million (choice 14). */
export const CODES_OF_ACCOUNT: Limit = { most: 10, seconds: DAY_S };

/**
 * Carts that one account may begin to pay by card: each keeps packs from others for a while and costs
 * nothing. The same cart again is the same payment and doesn't count.
 */
export const RESERVATIONS_OF_ACCOUNT: Limit = { most: 20, seconds: 10 * MINUTE_S };

/**
 * Seconds to wait after the first, second, ... cart of a day that was kept for a card and not paid, counted from its
 * end; the last stays. A paid order makes good for those before it (choice 174).
 */
export const WAITS_AFTER_UNPAID_CARTS_S: readonly number[] = [
  0,
  0,
  5 * MINUTE_S,
  15 * MINUTE_S,
  HOUR_S,
];

/** Failed sign-ins to one account, from all networks, after which strange networks are refused (choice 12). */
export const FAILED_SIGN_INS_OF_ACCOUNT: Limit = { most: 100, seconds: DAY_S };

/**
 * Seconds to wait after the first, second, ... wrong password, or second factor, from one network for one
 * account: four cost nothing, then each doubles the wait, up to a quarter of an hour, which stays.
 */
export const WAITS_AFTER_WRONG_TRIES_S: readonly number[] = [
  0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900,
];

/**
 * The network of an address, which is what is counted: an IPv4 address itself, or the first 64 bits
 * of an IPv6 one, because a single customer has all the addresses behind them.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped !== null) return mapped[1]!;
  const [before = '', after] = ip.toLowerCase().split('%')[0]!.split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const gap = after === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const groups = [...head, ...Array<string>(gap).fill('0'), ...tail];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
