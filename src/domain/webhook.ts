// When a webhook is sent again, and when the shop stops trying (docs/webhooks.md).

/** A message that no try has delivered for this long pauses its endpoint. */
export const GIVE_UP_AFTER_S = 3 * 24 * 3_600;

/** After a new secret was made, the old one signs too for this long. */
export const SECRET_OVERLAP_HOURS = 24;

/** Deliveries are stored for this many days, with their bodies and answers. */
export const DELIVERY_DAYS = 30;

/** The most endpoints of a shop. */
export const ENDPOINTS_MOST = 20;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The pauses after the first tries of a message, in seconds. Later ones are as long as the last. */
const PAUSES_S = [
  10,
  30,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
];

/**
 * The seconds until a message is tried again, or null if the shop stops trying. `tries`: how many have failed.
 * `failingForS`: the seconds since the first of them. The last try is at the end of the three days.
 */
export function pauseAfter(tries: number, failingForS: number): number | null {
  const leftS = GIVE_UP_AFTER_S - failingForS;
  if (leftS <= 0) return null;
  return Math.min(PAUSES_S[Math.min(tries, PAUSES_S.length) - 1]!, leftS);
}

/**
 * If this many rounds in a row failed, each with every try, an endpoint counts as down: the shop tries only one message
 * at a time.
 */
export const DOWN_AFTER = 2;

const REST_LONGEST_S = MINUTE;

/** The seconds for which the shop does not call an endpoint after this many failed rounds in a row. 0: it is not down. */
export function restAfter(failedRounds: number): number {
  if (failedRounds < DOWN_AFTER) return 0;
  return Math.min(5 * 2 ** (failedRounds - DOWN_AFTER), REST_LONGEST_S);
}

/** The states of a delivery, as operators see them. `failing`: at least one try failed, and more follow. */
export const DELIVERY_STATES = ['waiting', 'failing', 'delivered'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
