// Limits on how often somebody may try something (docs/product.md §8). The rules are data. `server/http/throttle.ts`
// keeps the counts, and each endpoint names its rule.

/** At most `most` events in `seconds`, counted from the first event. */
export type Limit = { most: number; seconds: number };

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
/** The longest time for which a count is kept. */
export const DAY_S = 24 * HOUR_S;

/**
 * Limits for one network. The shorter window comes first; a call that it refuses does not count in the longer window.
 */
export const NETWORK_LIMITS = {
  sign_in: [{ most: 20, seconds: MINUTE_S }],
  /** Calls that reveal whether an address has an account. */
  email_probe: [
    { most: 10, seconds: MINUTE_S },
    { most: 60, seconds: HOUR_S },
  ],
  register: [{ most: 5, seconds: HOUR_S }],
  code: [{ most: 5, seconds: 10 * MINUTE_S }],
  /** Searches in the whole catalogue of cards. They are open to all and cost the most. */
  card_search: [{ most: 60, seconds: MINUTE_S }],
  /** Exports of all data about one user. */
  export: [{ most: 10, seconds: 10 * MINUTE_S }],
  /** Passwords entered again inside a session, right or wrong, because each is hashed. */
  proof: [{ most: 30, seconds: MINUTE_S }],
  /** Calls in which the shop calls the card provider, which has limits of its own. */
  card_call: [{ most: 120, seconds: MINUTE_S }],
  /** Calls for which the shop draws pictures of pulls. */
  drawing: [
    { most: 30, seconds: MINUTE_S },
    { most: 200, seconds: HOUR_S },
  ],
  /** Browsers' reports of policy violations. */
  policy_report: [{ most: 20, seconds: MINUTE_S }],
} as const satisfies Record<string, readonly Limit[]>;

/** Name of the rule that an endpoint uses. */
export type Throttle = keyof typeof NETWORK_LIMITS;

/**
 * Questions to the tax provider for one account. The provider limits them, too. An answer is reused until it expires.
 */
export const TAX_QUESTIONS: Limit = { most: 300, seconds: HOUR_S };

/** Answers stored for one user under Idempotency-Keys, of calls that moved neither money nor stock (choice 177). */
export const KEPT_ANSWERS: Limit = { most: 2_000, seconds: DAY_S };
/** Like {@link KEPT_ANSWERS}, in bytes. */
export const KEPT_BYTES: Limit = { most: 5_000_000, seconds: DAY_S };

/**
 * Codes mailed for one account and purpose, and codes mailed to one unverified address for any purpose (choices 14
 * and 186).
 */
export const CODES_A_DAY: Limit = { most: 10, seconds: DAY_S };
/** How many of {@link CODES_A_DAY} one network may request. The others stay for requests from elsewhere. */
export const CODES_FROM_ONE_NETWORK: Limit = { most: 5, seconds: DAY_S };
/**
 * Codes after {@link CODES_A_DAY} is used up. With five tries each, all codes together allow 90 guesses a day out of
 * a million.
 */
export const LATE_CODES: Limit = { most: 1, seconds: 3 * HOUR_S };

/**
 * Mails without a code to one unverified address, from all accounts together. Anybody can register with somebody
 * else's address, and a busy account gets many mails (choice 182).
 */
export const MAILS_TO_UNPROVEN: Limit = { most: 10, seconds: DAY_S };

/**
 * Carts that one account may begin to pay by card, because each reserves packs for a while and costs nothing. The
 * same cart again is the same payment and doesn't count.
 */
export const RESERVATIONS_OF_ACCOUNT: Limit = { most: 20, seconds: 10 * MINUTE_S };

/**
 * Seconds to wait after the first, second, ... unpaid cart of a day that was reserved for a card payment, counted
 * from the end of its reservation. The last value repeats. A card payment of at least the value of the earlier unpaid
 * carts clears them (choices 174 and 764).
 */
export const WAITS_AFTER_UNPAID_CARTS_S: readonly number[] = [
  0,
  0,
  5 * MINUTE_S,
  15 * MINUTE_S,
  HOUR_S,
];

/**
 * Calls of one account in which the shop calls the card provider: to begin, change and repeat payments, and to save
 * and remove cards (choice 178).
 */
export const CARD_CALLS_OF_ACCOUNT: readonly Limit[] = [
  { most: 30, seconds: MINUTE_S },
  { most: 200, seconds: HOUR_S },
];

/** Passwords that one account enters again, right or wrong. */
export const PROOFS_OF_ACCOUNT: Limit = { most: 20, seconds: 10 * MINUTE_S };

/** Pictures of pulls drawn for one account. */
export const DRAWINGS_OF_ACCOUNT: Limit = { most: 60, seconds: 10 * MINUTE_S };

/** Receipts as PDF for one account, drawn or stored. */
export const RECEIPTS_OF_ACCOUNT: Limit = { most: 60, seconds: 10 * MINUTE_S };

/** How often the shop asks the card provider about an open payment that its user views. */
export const VIEWS_OF_PAYMENT: Limit = { most: 1, seconds: 3 };

/** Failed sign-ins to one account from all networks. After these, unknown networks are refused (choice 12). */
export const FAILED_SIGN_INS_OF_ACCOUNT: Limit = { most: 100, seconds: DAY_S };

/**
 * Seconds to wait after the first, second, ... wrong password or second factor, from one network for one account. The
 * first four wrong tries cost no wait. Then each wait is twice as long as the one before, up to 15 minutes. The last
 * value repeats.
 */
export const WAITS_AFTER_WRONG_TRIES_S: readonly number[] = [
  0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900,
];

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The network of an address, by which limits are counted: an IPv4 address itself, or the first 64 bits of an IPv6
 * address, because a single customer has all addresses of such a network.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip;
  return MAPPED_IPV4.exec(ip)?.[1] ?? `${groupsOf(ip).slice(0, 4).join(':')}::/64`;
}

/**
 * The first 48 bits of an IPv6 address, because some customers have all the 65,536 networks in them. Null for an IPv4
 * address.
 */
export function siteOf(ip: string): string | null {
  if (!ip.includes(':') || MAPPED_IPV4.test(ip)) return null;
  return `${groupsOf(ip).slice(0, 3).join(':')}::/48`;
}

/** All networks of a site together may use a limit this many times. A site may be a whole town. */
export const SITE_SHARE = 10;

/** The eight groups of an IPv6 address. */
function groupsOf(ip: string): string[] {
  const [before = '', after] = ip.toLowerCase().split('%')[0]!.split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const gap = after === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const groups = [...head, ...Array<string>(gap).fill('0'), ...tail];
  return groups.map((group) => group.replace(/^0+(?=.)/, ''));
}
