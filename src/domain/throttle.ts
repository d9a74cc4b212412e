// Limits on how often somebody may try something (docs/product.md §8). The rules are data. `server/http/throttle.ts`
// keeps the counts, and each endpoint names its rule.

/** A limit of at most `most` events in `seconds`, counted from the first event. */
export type Limit = { most: number; seconds: number };

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
/** The longest time for which a count is stored. */
export const DAY_S = 24 * HOUR_S;

/**
 * Limits for one network. The shorter window comes first. A call that it refuses does not count in the longer
 * window.
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
  /** Passwords that users enter again inside a session. Right passwords count too, because each password is hashed. */
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

/** The name of the rule that an endpoint uses. */
export type Throttle = keyof typeof NETWORK_LIMITS;

/**
 * How many questions about taxes one account may cause. The tax provider has a limit too. An answer is reused until it
 * expires.
 */
export const TAX_QUESTIONS: Limit = { most: 300, seconds: HOUR_S };

/**
 * How many answers are stored for one user under Idempotency-Keys, for calls that moved neither money nor stock (choice
 * 177).
 */
export const STORED_RESPONSES: Limit = { most: 2_000, seconds: DAY_S };
/** Like {@link STORED_RESPONSES}, but counts the bytes of the answers. */
export const STORED_BYTES: Limit = { most: 5_000_000, seconds: DAY_S };

/**
 * How many codes are mailed for one account and purpose. It is also how many codes are mailed to one unverified
 * address for any purpose (choices 14 and 186).
 */
export const CODES_A_DAY: Limit = { most: 10, seconds: DAY_S };
/**
 * How many of {@link CODES_A_DAY} one network may request. The remaining codes stay for requests from other
 * networks.
 */
export const CODES_FROM_ONE_NETWORK: Limit = { most: 5, seconds: DAY_S };
/**
 * The codes after {@link CODES_A_DAY} is used up. With five tries for each code, all codes together allow 90 guesses
 * a day out of a million.
 */
export const LATE_CODES: Limit = { most: 1, seconds: 3 * HOUR_S };

/**
 * How many mails without a code one unverified address gets, from all accounts together. Anybody can register with
 * somebody else's address, and a busy account gets many mails (choice 182).
 */
export const MAILS_TO_UNPROVEN: Limit = { most: 10, seconds: DAY_S };

/**
 * How many carts one account may begin to pay by card. Each cart reserves packs for a while and costs the buyer
 * nothing. If the buyer begins the same cart again, it is the same payment and doesn't count.
 */
export const RESERVATIONS_OF_ACCOUNT: Limit = { most: 20, seconds: 10 * MINUTE_S };

/**
 * The seconds to wait after the first, second, ... unpaid cart of a day that was reserved for a card payment. The
 * wait begins at the end of the cart's reservation. The last value repeats. A card payment of at least the value of
 * the earlier unpaid carts clears them (choices 174 and 764).
 */
export const WAITS_AFTER_UNPAID_CARTS_S: readonly number[] = [
  0,
  0,
  5 * MINUTE_S,
  15 * MINUTE_S,
  HOUR_S,
];

/**
 * How many calls one account may make in which the shop calls the card provider. Such calls begin, change and repeat
 * payments, and save and remove cards (choice 178).
 */
export const CARD_CALLS_OF_ACCOUNT: readonly Limit[] = [
  { most: 30, seconds: MINUTE_S },
  { most: 200, seconds: HOUR_S },
];

/** How many calls one API key may make. */
export const CALLS_OF_KEY: Limit = { most: 600, seconds: MINUTE_S };

/** How many passwords one account may enter again. Right passwords count too. */
export const PROOFS_OF_ACCOUNT: Limit = { most: 20, seconds: 10 * MINUTE_S };

/** How many pictures of pulls are drawn for one account. */
export const DRAWINGS_OF_ACCOUNT: Limit = { most: 60, seconds: 10 * MINUTE_S };

/** How many receipts one account may get as PDF. Both drawn and stored receipts count. */
export const RECEIPTS_OF_ACCOUNT: Limit = { most: 60, seconds: 10 * MINUTE_S };

/** How often the shop asks the card provider about an open payment that its user is viewing. */
export const VIEWS_OF_PAYMENT: Limit = { most: 1, seconds: 3 };

/**
 * How many sign-ins to one account may fail, from all networks together. When this number is reached, the shop
 * refuses unknown networks (choice 12).
 */
export const FAILED_SIGN_INS_OF_ACCOUNT: Limit = { most: 100, seconds: DAY_S };

/**
 * The seconds to wait after the first, second, ... wrong password or second factor, from one network for one
 * account. The first four wrong tries cost no wait. After these, each wait is twice as long as the previous one, up
 * to 15 minutes. The last value repeats.
 */
export const WAITS_AFTER_WRONG_TRIES_S: readonly number[] = [
  0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900,
];

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The network of an address, by which limits are counted. It is an IPv4 address itself, or the first 64 bits of an
 * IPv6 address. A single customer has all IPv6 addresses with the same 64 bits.
 */
export function networkOf(ip: string): string {
  const address = plainAddress(ip);
  return address.includes(':') ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address;
}

/** An address without the name of a network card. An IPv4 address that is written as IPv6 becomes itself. */
export function plainAddress(ip: string): string {
  return MAPPED_IPV4.exec(ip)?.[1] ?? ip.split('%')[0]!;
}

/**
 * The first 48 bits of an IPv6 address. Some customers have all 65,536 networks of such a site, so the networks of a
 * site also share a limit. Null for an IPv4 address.
 */
export function siteOf(ip: string): string | null {
  if (!ip.includes(':') || MAPPED_IPV4.test(ip)) return null;
  return `${groupsOf(ip).slice(0, 3).join(':')}::/48`;
}

/** The limit of a site is this many times the limit of a network, because a site may be a whole town. */
export const SITE_SHARE = 10;

/** The eight groups of an IPv6 address. */
function groupsOf(ip: string): string[] {
  const [before = '', after] = plainAddress(ip).toLowerCase().split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const gap = after === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const groups = [...head, ...Array<string>(gap).fill('0'), ...tail];
  return groups.map((group) => group.replace(/^0+(?=.)/, ''));
}
