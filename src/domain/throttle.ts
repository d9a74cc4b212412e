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
  /** Passwords given once more inside a session, right or wrong: each is hashed. */
  proof: [{ most: 30, seconds: MINUTE_S }],
  /** Calls that have the shop talk to the card provider, which counts them, too. */
  card_call: [{ most: 120, seconds: MINUTE_S }],
  /** Calls that have the shop paint pictures of pulls. */
  drawing: [
    { most: 30, seconds: MINUTE_S },
    { most: 200, seconds: HOUR_S },
  ],
  /** Browsers' reports of policy violations. */
  policy_report: [{ most: 20, seconds: MINUTE_S }],
} as const satisfies Record<string, readonly Limit[]>;

/** The rule that a row of the endpoint table draws from. */
export type Throttle = keyof typeof NETWORK_LIMITS;

/** Questions to a tax provider, who counts them, for one account. What it has said is asked again only after its time. */
export const TAX_QUESTIONS: Limit = { most: 300, seconds: HOUR_S };

/** Answers of calls that moved neither money nor stock, kept for one person under Idempotency-Keys (choice 177). */
export const KEPT_ANSWERS: Limit = { most: 2_000, seconds: DAY_S };
/** The same in bytes. */
export const KEPT_BYTES: Limit = { most: 5_000_000, seconds: DAY_S };

/**
 * Codes mailed for one account and purpose, and to one address that nobody has proven, whatever for (choices 14
 * and 186).
 */
export const CODES_A_DAY: Limit = { most: 10, seconds: DAY_S };
/** So many of them may one network ask for: the others are left to who asks from somewhere else. */
export const CODES_FROM_ONE_NETWORK: Limit = { most: 5, seconds: DAY_S };
/** And when those are used up. With five tries each, all together are 90 guesses a day at a million. */
export const LATE_CODES: Limit = { most: 1, seconds: 3 * HOUR_S };

/**
 * Mails without a code to an address that nobody has proven, whoever they are about: with somebody's address
 * anybody can register, and have them told what a busy account is told (choice 182).
 */
export const MAILS_TO_UNPROVEN: Limit = { most: 10, seconds: DAY_S };

/**
 * Carts that one account may begin to pay by card: each keeps packs from others for a while and costs
 * nothing. The same cart again is the same payment and doesn't count.
 */
export const RESERVATIONS_OF_ACCOUNT: Limit = { most: 20, seconds: 10 * MINUTE_S };

/**
 * Seconds to wait after the first, second, ... cart of a day that was kept for a card and not paid, counted from its
 * end; the last stays. A card payment of at least their value makes good for those before it (choices 174 and 764).
 */
export const WAITS_AFTER_UNPAID_CARTS_S: readonly number[] = [
  0,
  0,
  5 * MINUTE_S,
  15 * MINUTE_S,
  HOUR_S,
];

/**
 * Calls of one account that have the shop talk to the card provider: beginning, changing and repeating payments,
 * saving and forgetting cards (choice 178).
 */
export const CARD_CALLS_OF_ACCOUNT: readonly Limit[] = [
  { most: 30, seconds: MINUTE_S },
  { most: 200, seconds: HOUR_S },
];

/** Passwords given once more by one account, right or wrong. */
export const PROOFS_OF_ACCOUNT: Limit = { most: 20, seconds: 10 * MINUTE_S };

/** Pictures of pulls that are painted for one account. */
export const DRAWINGS_OF_ACCOUNT: Limit = { most: 60, seconds: 10 * MINUTE_S };

/** Receipts as PDF for one account, drawn or stored. */
export const RECEIPTS_OF_ACCOUNT: Limit = { most: 60, seconds: 10 * MINUTE_S };

/** How often the card provider is asked about one open payment for who looks at it. */
export const VIEWS_OF_PAYMENT: Limit = { most: 1, seconds: 3 };

/** Failed sign-ins to one account, from all networks, after which strange networks are refused (choice 12). */
export const FAILED_SIGN_INS_OF_ACCOUNT: Limit = { most: 100, seconds: DAY_S };

/**
 * Seconds to wait after the first, second, ... wrong password, or second factor, from one network for one
 * account: four cost nothing, then each doubles the wait, up to a quarter of an hour, which stays.
 */
export const WAITS_AFTER_WRONG_TRIES_S: readonly number[] = [
  0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900,
];

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The network of an address, which is what is counted: an IPv4 address itself, or the first 64 bits
 * of an IPv6 one, because a single customer has all the addresses behind them.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip;
  return MAPPED_IPV4.exec(ip)?.[1] ?? `${groupsOf(ip).slice(0, 4).join(':')}::/64`;
}

/**
 * Of an IPv6 address the first 48 bits: some customers have all the 65,536 networks behind them. Null for an
 * IPv4 address, which has nothing like it.
 */
export function siteOf(ip: string): string | null {
  if (!ip.includes(':') || MAPPED_IPV4.test(ip)) return null;
  return `${groupsOf(ip).slice(0, 3).join(':')}::/48`;
}

/** How many times as much as one network all the networks of a site may do together: it may be a whole town. */
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
